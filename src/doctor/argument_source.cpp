// Reading names, loops and accessors out of a kernel's text.
#include "doctor/argument_source.hpp"

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <sstream>

#include "doctor/source_tokens.hpp"
#include "engine/build/kernel_build.hpp"

namespace tilewright::doctor {

namespace {
using Keys = std::set<ArgumentKey>;

// Words that TensorAccessorArgs<first> takes (kernel_api/api/tensor/tensor_accessor_args.h).
uint32_t accessor_words(const std::vector<uint32_t>& words, uint32_t first, program::Era era) {
    enum { Sharded = 1, Rank = 4, Banks = 8, TensorShape = 16, ShardShape = 32, Coordinates = 64, PageSize = 128 };
    const auto word = [&](uint32_t index) { return index < words.size() ? words[index] : 0; };
    const uint32_t flags = word(first);
    uint32_t next = first + 1;
    if (era != program::Era::Jan2026 && (flags & PageSize) == 0) ++next;
    if ((flags & Sharded) != 0) {
        const uint32_t rank = (flags & Rank) != 0 ? 0 : word(next++);
        const uint32_t banks = (flags & Banks) != 0 ? 0 : word(next++) & 0x7FFFFFFF;
        if ((flags & TensorShape) == 0) next += rank;
        if ((flags & ShardShape) == 0) next += rank;
        if ((flags & Coordinates) == 0) next += (banks + 1) / 2;
    }
    return std::min(next, static_cast<uint32_t>(words.size())) - std::min(first, static_cast<uint32_t>(words.size()));
}

class SourceReader {
public:
    SourceReader(const std::string& text, const program::KernelDescriptor& kernel, program::Era era)
        : tokens_(tokens_of(text)), kernel_(kernel), era_(era), key_at_(tokens_.size()) {}

    ArgumentSource read() {
        for (size_t i = 0; i < tokens_.size(); ++i) {
            const Token& token = tokens_[i];
            if (token.is("struct")) note_struct(i);
            if (token.is("for") || token.is("while")) note_loop(i);
            if (token.is("{") || token.is("}")) statement_ = i + 1;
            if (token.is(";")) end_statement(i);
            if (token.kind == Token::Kind::Word) look_at_word(i);
        }
        finish_loops();
        return std::move(out_);
    }

private:
    struct Loop {
        size_t condition_begin, condition_end;
        size_t init_begin, init_end;
        size_t body_end;
        uint32_t line;
    };

    bool at(size_t i, std::string_view text) const { return i < tokens_.size() && tokens_[i].is(text); }
    bool is_word(size_t i) const { return i < tokens_.size() && tokens_[i].kind == Token::Kind::Word; }

