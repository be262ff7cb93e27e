// Reads formulas: numbers, names, calls, + - * / @ with the usual precedence, comparisons below them; k^T and k.T.
#include "workshop/spec/formula.hpp"

#include <fmt/format.h>

#include <cctype>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string_view>

#include "workshop/spec/hints.hpp"
#include "workshop/spec/limits.hpp"
#include "workshop/spec/reduced.hpp"

namespace tilewright::workshop::rows {

namespace {

using Node = std::unique_ptr<Expression>;

struct Token {
    enum class Kind { Number, Name, Symbol, Separator, End } kind = Kind::End;
    std::string text;
    size_t at = 0;  // offset in the formula
};

class Parser {
public:
    Parser(const Source& source, size_t begin, const std::string& formula, bool limited)
        : source_(source), begin_(begin), formula_(formula), limited_(limited) {
        advance();
    }

    std::vector<Assignment> run() {
        std::vector<Assignment> all;
        while (true) {
            while (token_.kind == Token::Kind::Separator) advance();
            if (token_.kind == Token::Kind::End) break;
            all.push_back(assignment());
            if (is(",")) {
                wrong(token_, "a formula has one result, and this comma begins another",
                      "give the other result an op of its own");
            }
            if (token_.kind != Token::Kind::Separator && token_.kind != Token::Kind::End) {
                foreign_word();
                wrong(token_,
                      fmt::format("expected an operator or the end of the formula, but found \"{}\"", token_.text),
                      "write products with *, e.g. x * gamma");
            }
        }
        if (all.empty()) wrong(token_, "the formula is empty", "give the result, e.g. y = x - mean(x)");
        return all;
    }

private:
    [[noreturn]] void wrong(const Token& token, const std::string& message, const std::string& fix) {
        refuse(source_, source_.at(begin_ + token.at), "TW4111", message, fix);
    }

    // What other languages have in this place is refused with what says the same here.
    void foreign_word() {
        if (token_.kind != Token::Kind::Name) return;
        const auto instead = instead_of_word(token_.text);
        if (instead) wrong(token_, fmt::format("\"{}\" is no word of formulas", token_.text), *instead);
    }
    [[noreturn]] void foreign_letter() {
        const bool power = token_.text == "^" || token_.text == "**";
        wrong(token_,
              fmt::format("\"{}\" {}", token_.text, power ? "is no operator of formulas" : "cannot stand in a formula"),
              instead_of_letter(token_.text)
                  .value_or("formulas have names, numbers, + - * / @, comparisons, calls and parentheses"));
    }

    void advance() {
        const std::string_view blank = depth_ == 0 ? " \t\r" : " \t\r\n";  // inside parentheses a formula may go on
        while (at_ < formula_.size() && blank.find(formula_[at_]) != blank.npos) ++at_;
        token_ = {};
        token_.at = at_;
        if (at_ >= formula_.size()) {
            token_.text = "the end";
            return;
        }
        const char letter = formula_[at_];
        if (letter == '\n' || letter == ';') {
            token_.kind = Token::Kind::Separator;
            token_.text = letter == ';' ? ";" : "the end of the line";
            ++at_;
        } else if (transposes(at_)) {
            token_.kind = Token::Kind::Symbol;
            token_.text = "^T";
            at_ += 2;
        } else if (std::isdigit(static_cast<unsigned char>(letter)) || letter == '.') {
            char* end = nullptr;
            std::strtod(formula_.c_str() + at_, &end);
            const size_t length = static_cast<size_t>(end - (formula_.c_str() + at_));
            token_.kind = Token::Kind::Number;
            token_.text = formula_.substr(at_, std::max<size_t>(length, 1));
            if (length == 0) wrong(token_, "\".\" is no number", "write the digits, e.g. 0.5");
            at_ += length;
            check_number();
        } else if (std::isalpha(static_cast<unsigned char>(letter)) || letter == '_') {
            while (at_ < formula_.size() &&
                   (std::isalnum(static_cast<unsigned char>(formula_[at_])) || formula_[at_] == '_')) {
                token_.text += formula_[at_++];
            }
            if (limited_) check_name(source_, source_.at(begin_ + token_.at), token_.text);
            token_.kind = Token::Kind::Name;
            if (formula_.compare(at_, 1, ".") == 0 && !transposes(at_)) {
                wrong(token_, fmt::format("\"{}.\": values have no methods, and functions no modules", token_.text),
                      "write a function by its name alone, e.g. mean(x) or exp(x)");
            }
        } else {
            token_.kind = Token::Kind::Symbol;
            token_.text = std::string(1, letter);
            for (const char* two : {"<=", ">=", "==", "!=", "**"}) {
                if (formula_.compare(at_, 2, two) == 0) token_.text = two;
            }
            const bool known = std::string("+-*/@(),=<>!").find(letter) != std::string::npos;
            if (!known || token_.text == "!" || token_.text == "**") foreign_letter();
            at_ += token_.text.size();
        }
    }

