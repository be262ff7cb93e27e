// The compute kernel of a plan: one function per evaluated node, and the passes that call them. One file because both
// are written from the same names, flags and conditions.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "workshop/gen/integers.hpp"
#include "workshop/gen/kernels.hpp"
#include "workshop/gen/text.hpp"

namespace tilewright::workshop::rows {

namespace {

class Compute {
public:
    explicit Compute(const Plan& plan) : plan_(plan), program_(plan.program) { collect(); }

    std::string run() {
        head();
        out_.line();
        out_.line("namespace {").line();
        constants();
        for (const auto& [root, step] : functions_) function(root, *step);
        out_.line("}  // namespace").line();
        main();
        return joined(out_.str());
    }

private:
    static constexpr int kResults = 1 << 24;  // the key of a result, where there are several: above those of values

    // One function per evaluated node, and one for each that lies in a CB and is taken from there as it is.
    void collect() {
        const auto name_it = [&](int key, int root) {
            const bool result = key == -1 || key >= kResults;
            std::string label = key == -1 ? "result" : word_of(program_[root].name);
            if (key >= kResults) label = "result_" + label;
            if (label.empty()) label = op_name(program_[root].op);
            const std::string verb = !result && key <= -2 ? "load" : "make";
            std::string name = fmt::format("{}_{}", verb, label);
            for (int i = 2; !taken_.insert(name).second; ++i) name = fmt::format("{}_{}_{}", verb, label, i);
            names_[key] = name;
            roots_[key] = root;
        };
        const auto add = [&](const Step& step) {
            if (step.kind == StepKind::Result && plan_.result_is_reduced) return;
            const int key = key_of(step);
            if (names_.count(key)) return;
            functions_.emplace_back(key, &step);
            name_it(key, root_of(step));
            // Where the tiles of a row stay, what is stored otherwise is made anew.
            if (step.kind == StepKind::Store && plan_.tiles_may_stay) {
                made_in_dst_.insert(step.node);
                name_it(-2 - step.node, step.node);
            }
        };
        for (const Pass& pass : plan_.passes) {
            for (const Step& step : pass.columns) add(step);
            for (const Step& step : pass.steps) add(step);
        }
    }
    int root_of(const Step& step) const {
        const bool reads_argument = step.kind == StepKind::First || step.kind == StepKind::Reduce;
        return reads_argument ? program_[step.node].arguments[0] : step.node;
    }
    // -1: the result; below: a value that lies in a CB; else a value that is computed.
    int key_of(const Step& step) const {
        if (step.kind == StepKind::Result) return plan_.results.size() > 1 ? kResults + step.node : -1;
        const int root = root_of(step);
        const auto& code = step.code.instructions;
        const bool load = code.size() == 1 && code[0].kind == Instruction::Kind::Load && code[0].value == root;
        return load ? -2 - root : root;
    }
    std::string function_name(const Step& step) const { return names_.at(key_of(step)); }
    std::string slots(const Step& step) const {
        if (!plan_.tiles_may_stay || step.slots_in_dst == step.code.slots || step.kind == StepKind::Store) {
            return std::to_string(step.code.slots);
        }
        return fmt::format("tiles_resident ? {} : {}", step.slots_in_dst, step.code.slots);
    }