    // ---- numbers ---------------------------------------------------------------------------------------------------
    // The value of tokens [at, end), where it is known; counters move as they would.
    std::optional<int64_t> value(size_t& i, size_t end) {
        std::optional<int64_t> sum = product(i, end);
        while (sum && i < end && (at(i, "+") || at(i, "-"))) {
            const bool minus = at(i++, "-");
            const auto next = product(i, end);
            if (!next) return std::nullopt;
            sum = minus ? *sum - *next : *sum + *next;
        }
        return sum;
    }
    std::optional<int64_t> whole_value(size_t begin, size_t end) {
        size_t i = begin;
        const auto result = value(i, end);
        return i == end ? result : std::nullopt;
    }
    std::optional<int64_t> product(size_t& i, size_t end) {
        std::optional<int64_t> result = single(i, end);
        while (result && i < end && (at(i, "*") || at(i, "/"))) {
            const bool over = at(i++, "/");
            const auto next = single(i, end);
            if (!next || (over && *next == 0)) return std::nullopt;
            result = over ? *result / *next : *result * *next;
        }
        return result;
    }
    std::optional<int64_t> single(size_t& i, size_t end) {
        if (i >= end) return std::nullopt;
        if (at(i, "(")) {
            const size_t close = closing_bracket(tokens_, i);
            const auto inner = close < end ? whole_value(i + 1, close) : std::nullopt;
            i = close + 1;
            return inner;
        }
        if (at(i, "++") && is_word(i + 1)) {
            const auto found = numbers_.find(tokens_[i + 1].text);
            i += 2;
            if (found == numbers_.end()) return std::nullopt;
            return ++found->second;
        }
        if (tokens_[i].kind == Token::Kind::Number) return literal(tokens_[i++].text);
        if (!is_word(i)) return std::nullopt;
        const std::string& word = tokens_[i].text;
        if (word == "static_cast" && at(i + 1, "<")) {
            i = closing_angle(tokens_, i + 1) + 1;
            return at(i, "(") ? single(i, end) : std::nullopt;
        }
        if (word == "get_compile_time_arg_val" && at(i + 1, "(")) {
            const size_t close = closing_bracket(tokens_, i + 1);
            const auto index = close < end ? whole_value(i + 2, close) : std::nullopt;
            i = close + 1;
            if (!index || *index < 0 || static_cast<size_t>(*index) >= kernel_.compile_time_args.size())
                return std::nullopt;
            return kernel_.compile_time_args[static_cast<size_t>(*index)];
        }
        if (word == "TensorAccessorArgs" && at(i + 1, "<")) {
            const size_t close = closing_angle(tokens_, i + 1);
            const auto first = first_word(i);
            i = close + 1;
            if (at(i, "(")) i = closing_bracket(tokens_, i) + 1;
            return first ? next_word(i, *first + accessor_words(kernel_.compile_time_args, *first, era_))
                         : std::nullopt;
        }
        if (word == "decltype" && at(i + 1, "(") && is_word(i + 2)) i += 2;
        if (const auto accessor = next_words_.find(tokens_[i].text); accessor != next_words_.end()) {
            ++i;
            if (at(i, ")")) ++i;
            return next_word(i, accessor->second);
        }
        const auto found = numbers_.find(word);
        ++i;
        if (found == numbers_.end()) return std::nullopt;
        if (at(i, "++") && i < end) {
            ++i;
            return found->second++;
        }
        return found->second;
    }
    static std::optional<int64_t> literal(std::string text) {
        text.erase(std::remove(text.begin(), text.end(), '\''), text.end());
        const bool hex = text.starts_with("0x") || text.starts_with("0X");
        int64_t number = 0;
        const char* begin = text.data() + (hex ? 2 : 0);
        const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number, hex ? 16 : 10);
        if (error != std::errc() || end == begin) return std::nullopt;
        return number;
    }
    // ".next_compile_time_args_offset()" behind an accessor.
    std::optional<int64_t> next_word(size_t& i, uint32_t next) const {
        if ((!at(i, ".") && !at(i, "::")) || !at(i + 1, "next_compile_time_args_offset") || !at(i + 2, "("))
            return std::nullopt;
        i += 4;
        return next;
    }
    std::optional<uint32_t> first_word(size_t accessor) {
        const size_t close = closing_angle(tokens_, accessor + 1);
        size_t end = accessor + 2;
        while (end < close && !at(end, ",")) end = at(end, "(") ? closing_bracket(tokens_, end) + 1 : end + 1;
        const auto first = whole_value(accessor + 2, end);
        if (!first || *first < 0 || *first > 1'000'000) return std::nullopt;
        return static_cast<uint32_t>(*first);
    }

