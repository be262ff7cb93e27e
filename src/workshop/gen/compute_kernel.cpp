// The compute kernel of a plan: one function per evaluated node, and the passes that call them.
#include <fmt/format.h>

#include <algorithm>
#include <set>

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
        for (const int row : plan_.rows) tilize_row(row);
        out_.line("}  // namespace").line();
        main();
        return joined(out_.str());
    }

private:
    // One function per evaluated node; a result that is one column has its mask in it.
    void collect() {
        const auto add = [&](const Step& step) {
            const int key = key_of(step);
            if (names_.count(key)) return;
            functions_.emplace_back(key, &step);
            const int root = root_of(step);
            std::string label = key == -1 ? "result" : program_[root].name;
            if (label.empty()) label = op_name(program_[root].op);
            const std::string verb = key <= -2 ? "load" : "make";
            std::string name = fmt::format("{}_{}", verb, label);
            for (int i = 2; !taken_.insert(name).second; ++i) name = fmt::format("{}_{}_{}", verb, label, i);
            names_[key] = name;
            roots_[key] = root;
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
        if (step.kind == StepKind::Result) return -1;
        const int root = root_of(step);
        const auto& code = step.code.instructions;
        const bool load = code.size() == 1 && code[0].kind == Instruction::Kind::Load && code[0].value == root;
        return load ? -2 - root : root;
    }
    std::string function_name(const Step& step) const { return names_.at(key_of(step)); }
    int slots(const Step& step) const {
        return step.kind == StepKind::Result && plan_.column_result ? std::max(step.code.slots, 2) : step.code.slots;
    }

    void head() {
        out_.comment(fmt::format("{}: {} along rows.", plan_.spec.name, one_line(plan_.spec.formula)));
        out_.line("//");
        const uint32_t passes = plan_.streaming_passes(true);
        if (passes > 1) {
            out_.comment(
                fmt::format("A tile-row is one block and stays in L1 (resident plan), or several blocks, each "
                            "sent again for each of the {} passes (streaming plan).",
                            passes));
        } else {
            out_.comment("A tile-row goes through in one block, or in several where it does not fit L1.");
        }
        std::set<std::string> headers;
        const auto need = [&](const Step& step) {
            for (const Instruction& i : step.code.instructions) {
                if (i.kind != Instruction::Kind::Unary) continue;
                switch (i.op) {
                    case Op::Neg: headers.insert("negative"); break;
                    case Op::Sqrt: headers.insert("sqrt"); break;
                    case Op::Rsqrt: headers.insert("rsqrt"); break;
                    case Op::Recip: headers.insert("recip"); break;
                    case Op::Exp: headers.insert("exp"); break;
                    case Op::Relu: headers.insert("relu"); break;
                    case Op::Gelu: headers.insert("gelu"); break;
                    default: break;
                }
            }
        };
        for (const auto& [root, step] : functions_) need(*step);
        for (const std::string& name : headers)
            out_.line(fmt::format("#include \"api/compute/eltwise_unary/{}.h\"", name));
        out_.line("#include \"rows.hpp\"");
    }
    static std::string one_line(std::string text) {
        std::replace(text.begin(), text.end(), '\n', ' ');
        return text;
    }

    void constants() {
        for (const PlanCb& cb : plan_.cbs) {
            const bool mine = cb.producer.rfind("compute", 0) == 0 || cb.consumer.rfind("compute", 0) == 0;
            if (!mine) continue;
            out_.line(fmt::format("constexpr uint32_t cb_{} = {};", cb.name, cb.index));
            for (const std::string& other : cb.shares) {
                out_.comment(fmt::format("After {} is gone.", cb.name));
                out_.line(fmt::format("constexpr uint32_t cb_{} = {};", other, cb.index));
            }
        }
        out_.line();
        const bool over_tiles = plan_.reduces || !plan_.column_result;
        out_.line("constexpr uint32_t width_tiles = get_compile_time_arg_val(0);");
        if (plan_.reduces) {
            out_.line("constexpr uint32_t tail_columns = get_compile_time_arg_val(1);  // of the last tile; 0: all");
        }
        if (over_tiles) {
            out_.line("constexpr uint32_t block_tiles = get_compile_time_arg_val(2);");
            out_.line("constexpr uint32_t blocks = get_compile_time_arg_val(3);");
        }
        if (plan_.reduces) {
            out_.line("constexpr uint32_t inverse_width = get_compile_time_arg_val(4);  // float32 bits of 1/W");
        }
        if (program_.has_refinement) {
            out_.comment("Float32 results.");
            out_.line("constexpr bool refined = get_compile_time_arg_val(5) != 0;");
        }
        if (!plan_.rows.empty()) out_.line("constexpr uint32_t chunk_tiles = get_compile_time_arg_val(6);");
        int at = 7;
        for (const SpecInput& input : plan_.spec.inputs) {
            if (!input.optional) continue;
            out_.line(fmt::format("constexpr bool has_{} = get_compile_time_arg_val({}) != 0;", input.name, at++));
        }
        out_.line("constexpr bool resident = blocks == 1;");
        if (plan_.reduces) out_.line("constexpr uint32_t last_tiles = width_tiles - (blocks - 1) * block_tiles;");
        out_.line();
        for (size_t i = 0; i < plan_.scalars.size(); ++i) {
            const std::string name = scalar_name(plan_, plan_.scalars[i]);
            const std::string formula = formula_of(program_, plan_.scalars[i]);
            if (formula != name) out_.comment(formula);
            out_.line(fmt::format("ALWI uint32_t {}() {{ return get_arg_val<uint32_t>({}); }}", name, i + 1));
        }
        if (!plan_.scalars.empty()) out_.line();
    }

    static std::string slot(int offset) { return offset == 0 ? "slot" : fmt::format("slot + {}", offset); }

    std::string scalar(int value) const {
        if (value < 0) return "0";
        const Node& node = program_[value];
        if (node.op == Op::Constant) return fmt::format("rows::bits({}f)", number_text(node.constant));
        return scalar_name(plan_, value) + "()";
    }

    void unary(const Instruction& i) {
        static const std::map<Op, std::pair<const char*, const char*>> names = {{Op::Neg, {"negative", ""}},
                                                                                {Op::Abs, {"abs", ""}},
                                                                                {Op::Sqrt, {"sqrt", ""}},
                                                                                {Op::Rsqrt, {"rsqrt", ""}},
                                                                                {Op::Recip, {"recip", "<false>"}},
                                                                                {Op::Exp, {"exp", ""}},
                                                                                {Op::Log, {"log", ""}},
                                                                                {Op::Relu, {"relu", ""}},
                                                                                {Op::Gelu, {"gelu", "<false>"}},
                                                                                {Op::Silu, {"silu", ""}},
                                                                                {Op::Sigmoid, {"sigmoid", ""}},
                                                                                {Op::Tanh, {"tanh", ""}}};
        if (i.op == Op::Square) {
            statement("mul_binary_tile_init();");
            statement(fmt::format("mul_binary_tile({0}, {0}, {0});", slot(i.out)));
            return;
        }
        const auto& [name, parameters] = names.at(i.op);
        statement(fmt::format("{}_tile_init{}();", name, parameters));
        statement(fmt::format("{}_tile{}({});", name, parameters, slot(i.out)));
    }

    void instruction(const Instruction& i) {
        switch (i.kind) {
            case Instruction::Kind::Load: {
                const bool one = program_[i.value].shape == Shape::Column;
                statement(
                    fmt::format("rows::load({}, {}, {});", cb_name(plan_, i.value), one ? "0" : "tile", slot(i.out)));
                break;
            }
            case Instruction::Kind::Unary: unary(i); break;
            case Instruction::Kind::Binary: {
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

    void function(int key, const Step& step) {
        const int root = roots_.at(key);
        if (key >= -1) {
            out_.comment(formula_of(program_, root) + (key == -1 && plan_.column_result ? ", zeros beside it" : ""));
        }
        const bool uses_tile =
            std::any_of(step.code.instructions.begin(), step.code.instructions.end(), [&](const Instruction& i) {
                return i.kind == Instruction::Kind::Load && program_[i.value].shape != Shape::Column;
            });
        out_.open(fmt::format("ALWI void {}({} uint32_t slot) {{", names_.at(key),
                              uses_tile ? "uint32_t tile," : "uint32_t,"));
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
        if (key == -1 && plan_.column_result) {
            statement("rows::load(cb_column_mask, 0, slot + 1);");
            statement("mask_tile_init();");
            statement("mask_tile(slot, slot + 1, rows::dst_format);");
        }
        out_.close().line();
    }

    void tilize_row(int row) {
        const std::string name = plan_.value_name(row);
        out_.open(fmt::format("ALWI void tilize_{}() {{", name));
        out_.open("for (uint32_t tile = 0; tile < block_tiles; tile += chunk_tiles) {");
        out_.line(fmt::format("rows::tilize<chunk_tiles, {}, {}>();", sticks_name(plan_, row), cb_name(plan_, row)));
        out_.close();
        out_.line(fmt::format("cb_wait_front({}, block_tiles);", cb_name(plan_, row)));
        out_.close().line();
    }

    void main() {
        out_.open("void kernel_main() {");
        out_.line("const uint32_t tile_rows = get_arg_val<uint32_t>(0);").line();
        const int first = first_input();
        out_.line(
            fmt::format("compute_kernel_hw_startup({0}, {0}, {1});", sticks_name(plan_, first), cb_name(plan_, first)));
        if (plan_.reduces) out_.line("if constexpr (tail_columns != 0) cb_wait_front(cb_mask, 1);");
        if (plan_.column_result) out_.line("cb_wait_front(cb_column_mask, 1);");
        for (const int row : plan_.rows) {
            std::vector<std::string> conditions = {"resident"};
            if (guard_of_input(plan_, row) != kAlways) conditions.push_back(flag_of(plan_, guard_of_input(plan_, row)));
            out_.line(fmt::format("{}tilize_{}();", only_if(conditions), plan_.value_name(row)));
        }
        out_.open("for (uint32_t row = 0; row < tile_rows; ++row) {");
        for (const int column : plan_.columns) {
            const int guard = guard_of_input(plan_, column);
            if (guard != kAlways) out_.open(fmt::format("if constexpr ({}) {{", flag_of(plan_, guard)));
            out_.line(fmt::format("rows::tilize<1, {}, {}>();", sticks_name(plan_, column), cb_name(plan_, column)));
            out_.line(fmt::format("cb_wait_front({}, 1);", cb_name(plan_, column)));
            if (guard != kAlways) out_.close();
        }
        for (const Pass& pass : plan_.passes) {
            columns(pass);
            if (pass.over_tiles()) over_tiles(pass);
            pops(pass.free_after);
        }
        out_.close();
        out_.close();
    }
    int first_input() const {
        for (size_t i = 0; i < program_.nodes.size(); ++i) {
            const Node& node = program_.nodes[i];
            if (node.op == Op::Input && guard_of_input(plan_, static_cast<int>(i)) == kAlways)
                return static_cast<int>(i);
        }
        return 0;
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
            if (step.kind == StepKind::Result) {
                out_.line(fmt::format("rows::map<cb_result, {}>(1, {});", slots(step), function_name(step)));
                out_.line("compute_kernel_lib::untilize<1, cb_result, cb_result_sticks>(1);");
            } else {
                const std::string cb = cb_name(plan_, step.node);
                out_.line(fmt::format("rows::map<{}, {}>(1, {});", cb, slots(step), function_name(step)));
                out_.line(fmt::format("cb_wait_front({}, 1);", cb));
            }
        }
        pops(pass.free_after_columns);
    }

    void guarded(int guard, bool only_streaming, const std::vector<std::string>& lines) {
        std::vector<std::string> conditions;
        if (only_streaming) conditions.emplace_back("!resident");
        if (guard != kAlways) conditions.push_back(flag_of(plan_, guard));
        if (conditions.empty() || lines.size() == 1) {
            for (const std::string& line : lines) out_.line(only_if(conditions) + line);
            return;
        }
        out_.open(fmt::format("if constexpr ({}) {{", fmt::join(conditions, " && ")));
        for (const std::string& line : lines) out_.line(line);
        out_.close();
    }

    void over_tiles(const Pass& pass) {
        out_.comment(pass_title(plan_, pass));
        const bool reduces =
            std::any_of(pass.steps.begin(), pass.steps.end(), [](const Step& s) { return s.kind == StepKind::Reduce; });
        const bool firsts =
            std::any_of(pass.steps.begin(), pass.steps.end(), [](const Step& s) { return s.kind == StepKind::First; });
        const std::string condition = pass.guard == kAlways ? "" : flag_of(plan_, pass.guard) + " && ";
        out_.open(fmt::format("for (uint32_t block = 0; {}block < blocks; ++block) {{", condition));
        if (reduces) {
            out_.line("const bool first = block == 0, last = block + 1 == blocks;");
            out_.line("const uint32_t tiles = last ? last_tiles : block_tiles;");
        } else if (firsts) {
            out_.line("const bool first = block == 0;");
        }
        for (const PassInput& input : pass.inputs) {
            guarded(guard_of_input(plan_, input.node), input.only_streaming,
                    {fmt::format("rows::tilize<block_tiles, {}, {}>();", sticks_name(plan_, input.node),
                                 cb_name(plan_, input.node)),
                     fmt::format("cb_wait_front({}, block_tiles);", cb_name(plan_, input.node))});
        }
        for (const int row : pass.rows) {
            guarded(guard_of_input(plan_, row), true, {fmt::format("tilize_{}();", plan_.value_name(row))});
        }
        for (const Step& step : pass.steps) step_over_tiles(pass, step);
        for (const Step& step : pass.steps) {
            if (step.kind != StepKind::Store) continue;
            const bool gone =
                std::find(pass.free_stored.begin(), pass.free_stored.end(), step.node) != pass.free_stored.end();
            guarded(kAlways, !gone, {fmt::format("cb_pop_front({}, block_tiles);", cb_name(plan_, step.node))});
        }
        for (const PassInput& input : pass.inputs) {
            guarded(guard_of_input(plan_, input.node), !input.last_resident,
                    {fmt::format("cb_pop_front({}, block_tiles);", cb_name(plan_, input.node))});
        }
        for (const int row : pass.rows) {
            guarded(guard_of_input(plan_, row), true,
                    {fmt::format("cb_pop_front({}, block_tiles);", cb_name(plan_, row))});
        }
        if (pass.steps.back().kind == StepKind::Result) {
            out_.line("compute_kernel_lib::untilize<block_tiles, cb_result, cb_result_sticks>(1);");
        }
        out_.close();
        for (const Step& step : pass.steps) {
            if (step.kind != StepKind::Reduce) continue;
            guarded(step.guard, false, {fmt::format("cb_wait_front({}, 1);", cb_name(plan_, step.node))});
        }
    }

    void step_over_tiles(const Pass& pass, const Step& step) {
        const std::string name = function_name(step);
        const int guard = step.guard == pass.guard ? kAlways : step.guard;
        if (step.kind == StepKind::Result) {
            out_.line(fmt::format("rows::map<cb_result, {}>(block_tiles, {});", slots(step), name));
            return;
        }
        const std::string cb = cb_name(plan_, step.node);
        if (step.kind == StepKind::Store) {
            guarded(guard, step.only_streaming,
                    {fmt::format("rows::map<{}, {}>(block_tiles, {});", cb, slots(step), name),
                     fmt::format("cb_wait_front({}, block_tiles);", cb)});
        } else if (step.kind == StepKind::First) {
            out_.open("if (first) {");
            out_.line(fmt::format("rows::map<{}, {}>(1, {});", cb, slots(step), name));
            out_.line(fmt::format("cb_wait_front({}, 1);", cb));
            out_.close();
        } else {
            const Op op = program_[step.node].op;
            const char* fold = op == Op::SumOf ? "Sum" : op == Op::MeanOf ? "Mean" : op == Op::MaxOf ? "Max" : "Min";
            Text call;
            if (guard != kAlways) out_.open(fmt::format("if constexpr ({}) {{", flag_of(plan_, guard)));
            out_.list(fmt::format("rows::reduce<rows::Fold::{}, {}, {}, tail_columns>(", fold, cb, "cb_mask"),
                      {"tiles", "first", "last", "inverse_width", name}, ");");
            if (guard != kAlways) out_.close();
        }
    }

    const Plan& plan_;
    const RowProgram& program_;
    std::vector<std::pair<int, const Step*>> functions_;
    std::map<int, std::string> names_;
    std::map<int, int> roots_;
    std::set<std::string> taken_;
    Text out_;
};

}  // namespace

std::string compute_kernel(const Plan& plan) { return Compute(plan).run(); }

}  // namespace tilewright::workshop::rows