    void head() {
        out_.comment(fmt::format("{}: {} along {}.", plan_.spec.name, one_line(plan_.spec.formula),
                                 gathered() ? dims_words(program_.reduced) : "rows"));
        out_.line("//");
        const uint32_t passes = plan_.streaming_passes(true);
        if (passes > 1) {
            out_.comment(fmt::format(
                "A {0} is one block and stays in L1 (resident plan), or several blocks{1}, each sent again for "
                "each "
                "of the {2} passes (streaming plan).",
                gathered() ? "row" : "tile-row",
                plan_.tiles_may_stay ? ". Their tiles stay and every block is sent once (tiles resident: what comes of "
                                       "them is made in DST), or they leave"
                                     : "",
                passes));
        } else {
            out_.comment(fmt::format("A {} goes through in one block, or in several where it does not fit L1.",
                                     gathered() ? "row" : "tile-row"));
        }
        // rows.hpp has these.
        static const std::set<std::string> there = {"compute_kernel_api", "eltwise_binary_sfpu", "binary_max_min"};
        std::set<std::string> headers;
        const auto need = [&](const Step& step) {
            for (const Instruction& i : step.code.instructions) {
                const bool calls = i.kind == Instruction::Kind::Unary || i.kind == Instruction::Kind::Binary;
                const Function* called = calls ? find_function(i.op) : nullptr;
                if (called != nullptr && !there.count(called->header)) headers.insert(called->header);
            }
        };
        for (const auto& [root, step] : functions_) need(*step);
        if (plan_.spec.needs_wide_dst()) headers.insert("eltwise_unary/typecast");
        for (const std::string& name : headers) out_.line(fmt::format("#include \"api/compute/{}.h\"", name));
        out_.line(plan_.spec.has_operands() ? "#include \"products.hpp\""
                  : gathered()              ? "#include \"gathered.hpp\""
                                            : "#include \"rows.hpp\"");
    }
    static std::string one_line(std::string text) {
        std::replace(text.begin(), text.end(), '\n', ' ');
        return text;
    }

    void constants() {
        for (const PlanCb& cb : plan_.cbs) {
            const bool mine = cb.producer.rfind("compute", 0) == 0 || cb.consumer.rfind("compute", 0) == 0;
            if (!mine) continue;
            out_.line(fmt::format("constexpr uint32_t {} = {};", cb_name(cb.name), cb.index));
            for (const std::string& other : cb.shares) {
                out_.comment(fmt::format("After {} is gone.", cb.name));
                out_.line(fmt::format("constexpr uint32_t {} = {};", cb_name(other), cb.index));
            }
        }
        out_.line();
        integer_formats(out_, plan_.spec);
        if (plan_.reduces && !program_.has_refinement && !plan_.spec.in_matrices() && !gathered())
            out_.line(argument("width_tiles", 0, ""));
        if (plan_.reduces && !gathered()) out_.line(argument("tail_columns", 1, "of the last tile; 0: all"));
        geometry(out_, plan_);
        const int first = kFirstInputArgument + static_cast<int>(plan_.spec.inputs.size());
        if (gathered() && (plan_.reduces || multiplied())) {
            if (plan_.reduces) out_.line(argument("weight", 9, "1 by the elements of a row, as float32 bits"));
            out_.line(argument("height", first, "of the matrices"));
            out_.line(argument("width", first + 1, ""));
            out_.line(fmt::format("constexpr uint32_t reduced = {};", dims_source(program_.reduced)));
        }
        size_arguments(out_, plan_, first + 2);
        if (program_.has_refinement) {
            out_.line("constexpr uint32_t mean_tail = of_some ? 0 : tail_columns;");
            out_.line("constexpr uint32_t mean_weight = of_some ? rows::bits(1.0f / (32 * mean_tiles)) : 0;");
        }
        for (size_t k = 0; k < plan_.spec.inputs.size(); ++k) {
            const SpecInput& input = plan_.spec.inputs[k];
            if (!input.optional) continue;
            out_.line(fmt::format("constexpr bool {} = get_compile_time_arg_val({}) != 0;",
                                  flag_of(plan_, static_cast<int>(k)), static_cast<size_t>(kFirstInputArgument) + k));
        }
        out_.line();
        if (!plan_.rows.empty()) {
            out_.comment("Where the line of a tile is.");
            out_.line("ALWI uint32_t line_of(rows::Tile tile) { return lines_stay ? tile.row : tile.block; }").line();
        }
        if (plan_.tiles_may_stay) {
            out_.comment("Where an input's tile is.");
            out_.line("ALWI uint32_t place_of(rows::Tile tile) { return tiles_resident ? tile.row : tile.block; }");
            out_.line();
        }
        for (size_t i = 0; i < plan_.scalars.size(); ++i) {
            const std::string name = scalar_name(plan_, plan_.scalars[i]);
            const std::string formula = formula_of(program_, plan_.scalars[i]);
            if (formula != name) out_.comment(formula);
            out_.line(fmt::format("ALWI uint32_t {}() {{ return get_arg_val<uint32_t>({}); }}", name, i + 1));
        }
        if (!plan_.scalars.empty()) out_.line();
    }