    // ---- calls -----------------------------------------------------------------------------------------------------
    void look_at_word(size_t i) {
        const std::string& word = tokens_[i].text;
        if (word == "get_arg_val" || word == "get_common_arg_val") {
            if (!at(i + 1, "<")) return;
            note_call(i, closing_angle(tokens_, i + 1) + 1,
                      word == "get_arg_val" ? ArgumentKind::Runtime : ArgumentKind::Common);
        } else if (word == "get_compile_time_arg_val") {
            note_call(i, i + 1, ArgumentKind::CompileTime);
        } else if (word == "get_named_compile_time_arg_val") {
            if (!at(i + 1, "(") || i + 2 >= tokens_.size()) return;
            const auto& list = kernel_.named_compile_time_args;
            for (uint32_t k = 0; k < list.size(); ++k) {
                if (list[k].first == tokens_[i + 2].text)
                    note({ArgumentKind::Named, k}, i, closing_bracket(tokens_, i + 1));
            }
        } else if (word == "get_arg_addr" || word == "get_common_arg_addr") {
            note_address(i, word == "get_arg_addr" ? ArgumentKind::Runtime : ArgumentKind::Common);
        } else if (word == "TensorAccessorArgs" && at(i + 1, "<")) {
            note_accessor(i);
        }
    }
    void note_call(size_t call, size_t open, ArgumentKind kind) {
        if (!at(open, "(")) return;
        const size_t close = closing_bracket(tokens_, open);
        if (close == tokens_.size()) return;
        const auto index = whole_value(open + 1, close);
        if (index && *index >= 0 && *index <= UINT32_MAX) note({kind, static_cast<uint32_t>(*index)}, call, close);
    }
    void note(ArgumentKey key, size_t call, size_t close) {
        key_at_[call] = key;
        NamedArgument argument{key, {}, false, tokens_[call].line};
        bool nested = false;
        argument.name = name_before(call, nested);
        argument.whole = !argument.name.empty() && !nested && call > 0 && at(call - 1, "=") &&
                         (at(close + 1, ";") || at(close + 1, ",") || at(close + 1, "}"));
        add(std::move(argument));
    }
    void add(NamedArgument argument) {
        for (NamedArgument& known : out_.arguments) {
            if (known.key != argument.key) continue;
            if (known.name.empty() || (!known.whole && argument.whole)) known = std::move(argument);
            return;
        }
        out_.arguments.push_back(std::move(argument));
    }

    // The variable or field that the expression around token `i` is given to.
    std::string name_before(size_t i, bool& nested) const {
        std::string field;
        int depth = 0;
        while (i-- > 0) {
            const Token& token = tokens_[i];
            if (token.is("}") && depth == 0) break;
            if (token.is(")") || token.is("]") || token.is("}")) {
                ++depth;
            } else if (token.is("(") || token.is("[")) {
                depth > 0 ? static_cast<void>(--depth) : static_cast<void>(nested = true);
            } else if (token.is("{")) {
                if (depth-- > 0) continue;
                depth = 0;
                if (i == 0) break;
                if (at(i - 1, "=")) continue;
                // A value in braces behind a variable's name, or a block.
                if (!is_word(i - 1) || at(i - 1, "else") || at(i - 1, "do") || i < 2 || at(i - 2, ";")) break;
                return joined(tokens_[i - 1].text, field);
            } else if (depth == 0 && token.is(";")) {
                break;
            } else if (depth == 0 && token.is("=") && i > 0 && is_word(i - 1)) {
                if (i > 1 && at(i - 2, ".") && (i < 3 || at(i - 3, "{") || at(i - 3, ","))) {
                    field = tokens_[i - 1].text;
                    continue;
                }
                return joined(tokens_[i - 1].text, field);
            }
        }
        return {};
    }
    static std::string joined(const std::string& variable, const std::string& field) {
        return field.empty() ? variable : variable + "." + field;
    }

