"""Pairs of files that TILEWRIGHT_UNITY may compile as one, for the self-test of the rule names_of_a_unit."""

# What two files of a folder define, each in an unnamed namespace of its own: refused ...
CLASHES = [
    ("int size(const char* text) { return 1; }", "int size(const char* text) { return 2; }"),
    ("int size(int x) { return 1; }", "template <class T, class U = A<T>>\nstd::vector<T> size(float x) { return 2; }"),
    ("struct Row {\n    int size() { return 1; }\n};", "enum class Row { One, Two };"),
    ("struct Row final : Base {};", "class Row {};"),
    ("constexpr int kRows[] = {1, 2};", "const std::map<int, int> kRows = {{1, 2}};"),
    ("using Row = int;", "using Row = float;"),
    ("int count = 0;", "thread_local A<B> count{1};"),
    ("const char* text = R\"(})\";  // }\nint size() { return 1; }", "char c = '}';\nint size() { return 1; }"),
    ("Row::Row() : a_{1}, b_{2} {}\nint size() { return 1; }", "int size() { return 1; }"),
    ("}  // namespace\nint size() { return 1; }\nnamespace {", "int size() { return 2; }"),
    ("}  // namespace\nstatic int size() { return 1; }\nnamespace {", "}\nconst int size = 2;\nnamespace {"),
    ("}  // namespace\nextern \"C\" {\nstatic int size() { return 1; }\n}\nnamespace {", "int size = 2;"),
]
# ... and taken.
NO_CLASHES = [
    ("int size();", "int size() { return 1; }"),
    ("struct Row;", "struct Row {};"),
    ("using Row = int;", "using Row = int;"),
    ("namespace fs = std::filesystem;", "namespace fs = std::filesystem;"),
    ("using std::vector;", "using std::vector;"),
    ("struct A {\n    int size() { return 1; }\n};", "struct B {\n    int size() { return 1; }\n};"),
    ("int f() {\n    int inner = 1;\n    return inner;\n}", "int g() {\n    int inner = 1;\n    return inner;\n}"),
    ("int A::size() { return 1; }", "int B::size() { return 1; }"),
    ("A::A() : a_{1}, b_{2} {}", "B::B() : a_{1}, b_{2} {}"),
    ("TEST(A, Size) { int x = 1; }", "TEST(B, Size) { int x = 1; }"),
    ("template <>\nint size<int>() { return 1; }", "template <>\nint size<float>() { return 1; }"),
    ("bool operator==(A a, A b) { return true; }", "bool operator==(B a, B b) { return true; }"),
    ("}\nnamespace a {\nnamespace {\nint f() { return 1; }\n}", "}\nnamespace b {\nstatic int f() { return 1; }\n"),
    ("}  // namespace\nextern int size;\nnamespace {", "}\nextern int size;\nnamespace {"),
]


def private_example(text):
    """a file that has `text` in an unnamed namespace"""
    return f"// An example of names.\nnamespace tilewright {{\nnamespace {{\n\n{text}\n\n}}  // namespace\n}}\n"