    std::string integers_of(int node) const { return rows::integers_of(plan_, node); }
    bool gathered() const { return plan_.gathered(); }
    bool multiplied() const { return program_.last >= 0; }  // the result, by one more matrix
    // What DST holds is packed as sticks, with no tiles between.
    bool straight() const { return gathered() && !plan_.spec.output_tile; }
    std::string own_cb(uint32_t index) const { return cb_name(plan_.cb(index).name); }
    std::string result_sticks() const { return own_cb(plan_.cb_result_sticks); }

    static std::string slot(int index) {
        return index == 0 ? "slot" : index == 1 ? "free" : fmt::format("free + {}", index - 1);
    }

    std::string scalar(int value) const {
        if (value < 0) return "0";
        const Node& node = program_[value];
        if (node.op == Op::Constant) return fmt::format("rows::bits({}f)", number_text(node.constant));
        return scalar_name(plan_, value) + "()";
    }

    // A function of the SFPU on these slots.
    void call(const Instruction& i, const std::string& slots) {
        const Function& f = *find_function(i.op);
        std::string words;
        for (const Word& word : i.words) words += ", " + (word.node < 0 ? word.text : scalar(word.node));
        statement(fmt::format("{}_tile_init{}();", f.init, f.init_arguments));
        statement(fmt::format("{}_tile{}({}{});", f.call, f.arguments, slots, words));
    }
    void unary(const Instruction& i) {
        if (i.op == Op::Square) {
            statement("mul_binary_tile_init();");
            statement(fmt::format("mul_binary_tile({0}, {0}, {0});", slot(i.out)));
            return;
        }
        call(i, slot(i.out));
    }

    void instruction(const Instruction& i) {
        switch (i.kind) {
            case Instruction::Kind::Load: {
                if (made_in_dst_.count(i.value)) {
                    statement(fmt::format("{}(tile, {}, {});", names_.at(-2 - i.value), slot(i.out), slot(i.c)));
                } else {
                    statement(
                        fmt::format("rows::load({}, {}, {});", cb_name(plan_, i.value), place(i.value), slot(i.out)));
                    if (const std::string dtype = integers_of(i.value); !dtype.empty()) {
                        statement(fmt::format("typecast_tile_init<from_{0}, to_float32>();", dtype));
                        statement(fmt::format("typecast_tile<from_{0}, to_float32>({1});", dtype, slot(i.out)));
                    }
                }
                break;
            }
            case Instruction::Kind::Unary: unary(i); break;
            case Instruction::Kind::Binary: {
                if (is_function(i.op)) {
                    call(i, fmt::format("{}, {}, {}", slot(i.a), slot(i.b), slot(i.out)));
                    break;
                }
                static const std::map<Op, const char*> names = {
                    {Op::Add, "add_binary"},         {Op::Sub, "sub_binary"},      {Op::Mul, "mul_binary"},
                    {Op::Div, "div_binary"},         {Op::Min, "binary_min"},      {Op::Max, "binary_max"},
                    {Op::Less, "lt_binary"},         {Op::LessEqual, "le_binary"}, {Op::Greater, "gt_binary"},
                    {Op::GreaterEqual, "ge_binary"}, {Op::Equal, "eq_binary"},     {Op::NotEqual, "ne_binary"}};
                statement(fmt::format("{}_tile_init();", names.at(i.op)));
                statement(fmt::format("{}_tile({}, {}, {});", names.at(i.op), slot(i.a), slot(i.b), slot(i.out)));
                break;
            }
            case Instruction::Kind::Scalar: {
                if (i.op == Op::Min || i.op == Op::Max) {
                    statement(fmt::format("unary_{}_tile_init();", op_name(i.op)));
                } else {
                    statement("binop_with_scalar_tile_init();");
                }
                const std::string name = i.op == Op::Min || i.op == Op::Max ? fmt::format("unary_{}", op_name(i.op))
                                                                            : fmt::format("{}_unary", op_name(i.op));
                statement(fmt::format("{}_tile({}, {});", name, slot(i.out), scalar(i.value)));
                break;
            }
            case Instruction::Kind::Power:
                statement("power_tile_init();");
                statement(fmt::format("power_tile({}, {});", slot(i.out), scalar(i.value)));
                break;
            case Instruction::Kind::Broadcast: {
                const std::string name = fmt::format("sfpu_{}_bcast_{}", op_name(i.op), i.row ? "row" : "col");
                statement(fmt::format("{}_init();", name));
                statement(fmt::format("{}({}, {});", name, slot(i.out), slot(i.b)));
                break;
            }
            case Instruction::Kind::Fill:
                statement("fill_tile_init();");
                statement(fmt::format("fill_tile_bitcast({}, {});", slot(i.out), scalar(i.value)));
                break;
            case Instruction::Kind::Copy:
                statement("copy_dest_values_init();");
                statement(fmt::format("copy_dest_values<rows::dst_format>({}, {});", slot(i.a), slot(i.out)));
                break;
            case Instruction::Kind::Where:
                statement("where_tile_init();");
                statement(fmt::format("where_tile<rows::dst_format>({}, {}, {}, {});", slot(i.a), slot(i.b), slot(i.c),
                                      slot(i.out)));
                break;
        }
    }
    void statement(const std::string& text) { out_.line(text); }