    // Arguments read through a pointer: a structure's fields, or words one after another.
    void note_address(size_t call, ArgumentKind kind) {
        if (!at(call + 1, "(")) return;
        const size_t close = closing_bracket(tokens_, call + 1);
        const auto first = close < tokens_.size() ? whole_value(call + 2, close) : std::nullopt;
        bool nested = false;
        const std::string name = name_before(call, nested);
        if (!first || *first < 0 || *first > UINT16_MAX || name.empty()) return;
        for (size_t i = statement_; i < call; ++i) {
            const auto fields = structs_.find(tokens_[i].text);
            if (fields == structs_.end()) continue;
            for (uint32_t k = 0; k < fields->second.size(); ++k)
                add({{kind, static_cast<uint32_t>(*first) + k},
                     name + "." + fields->second[k],
                     true,
                     tokens_[call].line});
            return;
        }
        size_t count = kernel_.common_runtime_args.size();
        if (kind == ArgumentKind::Runtime) {
            count = 0;
            for (const auto& [core, words] : kernel_.runtime_args) count = std::max(count, words.size());
        }
        for (size_t k = static_cast<size_t>(*first); k < count; ++k) {
            add({{kind, static_cast<uint32_t>(k)},
                 name + "[" + std::to_string(k - static_cast<size_t>(*first)) + "]",
                 false,
                 tokens_[call].line});
        }
    }
    void note_struct(size_t i) {
        if (!is_word(i + 1) || !at(i + 2, "{")) return;
        const size_t close = closing_bracket(tokens_, i + 2);
        std::vector<std::string> fields;
        for (size_t k = i + 3; k < close; ++k) {
            if (at(k, "(")) return;  // functions: more than words
            if (!is_word(k) || (!at(k + 1, ";") && !at(k + 1, ",") && !at(k + 1, "[") && !at(k + 1, "="))) continue;
            if (!at(k + 1, "[")) {
                fields.push_back(tokens_[k].text);
                continue;
            }
            const size_t end = closing_bracket(tokens_, k + 1);
            const auto count = end < close ? whole_value(k + 2, end) : std::nullopt;
            if (!count || *count < 0 || *count > 1024) return;
            for (int64_t n = 0; n < *count; ++n) fields.push_back(tokens_[k].text + "[" + std::to_string(n) + "]");
        }
        structs_[tokens_[i + 1].text] = std::move(fields);
    }
    void note_accessor(size_t i) {
        const auto first = first_word(i);
        if (!first) return;
        const uint32_t count = accessor_words(kernel_.compile_time_args, *first, era_);
        bool nested = false;
        const std::string name = name_before(i, nested);
        const bool known = std::any_of(out_.accessors.begin(), out_.accessors.end(),
                                       [&](const AccessorWords& words) { return words.first == *first; });
        if (!known && count != 0) out_.accessors.push_back({*first, count, name});
        if (!name.empty() && !nested) next_words_[name] = *first + count;
        // using Args = TensorAccessorArgs<0>;
        if (i > 1 && at(i - 1, "=") && is_word(i - 2)) next_words_[tokens_[i - 2].text] = *first + count;
    }

    // ---- statements ------------------------------------------------------------------------------------------------
    void end_statement(size_t end) {
        const size_t begin = statement_;
        statement_ = end + 1;
        if (end == begin + 2 && ((at(begin, "++") && is_word(begin + 1)) || (is_word(begin) && at(begin + 1, "++")))) {
            move_counter(tokens_[at(begin, "++") ? begin + 1 : begin].text, 1);
            return;
        }
        // Declarations may follow each other: a = 1, b = 2.
        for (size_t part = begin; part < end;) {
            size_t stop = part;
            while (stop < end && !at(stop, ",")) {
                const bool opens = at(stop, "(") || at(stop, "{") || at(stop, "[");
                stop = opens ? std::min(closing_bracket(tokens_, stop) + 1, end) : stop + 1;
            }
            define(part, stop);
            part = stop + 1;
        }
    }
    void define(size_t begin, size_t end) {
        for (size_t i = begin + 1; i < end; ++i) {
            if (at(i, "(")) return;
            const bool plain = at(i, "=");
            if (!plain && !at(i, "+=") && !at(i, "-=") && !at(i, "*=")) continue;
            if (!is_word(i - 1) || (i > 1 && at(i - 2, "."))) return;
            const std::string& name = tokens_[i - 1].text;
            Keys& from = made_of_[name];
            bool reads = false;
            for (size_t k = i + 1; k < end; ++k) {
                reads |= key_at_[k].has_value() || at(k, "++") || at(k, "--");
                if (key_at_[k]) from.insert(*key_at_[k]);
                if (const auto other = made_of_.find(tokens_[k].text);
                    other != made_of_.end() && &other->second != &from)
                    from.insert(other->second.begin(), other->second.end());
            }
            const auto number = reads ? std::nullopt : whole_value(i + 1, end);
            const int64_t value = number ? *number : 0;
            if (plain && number && !in_loop(i)) {
                numbers_[name] = value;
            } else if (at(i, "+=") && number) {
                move_counter(name, value);
            } else {
                numbers_.erase(name);
            }
            return;
        }
    }
    void move_counter(const std::string& name, int64_t by) {
        const auto found = numbers_.find(name);
        if (found != numbers_.end()) found->second += by;
    }

