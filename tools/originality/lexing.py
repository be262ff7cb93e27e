"""Source text as tokens, string literals and prose (comments, documents), each with its line."""

import re
from typing import NamedTuple

CPP_SUFFIXES = {".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".hxx", ".inc", ".inl", ".ipp", ".tpp"}
PYTHON_SUFFIXES = {".py", ".pyi"}
DOCUMENT_SUFFIXES = {".md", ".rst", ".toml"}

# Everything that is not white space, longest first. A continued line is white space.
CPP = re.compile(r'''
    //(?:[^\n\\]|\\.|\\\n)*
  | /\*.*?\*/
  | (?:u8|[uUL])?R"[^\s()\\]{0,16}\(.*?\)[^\s()"]{0,16}"
  | (?:u8|[uUL])?"(?:[^"\\\n]|\\.)*"
  | (?:u8|[uUL])?'(?:[^'\\\n]|\\.)+'
  | [A-Za-z_]\w*
  | \.?\d(?:[eEpP][+-]|'\w|[\w.])*
  | <<=|>>=|<=>|\.\.\.|->\*|::|->|\+\+|--|<<|[-+*/%&|^=!<>]=|&&|\|\||\#\#
  | [^\s\w\\]
''', re.VERBOSE | re.DOTALL)
PYTHON = re.compile(r'''
    \#[^\n]*
  | [rRbBfFuU]{0,2}(?:"""(?:[^\\]|\\.)*?"""|\'\'\'(?:[^\\]|\\.)*?\'\'\')
  | [rRbBfFuU]{0,2}(?:"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
  | [A-Za-z_]\w*
  | \.?\d(?:[eE][+-]|[\w.])*
  | \*\*=|//=|<<=|>>=|\*\*|//|->|:=|<<|>>|[-+*/%&|^=!<>@]=|\.\.\.
  | [^\s\w\\]
''', re.VERBOSE | re.DOTALL)
# A word begins with a letter; a path, an option or a hyphenated word is one word. Numbers and placeholders are none.
WORD = re.compile(r"[A-Za-z_](?:[\w/]|[.'-](?=\w))*")
# A literal that is source text: kernels of tests, code that is generated.
CODE = re.compile(r"#include\b|;\s*(?:$|\n|\})|\)\s*\{")
PLACEHOLDER = re.compile(r"\{[^{}]*\}|%[-+ #0]*\d*(?:\.\d+)?(?:hh|h|ll|l|z)?[diouxXeEfgGcsp]")
STRING_BODY = re.compile(r'''^\w*?(?:R"[^\s()\\]{0,16}\((?P<raw>.*)\)[^\s()"]*"
                             |"""(?P<triple>.*)"""|\'\'\'(?P<single3>.*)\'\'\'
                             |"(?P<plain>.*)"|'(?P<single>.*)')$''', re.VERBOSE | re.DOTALL)


class Passage(NamedTuple):
    """A stretch of prose: its words in lower case, the line of each, and what it was."""
    words: list
    lines: list
    kind: str  # comment, string, document


class Literal(NamedTuple):
    text: str  # placeholders are {}, white space is one blank
    line: int


class Source(NamedTuple):
    tokens: list
    embedded: list  # (tokens, line of each) of every literal that is source text
    literals: list
    passages: list


def suffix(name):
    base = name.rsplit("/", 1)[-1]
    return base[base.rfind("."):] if "." in base else ""


def language(name, text):
    end = suffix(name)
    if end in CPP_SUFFIXES:
        return "cpp"
    if end in PYTHON_SUFFIXES or (not end and re.match(r"#!.*python", text)):
        return "python"
    return "document" if end in DOCUMENT_SUFFIXES else None


def is_comment(text, lang):
    return text[0] == "#" and len(text) > 1 and text != "##" if lang == "python" else text[:2] in ("//", "/*")


def is_string(text):
    return text[-1] in "\"'" and len(text) > 1


def string_body(text):
    match = STRING_BODY.match(text)
    body = next((group for group in match.groups() if group is not None), "") if match else text
    return re.sub(r"\\[nt]", " ", body).replace('\\"', '"').replace("\\'", "'")


def count_words(literal):
    """Words of a message: what is between blanks and has a letter."""
    return sum(any(letter.isalpha() for letter in part) for part in literal.split())


def normal_literal(body):
    return " ".join(PLACEHOLDER.sub("{}", body).split()).strip(" .:,!")


def passage(text, line, kind):
    words, lines = [], []
    for offset, part in enumerate(text.split("\n")):
        for word in WORD.findall(part):
            words.append(word.lower())
            lines.append(line + offset)
    return Passage(words, lines, kind)


def joined(passages):
    """Comments on consecutive lines are one passage."""
    result = []
    for one in passages:
        if result and one.words and one.kind == "comment" and result[-1].kind == "comment" and result[-1].words \
                and one.lines[0] == result[-1].lines[-1] + 1:
            result[-1] = Passage(result[-1].words + one.words, result[-1].lines + one.lines, "comment")
        elif one.words:
            result.append(one)
    return result


def read(name, text):
    """Tokens without their places, literals and prose of one file. String literals side by side count as one literal,
    though each is a token of its own."""
    lang = language(name, text)
    if lang == "document":
        return Source([], [], [], document(name, text))
    lexemes = (PYTHON if lang == "python" else CPP).findall(text)
    tokens, embedded, literals, passages = [], [], [], []
    # Lines are counted only where there is prose: one search from the last place to the next.
    here, line = 0, 1
    before = None
    for lexeme in lexemes:
        first = lexeme[0]
        if lexeme[-1] in "\"'" and len(lexeme) > 1 or first in "/#" and is_comment(lexeme, lang):
            found = text.index(lexeme, here)
            line += text.count("\n", here, found)
            at, here = line, found + len(lexeme)
            line += lexeme.count("\n")
            if first in "/#":
                passages.append(passage(lexeme, at, "comment"))
                continue
            tokens.append(lexeme)
            if before == "include":
                continue
            body = string_body(lexeme)
            if before == "string":
                literals[-1] = Literal(literals[-1].text + body, literals[-1].line)
            else:
                literals.append(Literal(body, at))
            before = "string"
            continue
        tokens.append(lexeme)
        before = lexeme
    for literal in literals:
        if CODE.search(literal.text):
            embedded.append(embedded_code(literal))
        else:
            passages.append(passage(literal.text, literal.line, "string"))
    plain = [Literal(normal_literal(body), at) for body, at in literals if not CODE.search(body)]
    return Source(tokens, embedded, plain, joined(passages))


def embedded_code(literal):
    tokens = [token for token in CPP.findall(literal.text) if not is_comment(token, "cpp")]
    lines = token_lines(".cpp", literal.text)
    return tokens, [literal.line + line - 1 for line in lines]


def token_lines(name, text):
    """The line of every token that `read` gives."""
    lang = language(name, text)
    result, line, here = [], 1, 0
    for match in (PYTHON if lang == "python" else CPP).finditer(text):
        line += text.count("\n", here, match.start())
        here = match.start()
        if not is_comment(match.group(), lang):
            result.append(line)
    return result


def document(name, text):
    """Paragraphs of a document; of a TOML file its comments and strings."""
    if suffix(name) == ".toml":
        lines = text.split("\n")
        found = [passage(line.split("#", 1)[1], number, "comment") for number, line in enumerate(lines, 1)
                 if "#" in line]
        found += [passage(body, number, "string") for number, line in enumerate(lines, 1)
                  for body in re.findall(r'"([^"]*)"', line)]
        return joined(found)
    result, start, block = [], 1, []
    for number, line in enumerate(text.split("\n") + [""], 1):
        if line.strip():
            if not block:
                start = number
            block.append(line)
        elif block:
            result.append(passage("\n".join(block), start, "document"))
            block = []
    return result
