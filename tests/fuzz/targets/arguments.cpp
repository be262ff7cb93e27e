// What command lines and the environment say: shapes, numbers, dtypes, plans, cores and windows of traces; and the text
// around a kernel with any compile-time arguments and defines.
#include "cli/suggest.hpp"
#include "cli/tensor_options.hpp"
#include "base/product.hpp"
#include "engine/build/wrapper.hpp"
#include "engine/trace_options.hpp"
#include "fuzz/target.hpp"
#include "workshop/plan/plan_ask.hpp"

namespace tilewright::fuzz::arguments {

static void command_line(const std::string& text) {
    answers([&] {
        const std::vector<uint32_t> shape = cli::parse_shape(text);
        require(!shape.empty() && shape.size() <= 8, "a shape of no or too many dimensions");
        require(bounded_volume(shape) <= kMostElements, "a shape that cannot be counted");
    });
    answers([&] { cli::parse_dtype("--dtype", text); });
    answers([&] {
        const workshop::PlanAsk ask = workshop::PlanAsk::parse(text);
        require(workshop::PlanAsk::parse(ask.text()) == ask, "a plan that reads differently: " + ask.text());
    });
    answers([&] { engine::parse_trace_cores("--cores", text); });
    engine::TraceOptions trace;
    answers([&] { engine::parse_trace_window("--window", text, trace); });
    cli::nearest(text, {"resident", "streaming", "", text});
}

static void around_kernel(Bytes bytes) {
    engine::KernelBuildRequest request;
    request.thread = static_cast<engine::KernelThread>(bytes.below(6));
    request.arch = &card::find_arch("wormhole_b0");
    request.compile_time_args.assign(bytes.below(20), bytes.word());
    for (uint32_t left = bytes.below(3); left > 0; --left)
        request.named_compile_time_args.emplace_back(bytes.text(8), bytes.word());
    for (uint32_t left = bytes.below(3); left > 0; --left) request.defines.emplace_back(bytes.text(8), bytes.text(8));
    request.source_text = text_of(bytes.rest());
    request.display_name = "kernel.cpp";
    answers([&] {
        engine::wrapper_source(request, engine::kernel_text_of(request));
        engine::mentions_word(engine::code_only(request.source_text), "PACK");
        engine::source_has_thread_specific_code(request);
    });
}

}  // namespace tilewright::fuzz::arguments

FUZZ_TARGET(arguments) {
    command_line(text_of(input));
    around_kernel(Bytes(input));
}