    // ---- loops -----------------------------------------------------------------------------------------------------
    bool in_loop(size_t i) const {
        return std::any_of(loops_.begin(), loops_.end(),
                           [&](const Loop& loop) { return i > loop.condition_begin && i < loop.body_end; });
    }
    void note_loop(size_t i) {
        if (!at(i + 1, "(")) return;
        const size_t close = closing_bracket(tokens_, i + 1);
        if (close == tokens_.size()) return;
        Loop loop{i + 2, close, i + 2, i + 2, close, tokens_[i].line};
        if (tokens_[i].is("for")) {
            std::vector<size_t> cuts;
            for (size_t k = i + 2; k < close; ++k) {
                if (at(k, "(") || at(k, "{")) k = std::min(closing_bracket(tokens_, k), close);
                if (at(k, ";")) cuts.push_back(k);
            }
            if (cuts.size() == 2) {
                loop.init_end = cuts[0];
                loop.condition_begin = cuts[0] + 1;
                loop.condition_end = cuts[1];
            }
        }
        loop.body_end = at(close + 1, "{") ? closing_bracket(tokens_, close + 1) : close + 1;
        while (!at(close + 1, "{") && loop.body_end < tokens_.size() && !at(loop.body_end, ";")) {
            const bool opens = at(loop.body_end, "(") || at(loop.body_end, "{");
            loop.body_end = opens ? closing_bracket(tokens_, loop.body_end) + 1 : loop.body_end + 1;
        }
        // What the loop changes has no one value in it, or behind it.
        for (size_t k = i + 2; k < std::min(loop.body_end, tokens_.size()); ++k) {
            if (!is_word(k)) continue;
            const bool changes = at(k + 1, "++") || at(k + 1, "--") || at(k + 1, "+=") || at(k + 1, "-=") ||
                                 at(k + 1, "=") || at(k - 1, "++") || at(k - 1, "--");
            if (changes) numbers_.erase(tokens_[k].text);
        }
        loops_.push_back(loop);
    }
    void finish_loops() {
        for (const Loop& loop : loops_) {
            Keys keys;
            std::set<std::string> counters;
            for (size_t k = loop.init_begin; k + 1 < loop.init_end; ++k) {
                if (is_word(k) && at(k + 1, "=")) counters.insert(tokens_[k].text);
            }
            SourceLoop found;
            for (size_t k = loop.condition_begin; k < loop.condition_end; ++k) {
                if (key_at_[k]) keys.insert(*key_at_[k]);
                const auto from = made_of_.find(tokens_[k].text);
                if (from != made_of_.end() && !counters.contains(tokens_[k].text))
                    keys.insert(from->second.begin(), from->second.end());
                append(found.condition, tokens_[k]);
            }
            found.line = found.first_line = loop.line;
            found.last_line = loop.body_end < tokens_.size() ? tokens_[loop.body_end].line : tokens_.back().line;
            found.bounded_by.assign(keys.begin(), keys.end());
            out_.loops.push_back(std::move(found));
        }
    }
    static void append(std::string& text, const Token& token) {
        static constexpr std::string_view kTight[] = {"(", ")", ".", "::", "->", "[", "]", ",", "++", "--", "!"};
        const bool tight = std::any_of(std::begin(kTight), std::end(kTight), [&](auto sign) { return token.is(sign); });
        const char last = text.empty() ? '(' : text.back();
        if (!tight && last != '(' && last != '.' && last != ':' && last != '[' && last != '>' && last != '!')
            text += ' ';
        text += token.text;
    }