    // k^T or k.T goes on there.
    bool transposes(size_t at) const {
        if (formula_.compare(at, 2, "^T") != 0 && formula_.compare(at, 2, ".T") != 0) return false;
        if (at + 2 >= formula_.size()) return true;
        const char next = formula_[at + 2];
        return !std::isalnum(static_cast<unsigned char>(next)) && next != '_' && next != '(';
    }

    // One level of the formula, as long as it lives.
    class Level {
    public:
        Level(Parser& parser, const Token& token) : parser_(parser) {
            if (++parser_.levels_ <= kMostNesting) return;
            refuse(parser_.source_, parser_.source_.at(parser_.begin_ + token.at), "TW4122",
                   fmt::format("this is level {} of parentheses, calls and signs within each other; there can be {}",
                               parser_.levels_, kMostNesting),
                   "give an inner part a name: a = ...; y = ... a ...");
        }
        ~Level() { --parser_.levels_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

    private:
        Parser& parser_;
    };

    // Numbers go into generated Python as they are written.
    void check_number() {
        if (token_.text.find_first_of("xX") != std::string::npos) {
            wrong(token_, fmt::format("{} is not written in decimal digits", clipped(token_.text)), "write e.g. 255");
        }
        if (!std::isfinite(std::strtod(token_.text.c_str(), nullptr))) {
            refuse(source_, source_.at(begin_ + token_.at), "TW4125",
                   fmt::format("{} is no float32 number; {}", clipped(token_.text), float32_range()),
                   "give a number within these bounds");
        }
        if (token_.text.find_first_not_of("0123456789") != std::string::npos) return;
        token_.text.erase(0, std::min(token_.text.find_first_not_of('0'), token_.text.size() - 1));  // no 007
    }

    bool is(const char* symbol) const { return token_.kind == Token::Kind::Symbol && token_.text == symbol; }

    Node make(Expression::Kind kind, size_t at, std::string text) {
        auto node = std::make_unique<Expression>();
        node->kind = kind;
        node->position = source_.at(begin_ + at);
        node->text = std::move(text);
        const bool operation = kind == Expression::Kind::Operator || kind == Expression::Kind::Call;
        if (operation && ++operations_ > kMostOperations && limited_) {
            refuse(source_, node->position, "TW4122",
                   fmt::format("this is operation {} of the formula; there can be {}", operations_, kMostOperations),
                   "give equal parts one name, write power(x, n) for products of one value, or make two ops of it");
        }
        return node;
    }

    Assignment assignment() {
        Assignment result;
        result.position = source_.at(begin_ + token_.at);
        Node value = comparison();
        if (is("=")) {
            if (value->kind != Expression::Kind::Name) {
                wrong(token_, "only a name can stand before \"=\"", "write name = formula; comparisons are ==");
            }
            result.name = value->text;
            advance();
            value = comparison();
        }
        result.value = std::move(value);
        return result;
    }

    Node binary(const std::vector<const char*>& symbols, Node (Parser::*next)(), bool once) {
        Node left = (this->*next)();
        while (true) {
            const char* found = nullptr;
            for (const char* symbol : symbols) {
                if (is(symbol)) found = symbol;
            }
            if (found == nullptr) return left;
            Node node = make(Expression::Kind::Operator, token_.at, found);
            advance();
            node->arguments.push_back(std::move(left));
            node->arguments.push_back((this->*next)());
            left = std::move(node);
            if (once) return left;
        }
    }
    Node comparison() { return binary({"<", "<=", ">", ">=", "==", "!="}, &Parser::sum, true); }
    Node sum() { return binary({"+", "-"}, &Parser::product, false); }
    Node product() { return binary({"*", "/", "@"}, &Parser::sign, false); }

    Node sign() {
        while (is("+")) advance();
        if (!is("-")) return transposed();
        const Level level(*this, token_);
        Node node = make(Expression::Kind::Operator, token_.at, "-");
        advance();
        node->arguments.push_back(sign());
        return node;
    }

    Node transposed() {
        Node value = primary();
        while (is("^T")) {
            Node node = make(Expression::Kind::Operator, token_.at, "^T");
            advance();
            node->arguments.push_back(std::move(value));
            value = std::move(node);
        }
        return value;
    }