    // Where in its CB a value of this tile is.
    std::string place(int value) const {
        const Node& node = program_[value];
        if (node.shape == Shape::Column || node.shape == Shape::Scalar) return "0";
        if (node.shape == Shape::Row) return "line_of(tile)";
        const bool comes = node.op == Op::Input || node.op == Op::Product;
        return comes && plan_.tiles_may_stay ? "place_of(tile)" : "tile.block";
    }

    static std::string signature(const std::string& name, bool tile, bool slot, bool free) {
        return fmt::format("ALWI void {}(rows::Tile{}, uint32_t{}, uint32_t{}) {{", name, tile ? " tile" : "",
                           slot ? " slot" : "", free ? " free" : "");
    }

    bool keeps_column() const { return plan_.column_result && !gathered(); }

    void function(int key, const Step& step) {
        const int root = roots_.at(key);
        if (key >= -1) {
            out_.comment(formula_of(program_, root) + (key == -1 && keeps_column() ? ", zeros beside it" : ""));
        }
        const bool column = key == -1 && keeps_column();
        bool uses_tile = false, uses_free = false;
        for (const Instruction& i : step.code.instructions) {
            const bool loads = i.kind == Instruction::Kind::Load;
            uses_tile |= loads && (made_in_dst_.count(i.value) || place(i.value) != "0");
            uses_free |= i.out > 0 || i.a > 0 || i.b > 0 || (i.c > 0 && (!loads || made_in_dst_.count(i.value)));
        }
        out_.open(signature(names_.at(key), uses_tile, true, uses_free));
        int guard = kAlways;
        for (const Instruction& i : step.code.instructions) {
            if (i.guard != guard) {
                if (guard != kAlways) out_.close();
                if (i.guard != kAlways) out_.open(fmt::format("if constexpr ({}) {{", flag_of(plan_, i.guard)));
                guard = i.guard;
            }
            instruction(i);
        }
        if (guard != kAlways) out_.close();
        if (column) statement(fmt::format("rows::keep_column({}, slot);", own_cb(plan_.cb_column_mask)));
        out_.close().line();
        if (step.kind != StepKind::Store || !made_in_dst_.count(root)) return;
        out_.open(signature(names_.at(-2 - root), true, true, true));
        out_.open("if constexpr (tiles_resident) {");
        out_.line(fmt::format("{}(tile, slot, free);", names_.at(key)));
        out_.close("} else {");
        out_.line(fmt::format("    rows::load({}, tile.block, slot);", cb_name(plan_, root)));
        out_.line("}");
        out_.close().line();
    }

