"""Which tokens of a file only declare: what has to be equal where two code bases offer the same interface.

A token declares when it stands
  * in an #include, #pragma, using, typedef or namespace line (Python: import lines),
  * in an enum's list of enumerators,
  * outside every function body: return type, name, template head, parameters with their defaults, attributes, data
    members with a default of a few tokens (Python: decorators, def and class lines, annotations of a class, __all__),
  * in a table of names: an initialiser whose values are string literals of one word (`attribute_names`),
  * in a binding's list of parameters or members, wherever it is: `nb::arg("name") = value`, `.def_rw("name",
    &Type::name)`, `.value("NAME", Enum::NAME)`, `nb::init<types>()`.
Everything else is body: statements, constructors' initialiser lists, initialisers of more than a few tokens, macros'
replacements, static_asserts. Bodies are never excused.
"""

import re

SHORT_DEFAULT = 5
BINDING = re.compile(
    r'nb :: arg \( "\w+" \)(?: = (?:[\w.]+(?: :: \w+)*(?: \( \))?|\{ \}))?'
    r'|\. (?:def_rw|def_ro|def_prop_ro|def|value) \( "\w+" , (?:& )?\w+(?: :: \w+)* \)'
    r'|nb :: init < [\w :<>,&*]* > \( \)')
NAME_TABLE = re.compile(r'= [\w :<>]*[({] "\w+"(?: , "\w+")* [)}]$')


def declares(tokens, lines, text, lang):
    """One flag per token: True where it only declares."""
    return python_flags(tokens, lines) if lang == "python" else cpp_flags(tokens, lines, text)


def directive_lines(text):
    """Line numbers of preprocessor directives, with the directive's name."""
    found, name = {}, None
    for number, line in enumerate(text.split("\n"), 1):
        if name is None and line.lstrip().startswith("#"):
            name = (line.lstrip()[1:].split() or [""])[0]
        if name is not None:
            found[number] = name
            if not line.rstrip().endswith("\\"):
                name = None
    return found


def cpp_flags(tokens, lines, text):
    flags = [True] * len(tokens)
    directives = directive_lines(text)
    plain = []
    for index, line in enumerate(lines):
        if line in directives:
            flags[index] = directives[line].startswith(("include", "pragma"))
        else:
            plain.append(index)
    for index in cpp_bodies([tokens[index] for index in plain]):
        flags[plain[index]] = False
    for begin, end in bindings(tokens):
        flags[begin:end] = [True] * (end - begin)
    return flags


def bindings(tokens):
    """Begin and end of every binding's parameter or member."""
    if "nb" not in tokens:
        return
    text = " ".join(tokens)
    starts, at = {}, 0
    for index, token in enumerate(tokens):
        starts[at] = index
        at += len(token) + 1
    for match in BINDING.finditer(text):
        if match.start() in starts:
            yield starts[match.start()], starts[match.start()] + match.group().count(" ") + 1


def scope_of(head):
    """What a brace after these tokens opens, at namespace or class scope."""
    words = without_angles(head)
    if "namespace" in words or words[:1] == ["extern"] and len(words) == 2:
        return "outer"
    if "enum" in words and "(" not in words:
        return "enum"
    if ("class" in words or "struct" in words or "union" in words) and "=" not in words:
        keyword = next(index for index, word in enumerate(words) if word in ("class", "struct", "union"))
        rest = words[keyword:]
        if "(" not in rest or rest[1:2] == ["alignas"]:
            return "outer"
    if words[:1] == ["requires"] or words[-1:] == ["requires"]:
        return "body"
    return "body"


def without_angles(head):
    """The tokens without a leading template<...>."""
    words = list(head)
    while words[:2] == ["template", "<"]:
        depth, end = 0, 1
        while end < len(words):
            depth += {"<": 1, ">": -1, ">>": -2}.get(words[end], 0)
            end += 1
            if depth <= 0:
                break
        words = words[end:]
    return words


def cpp_bodies(tokens):
    """Indices of tokens that are body, preprocessor lines left out."""
    body = []
    stack = ["outer"]
    head = []  # indices since the last end of a declaration
    index, count = 0, len(tokens)
    open_parentheses = 0

    def close(end):
        """A declaration ends: its initialiser is body unless it is short."""
        words = [tokens[at] for at in head]
        skipped = len(words) - len(without_angles(words))
        depth = 0
        if "static_assert" in words[:1]:
            body.extend(head)
            return
        for offset in range(skipped, len(words)):
            word = words[offset]
            depth += {"(": 1, ")": -1, "[": 1, "]": -1}.get(word, 0)
            if word == "=" and depth == 0 and words[offset - 1:offset] != ["operator"]:
                if NAME_TABLE.match(" ".join(tokens[head[offset]:end])):
                    return
                if end - head[offset] > SHORT_DEFAULT and words[skipped:skipped + 1] != ["using"]:
                    body.extend(range(head[offset], end))
                return
            # A constructor's initialiser list.
            if word == ":" and depth == 0 and words[offset - 1:offset] in (["noexcept"], [")"]) \
                    and words[0] not in ("class", "struct", "enum"):
                body.extend(range(head[offset], end))
                return

    while index < count:
        token = tokens[index]
        if stack[-1] == "enum":
            if token == "}":
                stack.pop()
            index += 1
            continue
        open_parentheses += {"(": 1, ")": -1}.get(token, 0)
        if token in "{}" and open_parentheses > 0:  # a parameter's default
            head.append(index)
            index += 1
            continue
        if token == "{":
            kind = scope_of([tokens[at] for at in head])
            initialiser = kind == "body" and head and (tokens[head[-1]] == "=" or tokens[head[-1]].isidentifier())
            close(index)
            if kind != "body":
                stack.append(kind)
                head.clear()
                index += 1
                continue
            start, depth = index, 0
            while index < count:
                depth += {"{": 1, "}": -1}.get(tokens[index], 0)
                index += 1
                if depth == 0:
                    break
            if not (initialiser and index - start <= SHORT_DEFAULT):
                body.extend(range(start, index))
            # What follows a braced initialiser (`;` or the rest of an initialiser list) starts anew.
            head.clear()
            continue
        if token == "}":
            head.clear()
            if len(stack) > 1:
                stack.pop()
        elif token == ";" or token == ":" and len(head) == 1 and tokens[head[0]] in ("public", "private", "protected"):
            close(index)
            head.clear()
        else:
            head.append(index)
        index += 1
    return body


def python_flags(tokens, lines):
    flags = [False] * len(tokens)
    depth, start = 0, 0

    def statement(begin, end, indented):
        first = tokens[begin]
        if first in ("import", "from", "class", "@", "__all__"):
            return range(begin, end)
        if first == "def" or first == "async":
            nest = 0
            for at in range(begin, end):
                nest += {"(": 1, "[": 1, ")": -1, "]": -1}.get(tokens[at], 0)
                if tokens[at] == ":" and nest == 0:
                    return range(begin, at + 1)
            return range(begin, end)
        if indented and end - begin > 1 and tokens[begin + 1] == ":" and first.isidentifier():
            return range(begin, end if "=" not in tokens[begin:end] else begin + tokens[begin:end].index("="))
        return ()

    for index, token in enumerate(tokens):
        if index and depth == 0 and lines[index] != lines[index - 1]:
            for at in statement(start, index, True):
                flags[at] = True
            start = index
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token, 0)
    if tokens:
        for at in statement(start, len(tokens), True):
            flags[at] = True
    return flags