    Node primary() {
        const Token token = token_;
        if (token.kind == Token::Kind::Number) {
            Node node = make(Expression::Kind::Number, token.at, token.text);
            node->number = std::strtod(token.text.c_str(), nullptr);
            advance();
            return node;
        }
        if (token.kind == Token::Kind::Name) {
            foreign_word();
            advance();
            if (!is("(")) return make(Expression::Kind::Name, token.at, token.text);
            Node node = make(Expression::Kind::Call, token.at, token.text);
            arguments(*node);
            return node;
        }
        if (is("(")) {
            const Level level(*this, token);
            ++depth_;
            advance();
            Node node = comparison();
            close(token);
            return node;
        }
        foreign_word();
        wrong(token,
              fmt::format("expected a value, but found {}",
                          token.kind == Token::Kind::Symbol ? "\"" + token.text + "\"" : token.text),
              "a value is a name, a number, a call like mean(x), or a formula in parentheses");
    }

    void arguments(Expression& call) {
        const Token open = token_;
        const Level level(*this, open);
        ++depth_;
        advance();
        if (!is(")")) {
            argument(call);
            while (is(",")) {
                advance();
                argument(call);
            }
        }
        close(open);
    }
    // value, or name = value, or name = (value, value)
    void argument(Expression& call) {
        const Token first = token_;
        Node value = comparison();
        if (!is("=")) {
            if (!call.keywords.empty()) {
                wrong(first, "a value without a name stands behind one that has one",
                      "write values first, then name = value");
            }
            call.arguments.push_back(std::move(value));
            return;
        }
        if (value->kind != Expression::Kind::Name) {
            wrong(token_, "only a name can stand before \"=\"", "comparisons are ==");
        }
        Expression::Keyword keyword{value->text, value->position, {}};
        if (says_dims(keyword.name))
            check_dims_text(source_, keyword.position, call.text, keyword.name, formula_.substr(at_));
        advance();
        const Token open = token_;
        if (is("(")) {
            ++depth_;
            advance();
            keyword.values.push_back(comparison());
            while (is(",")) {
                advance();
                if (!is(")")) keyword.values.push_back(comparison());
            }
            close(open);
        } else {
            keyword.values.push_back(comparison());
        }
        call.keywords.push_back(std::move(keyword));
    }

    void close(const Token& open) {
        if (!is(")")) {
            foreign_word();
            wrong(open,
                  fmt::format("this parenthesis is not closed; found {} instead",
                              token_.kind == Token::Kind::Symbol ? "\"" + token_.text + "\"" : token_.text),
                  "add \")\"");
        }
        --depth_;
        advance();
    }

    const Source& source_;
    size_t begin_;
    const std::string& formula_;
    bool limited_;
    size_t at_ = 0;
    int depth_ = 0;  // of parentheses, those of calls included
    size_t levels_ = 0, operations_ = 0;
    Token token_;
};

int precedence(const Expression& e) {
    if (e.kind != Expression::Kind::Operator) return 4;
    if (e.text == "^T") return 4;
    if (e.arguments.size() == 1) return 3;
    if (e.text == "*" || e.text == "/" || e.text == "@") return 2;
    return e.text == "+" || e.text == "-" ? 1 : 0;
}

std::string wrapped(const Expression& e, int least) {
    return precedence(e) < least ? "(" + to_text(e) + ")" : to_text(e);
}

}  // namespace

std::vector<Assignment> parse_formula(const Source& source, size_t begin, const std::string& formula, bool limited) {
    return Parser(source, begin, formula, limited).run();
}

bool fits_float32(double value) {
    const double size = std::fabs(value);
    return size == 0 || (size >= std::numeric_limits<float>::min() && size <= std::numeric_limits<float>::max());
}
std::string float32_range() {
    return fmt::format("float32 holds 0, and {:g} to {:g} in size", std::numeric_limits<float>::min(),
                       std::numeric_limits<float>::max());
}

std::string to_text(const Expression& e) {
    if (e.kind == Expression::Kind::Number || e.kind == Expression::Kind::Name) return e.text;
    if (e.kind == Expression::Kind::Call) {
        std::string text = e.text + "(";
        for (size_t i = 0; i < e.arguments.size(); ++i) text += (i ? ", " : "") + to_text(*e.arguments[i]);
        return text + ")";
    }
    const int own = precedence(e);
    if (e.text == "^T") return wrapped(*e.arguments[0], own) + "^T";
    if (e.arguments.size() == 1) return "-" + wrapped(*e.arguments[0], own);
    return wrapped(*e.arguments[0], own) + " " + e.text + " " + wrapped(*e.arguments[1], own + 1);
}

}  // namespace tilewright::workshop::rows
