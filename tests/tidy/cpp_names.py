"""What a C++ file defines, and which of it the file keeps to itself: what lies in an unnamed namespace or is static.

Read from the tokens, not by a compiler: enough for files that are written as this tree's are. What is in a class or a
function is not looked at.
"""

import collections
import re

TOKEN = re.compile(r"""
      (?P<skip>//[^\n]*|/\*.*?\*/|\s+)
    | (?P<directive>^[ \t]*\#(?:\\\n|[^\n])*)
    | (?P<raw>R"(?P<mark>[^\s()\\]{0,16})\(.*?\)(?P=mark)")
    | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
    | (?P<word>[A-Za-z_]\w*|\d(?:[\w.]|'\w)*)
    | (?P<sign>::|->|\[\[|\]\]|.)
    """, re.VERBOSE | re.DOTALL | re.MULTILINE)
PAIRS = {"(": ")", "[": "]", "{": "}", "[[": "]]"}
TYPES = {"struct", "class", "union", "enum"}


def tokens(text):
    """(token, line) of everything but comments, directives and white space; a literal is one token"""
    line = 1
    for match in TOKEN.finditer(text):
        kind = match.lastgroup if match.lastgroup != "mark" else "raw"
        if kind not in ("skip", "directive"):
            yield ('""' if kind in ("raw", "text") else match.group()), line
        line += match.group().count("\n")


def skip_pair(words, at):
    """the place after the bracket that closes the one at `at`"""
    depth = 0
    opening, closing = words[at], PAIRS[words[at]]
    while at < len(words):
        depth += (words[at] == opening) - (words[at] == closing)
        at += 1
        if depth == 0:
            break
    return at


def skip_angles(words, at):
    """the place after the `>` that closes the `<` at `at`"""
    depth = 0
    while at < len(words):
        if words[at] in PAIRS:
            at = skip_pair(words, at)
            continue
        depth += (words[at] == "<") - (words[at] == ">")
        at += 1
        if depth == 0:
            break
    return at


# around: the named namespaces, joined; private: ends with its file; meaning: of an alias, since one twice is one
Definition = collections.namedtuple("Definition", "around name meaning private line")


def declared(words):
    """(name, kind) of what a declaration declares, from the words before its body or semicolon

    The kind is type, alias, function or variable. None where it gives no name of its own to this namespace: a member
    defined outside its class, a specialisation, an operator, a macro that is called.
    """
    if not words or words[0] == ",":
        return None  # what follows the braces of a constructor's first member
    while words and words[0] in ("template", "[["):
        if words[:3] == ["template", "<", ">"]:
            return None
        words = words[skip_angles(words, 1) if words[0] == "template" else skip_pair(words, 0):]
    while words and words[0] in ("static", "inline", "constexpr", "const", "thread_local", "constinit", "extern"):
        words = words[1:]
    if len(words) < 2 or words[0] in ("friend", "typedef", "static_assert"):
        return None
    if words[0] in ("using", "namespace", "concept"):
        return (words[1], "alias") if words[2:3] == ["="] else None
    if words[0] in TYPES:
        rest = [word for word in words[1:] if word not in ("class", "struct", "final")]
        if rest and re.match(r"[A-Za-z_]", rest[0]) and (len(rest) == 1 or rest[1] == ":"):
            return rest[0], "type"
    depth = 0
    for index, word in enumerate(words):
        depth += (word == "<") - (word == ">")
        if depth == 0 and word == "operator":
            return None
        if depth == 0 and word == "(":
            if index < 2 or words[index - 2] in ("::", "~") or not re.match(r"[A-Za-z_]", words[index - 1]):
                return None
            return words[index - 1], "function"
        if depth == 0 and word in ("=", "["):
            words = words[:index]
            break
    if len(words) > 1 and re.match(r"[A-Za-z_]", words[-1]) and words[-2] != "::":
        return words[-1], "variable"
    return None


def definitions(text):
    """the Definition of everything that a file defines in a namespace"""
    stream = list(tokens(text))
    words = [word for word, _ in stream]
    scopes = []  # names of open namespaces: "" for an unnamed one, None for extern "C"
    at = 0
    while at < len(words):
        if words[at] in ("}", ";"):
            if words[at] == "}" and scopes:
                scopes.pop()
            at += 1
            continue
        start = at
        while at < len(words) and words[at] not in ("{", "}", ";"):
            at = skip_pair(words, at) if words[at] in PAIRS else at + 1
        head = words[start:at]
        has_body = at < len(words) and words[at] == "{"
        if has_body and (head == ["extern", '""'] or "namespace" in head[:2]):
            scopes.append("".join(head[head.index("namespace") + 1:]) if "namespace" in head else None)
            at += 1
            continue
        what = declared(head)
        if has_body:
            at = skip_pair(words, at)
            # `T x{...};`, `T x = {...};` and `struct X {...};` go on after the brace.
            if what is not None and what[1] != "function":
                while at < len(words) and words[at] != ";":
                    at = skip_pair(words, at) if words[at] in PAIRS else at + 1
        elif what is None or what[1] in ("type", "function") or "extern" in head:
            continue  # declared, not defined
        if what is None:
            continue
        name, kind = what
        constant = kind == "variable" and ("constexpr" in head or head[0] == "const") and "inline" not in head
        private = "" in scopes or "static" in head or constant or kind == "alias"
        around = "::".join(scope for scope in scopes if scope)
        meaning = " ".join(head) if kind == "alias" else None
        yield Definition(around, name, meaning, private, stream[start][1])