    std::vector<Token> tokens_;
    const program::KernelDescriptor& kernel_;
    program::Era era_;
    std::vector<std::optional<ArgumentKey>> key_at_;  // by token
    size_t statement_ = 0;                            // where the current one begins
    std::map<std::string, int64_t> numbers_;          // variables whose value is known here
    std::map<std::string, Keys> made_of_;             // variables and the arguments they are computed from
    std::map<std::string, uint32_t> next_words_;      // accessors and the compile-time word behind theirs
    std::map<std::string, std::vector<std::string>> structs_;
    std::vector<Loop> loops_;
    ArgumentSource out_;
};
}  // namespace

const NamedArgument* ArgumentSource::find(ArgumentKey key) const {
    const auto found =
        std::find_if(arguments.begin(), arguments.end(), [&](const NamedArgument& a) { return a.key == key; });
    return found == arguments.end() ? nullptr : &*found;
}

const AccessorWords* ArgumentSource::accessor_at(ArgumentKey key) const {
    if (key.kind != ArgumentKind::CompileTime) return nullptr;
    for (const AccessorWords& words : accessors) {
        if (key.index >= words.first && key.index < words.first + words.count) return &words;
    }
    return nullptr;
}

const SourceLoop* ArgumentSource::loop_bounded_by(ArgumentKey key, uint32_t line) const {
    const SourceLoop* innermost = nullptr;
    for (const SourceLoop& loop : loops) {
        if (line != 0 && (line < loop.first_line || line > loop.last_line)) continue;
        if (std::find(loop.bounded_by.begin(), loop.bounded_by.end(), key) != loop.bounded_by.end()) innermost = &loop;
    }
    return innermost;
}

ArgumentSource read_arguments(const std::string& text, const program::KernelDescriptor& kernel, program::Era era) {
    return SourceReader(text, kernel, era).read();
}

std::shared_ptr<const ArgumentSource> argument_source(const program::KernelDescriptor& kernel, program::Era era) {
    static std::mutex mutex;
    static std::map<std::string, std::shared_ptr<const ArgumentSource>> kept;
    constexpr size_t kKeptMax = 64;
    std::string text = kernel.source.text;
    if (kernel.source.is_path) {
        const auto path = kernel.source.resolved.empty() ? std::filesystem::path(text) : kernel.source.resolved;
        text = engine::kernel_source(path);
    }
    std::string key = text + '\n' + std::to_string(static_cast<uint32_t>(era));
    for (const uint32_t word : kernel.compile_time_args) key += ',' + std::to_string(word);
    for (const auto& [name, value] : kernel.named_compile_time_args) key += ';' + name;
    for (const auto& [core, words] : kernel.runtime_args) {
        key += '/' + std::to_string(words.size());
        break;
    }
    const std::lock_guard lock(mutex);
    if (kept.size() >= kKeptMax && !kept.contains(key)) kept.clear();
    std::shared_ptr<const ArgumentSource>& entry = kept[key];
    if (!entry) entry = std::make_shared<const ArgumentSource>(read_arguments(text, kernel, era));
    return entry;
}

}  // namespace tilewright::doctor