    void main() {
        out_.open("void kernel_main() {");
        out_.line("const uint32_t tile_rows = get_arg_val<uint32_t>(0);").line();
        const int first = first_input();
        if (!integers_of(first).empty()) {
            // There is nothing but integers: units begin with the format of numbers.
            out_.line(fmt::format("compute_kernel_hw_startup({0}, {0}, {0});", own_cb(plan_.results.front().cb)));
        } else if (is_tile_input(plan_, first)) {
            out_.line(fmt::format("compute_kernel_hw_startup({0}, {0}, {0});", cb_name(plan_, first)));
        } else {
            out_.line(fmt::format("compute_kernel_hw_startup({0}, {0}, {1});", sticks_name(plan_, first),
                                  cb_name(plan_, first)));
        }
        if (plan_.has_edges()) {
            out_.line(fmt::format("gathered::wait_for_masks<reduced, height, width, {}>();", own_cb(plan_.cb_mask)));
        } else if (plan_.has_scaler) {
            out_.line(fmt::format("cb_wait_front({}, tail_columns != 0 ? 2 : 1);", own_cb(plan_.cb_mask)));
        } else if (plan_.reduces && !gathered()) {
            out_.line(fmt::format("if constexpr (tail_columns != 0) cb_wait_front({}, 1);", own_cb(plan_.cb_mask)));
        }
        if (keeps_column() && !plan_.result_is_reduced) {
            out_.line(fmt::format("cb_wait_front({}, 1);", own_cb(plan_.cb_column_mask)));
        }
        for (const int constant : plan_.constants) {
            out_.line(fmt::format("cb_wait_front({}, 1);", cb_name(plan_, constant)));
        }
        out_.open("for (uint32_t row = 0; row < tile_rows; ++row) {");
        for (const int column : plan_.columns) {
            const int guard = guard_of_input(plan_, column);
            if (guard != kAlways) out_.open(fmt::format("if constexpr ({}) {{", flag_of(plan_, guard)));
            if (!is_tile_input(plan_, column)) {
                out_.line(
                    fmt::format("rows::tilize<1, {}, {}>();", sticks_name(plan_, column), cb_name(plan_, column)));
            }
            out_.line(fmt::format("cb_wait_front({}, 1);", cb_name(plan_, column)));
            if (guard != kAlways) out_.close();
        }
        for (const Pass& pass : plan_.passes) {
            columns(pass);
            if (pass.over_tiles()) over_tiles(pass);
            pops(pass.free_after);
        }
        if (plan_.tiles_may_stay) {
            for (size_t i = 0; i < program_.nodes.size(); ++i) {
                const int node = static_cast<int>(i);
                const Op op = program_[node].op;
                if ((op != Op::Input && op != Op::Product) || program_[node].shape != Shape::Block) continue;
                guarded(guard_of_input(plan_, node), "tiles_resident",
                        {fmt::format("cb_pop_front({}, blocks * block_tiles);", cb_name(plan_, node))});
            }
        }
        products_end();
        out_.close();
        out_.close();
    }
    // Nobody needs the rows of left sides any more.
    void products_end() {
        for (size_t i = 0; i < program_.nodes.size(); ++i) {
            if (operand_side(plan_, static_cast<int>(i)) != MatrixSide::Side::Left) continue;
            const size_t size = plan_.spec.inputs[static_cast<size_t>(program_.nodes[i].index)].operand.size;
            out_.line(fmt::format("cb_pop_front({}, gathered::tiles_of({}));", cb_name(plan_, static_cast<int>(i)),
                                  size_name(plan_, size)));
        }
    }
    // The first one that is always there, one of floats if there is one.
    int first_input() const {
        int found = -1;
        for (size_t i = 0; i < program_.nodes.size(); ++i) {
            const Node& node = program_.nodes[i];
            if (node.op != Op::Input || guard_of_input(plan_, static_cast<int>(i)) != kAlways) continue;
            if (integers_of(static_cast<int>(i)).empty()) return static_cast<int>(i);
            if (found < 0) found = static_cast<int>(i);
        }
        return std::max(found, 0);
    }

    void pops(const std::vector<int>& values) {
        for (const int value : values) {
            const Node& node = program_[value];
            const int guard = node.op == Op::Input    ? guard_of_input(plan_, value)
                              : is_reduction(node.op) ? node.guard
                                                      : kAlways;
            std::vector<std::string> conditions;
            if (guard != kAlways) conditions.push_back(flag_of(plan_, guard));
            out_.line(fmt::format("{}cb_pop_front({}, 1);", only_if(conditions), cb_name(plan_, value)));
        }
    }

    void columns(const Pass& pass) {
        for (const Step& step : pass.columns) {
            if (gathered()) {
                gathered_column(step);
                continue;
            }
            const std::string cb = step.kind == StepKind::Result && !plan_.result_is_reduced
                                       ? own_cb(plan_.cb_result)
                                       : cb_name(plan_, step.node);
            if (step.kind == StepKind::Result) {
                if (!plan_.result_is_reduced) {
                    out_.line(fmt::format("rows::map<{}, {}>(1, 0, {});", cb, std::max(step.code.slots, 2),
                                          function_name(step)));
                }
                if (!plan_.spec.output_tile) {
                    out_.line(fmt::format("compute_kernel_lib::untilize<1, {}, {}>(1);", cb, result_sticks()));
                }
            } else {
                out_.line(fmt::format("rows::map_column<{}>({});", cb, function_name(step)));
                out_.line(fmt::format("cb_wait_front({}, 1);", cb));
            }
        }
        pops(pass.free_after_columns);
    }

    // One tile, whole.
    void gathered_column(const Step& step) {
        const bool result = step.kind == StepKind::Result;
        if (result && straight()) {
            out_.line(fmt::format("gathered::map_into_sticks<{}, {}>(1, 0, {});", own_cb(plan_.result_of(step.node).cb),
                                  step.code.slots, function_name(step)));
            return;
        }
        const std::string cb = result ? own_cb(plan_.result_of(step.node).cb) : cb_name(plan_, step.node);
        out_.line(fmt::format("rows::map<{}, {}>(1, 0, {});", cb, step.code.slots, function_name(step)));
        if (!result) out_.line(fmt::format("cb_wait_front({}, 1);", cb));
    }

    // `when`: "", or what must hold of the plan.
    void guarded(int guard, const std::string& when, const std::vector<std::string>& lines) {
        std::vector<std::string> conditions;
        if (!when.empty()) conditions.push_back(when);
        if (guard != kAlways) conditions.push_back(flag_of(plan_, guard));
        if (conditions.empty() || lines.size() == 1) {
            for (const std::string& line : lines) out_.line(only_if(conditions) + line);
            return;
        }
        out_.open(fmt::format("if constexpr ({}) {{", fmt::join(conditions, " && ")));
        for (const std::string& line : lines) out_.line(line);
        out_.close();
    }
    // Some value of a tile is found by the tile's number in its row.
    bool counts_along_rows() const { return plan_.tiles_may_stay || !plan_.rows.empty() || gathered(); }
    // Of plans that keep nothing as tiles, or of those that keep no row at all.
    std::string no_resident_tiles() const { return plan_.tiles_may_stay ? "!tiles_resident" : ""; }
    std::string if_only_streaming(bool only) const { return only ? "streaming" : no_resident_tiles(); }

    void tilize(const PassInput& input) {
        const std::string cb = cb_name(plan_, input.node), again = again_if(plan_, input);
        std::vector<std::string> lines = {
            fmt::format("cb_wait_front({}, {});", cb,
                        plan_.tiles_may_stay ? "tiles_resident ? from + block_tiles : block_tiles" : "block_tiles")};
        if (program_[input.node].op == Op::Product) {
            const auto& sides = program_[input.node].arguments;
            const MatrixSide& right = plan_.spec.inputs[static_cast<size_t>(program_[sides[1]].index)].operand;
            lines.insert(lines.begin(),
                         fmt::format("products::make<{}, {}, {}, gathered::tiles_of({}), {}>(block_tiles);",
                                     cb_name(plan_, sides[0]), cb_name(plan_, sides[1]), cb,
                                     size_name(plan_, right.size), right.transposed ? "true" : "false"));
        } else if (!is_tile_input(plan_, input.node)) {
            const char* form =
                gathered() ? "gathered::tilize<{}, {}>(block_tiles);" : "rows::tilize<block_tiles, {}, {}>();";
            lines.insert(lines.begin(), fmt::format(fmt::runtime(form), sticks_name(plan_, input.node), cb));
        }
        const int guard = guard_of_input(plan_, input.node);
        if (again.empty() || again == "streaming") return guarded(guard, again, lines);
        if (guard != kAlways) out_.open(fmt::format("if constexpr ({}) {{", flag_of(plan_, guard)));
        out_.open(fmt::format("if ({}) {{", again));
        for (const std::string& line : lines) out_.line(line);
        out_.close();
        if (guard != kAlways) out_.close();
    }

    void over_tiles(const Pass& pass) {
        out_.comment(pass_title(plan_, pass));
        std::vector<std::string> conditions;
        if (pass.guard != kAlways) conditions.push_back(flag_of(plan_, pass.guard));
        out_.open(block_loop(plan_, pass, conditions));
        if (counts_along_rows()) out_.line("[[maybe_unused]] const uint32_t from = block * block_tiles;");
        for (const PassInput& input : pass.inputs) tilize(input);
        for (const int row : pass.rows) {
            guarded(guard_of_input(plan_, row), "",
                    {fmt::format("cb_wait_front({}, lines_stay ? (block + 1) * block_tiles : block_tiles);",
                                 cb_name(plan_, row))});
        }
        for (const Step& step : pass.steps) step_over_tiles(pass, step);
        for (const Step& step : pass.steps) {
            if (step.kind != StepKind::Store) continue;
            const bool gone =
                std::find(pass.free_stored.begin(), pass.free_stored.end(), step.node) != pass.free_stored.end();
            guarded(kAlways, if_only_streaming(!gone),
                    {fmt::format("cb_pop_front({}, block_tiles);", cb_name(plan_, step.node))});
        }
        for (const PassInput& input : pass.inputs) {
            guarded(guard_of_input(plan_, input.node), if_only_streaming(!input.last_resident),
                    {fmt::format("cb_pop_front({}, block_tiles);", cb_name(plan_, input.node))});
        }
        for (const int row : pass.rows) {
            guarded(guard_of_input(plan_, row), "!lines_stay",
                    {fmt::format("cb_pop_front({}, block_tiles);", cb_name(plan_, row))});
        }
        if (pass.steps.back().kind == StepKind::Result && !plan_.spec.output_tile && !gathered()) {
            guarded(kAlways, no_resident_tiles(),
                    {fmt::format("compute_kernel_lib::untilize<block_tiles, {}, {}>(1);", own_cb(plan_.cb_result),
                                 result_sticks())});
        }
        out_.close();
        for (const Step& step : pass.steps) {
            if (step.kind != StepKind::Reduce) continue;
            if (plan_.result_is_reduced && step.node == program_.output) continue;  // untilize waits for it
            guarded(step.guard, "", {fmt::format("cb_wait_front({}, 1);", cb_name(plan_, step.node))});
        }
    }

    void step_over_tiles(const Pass& pass, const Step& step) {
        const std::string name = function_name(step), from = counts_along_rows() ? "from" : "0";
        const int guard = step.guard == pass.guard ? kAlways : step.guard;
        if (step.kind == StepKind::Result && multiplied()) {
            const bool turned = plan_.spec.inputs[*plan_.spec.last].operand.transposed;
            out_.line(fmt::format("products::keep<width, {}, {}>(block_tiles, {}, {});", own_cb(plan_.cb_left),
                                  own_cb(plan_.cb_mask), from, name));
            out_.list(fmt::format("products::finish{}<", straight() ? "_as_sticks" : ""),
                      {own_cb(plan_.cb_left), cb_name(plan_, program_.last), own_cb(plan_.cb_sums),
                       own_cb(straight() ? plan_.cb_result_sticks : plan_.cb_result), "block_tiles", "blocks",
                       turned ? "true" : "false"},
                      fmt::format(">(gathered::tiles_of({}), block);", size_name(plan_, plan_.spec.sizes - 1)));
            return;
        }
        if (step.kind == StepKind::Result && straight()) {
            out_.line(fmt::format("gathered::map_into_sticks<{}, {}>(block_tiles, {}, {});",
                                  own_cb(plan_.result_of(step.node).cb), slots(step), from, name));
            return;
        }
        if (step.kind == StepKind::Result) {
            const std::string tiles = fmt::format("rows::map<{}, {}>(block_tiles, {}, {});",
                                                  own_cb(gathered() ? plan_.result_of(step.node).cb : plan_.cb_result),
                                                  slots(step), from, name);
            if (!plan_.tiles_may_stay || plan_.spec.output_tile) {
                out_.line(tiles);
                return;
            }
            out_.open("if constexpr (tiles_resident) {");
            out_.line(fmt::format("rows::map_into_sticks<{}, {}, block_tiles>(from, {});", result_sticks(),
                                  step.slots_in_dst, name));
            out_.close("} else {");
            out_.line("    " + tiles);
            out_.line("}");
            return;
        }
        const std::string cb = cb_name(plan_, step.node);
        if (step.kind == StepKind::Store) {
            guarded(guard, if_only_streaming(step.only_streaming),
                    {fmt::format("rows::map<{}, {}>(block_tiles, {}, {});", cb, slots(step), from, name),
                     fmt::format("cb_wait_front({}, block_tiles);", cb)});
        } else if (step.kind == StepKind::First) {
            out_.open("if (block == 0) {");
            out_.line(fmt::format(
                fmt::runtime(gathered() ? "gathered::first<reduced, {}>({});" : "rows::map_column<{}>({});"), cb,
                name));
            out_.line(fmt::format("cb_wait_front({}, 1);", cb));
            out_.close();
        } else {
            reduce(pass, step, guard, cb, name, from);
        }
    }

    void reduce(const Pass& pass, const Step& step, int guard, const std::string& cb, const std::string& name,
                const std::string& from) {
        const Node& node = program_[step.node];
        const char* fold = node.op == Op::SumOf    ? "Sum"
                           : node.op == Op::MeanOf ? "Mean"
                           : node.op == Op::MaxOf  ? "Max"
                                                   : "Min";
        const bool anchor = node.anchor && program_.has_refinement;
        if (gathered()) return gathered_reduce(step, guard, fmt::format("rows::Fold::{}", fold), cb, name);
        std::vector<std::string> with = {fmt::format("rows::Fold::{}", fold), cb, own_cb(plan_.cb_mask),
                                         plan_.has_scaler ? "1" : "0", anchor ? "mean_tail" : "tail_columns"};
        if (node.arguments.size() == 2) with.push_back(cb_name(plan_, node.arguments[1]));
        if (anchor) with.emplace_back("mean_weight");
        if (guard != kAlways) out_.open(fmt::format("if constexpr ({}) {{", flag_of(plan_, guard)));
        if (anchor && !pass.anchor_only) out_.open("if (block < mean_blocks) {");
        const std::string part = "part_of_" + word_of(plan_.value_name(step.node));
        out_.line(fmt::format("const rows::Part {} = rows::part<block_tiles>({}, block, {});", part,
                              anchor ? "mean_tiles" : "width_tiles", from));
        out_.list("rows::reduce<", with, fmt::format(">({}, {});", part, name));
        if (anchor && !pass.anchor_only) out_.close();
        if (guard != kAlways) out_.close();
    }

    void gathered_reduce(const Step& step, int guard, const std::string& fold, const std::string& cb,
                         const std::string& name) {
        const Node& node = program_[step.node];
        std::vector<std::string> with = {fold,    "reduced", "height",
                                         "width", cb,        plan_.has_edges() ? own_cb(plan_.cb_mask) : "rows::no_cb",
                                         "weight"};
        if (node.arguments.size() == 2) with.push_back(cb_name(plan_, node.arguments[1]));
        if (guard != kAlways) out_.open(fmt::format("if constexpr ({}) {{", flag_of(plan_, guard)));
        out_.list("gathered::reduce<", with,
                  fmt::format(">(rows::part<block_tiles>(width_tiles, block, from), {});", name));
        if (guard != kAlways) out_.close();
    }

    const Plan& plan_;
    const RowProgram& program_;
    std::vector<std::pair<int, const Step*>> functions_;
    std::map<int, std::string> names_;
    std::map<int, int> roots_;
    std::set<std::string> taken_;
    std::set<int> made_in_dst_;  // stored blocks that plans with resident tiles make where they are used
    Text out_;
};

}  // namespace

std::string compute_kernel(const Plan& plan) { return Compute(plan).run(); }

}  // namespace tilewright::workshop::rows
