// Calls of ops on drawn data, judged; with host code in this process, or elsewhere.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

#include "base/error.hpp"
#include "cli/mcp/steps.hpp"
#include "cli/ops/op_options.hpp"
#include "engine/isolate/stored_program.hpp"
#include "engine/run.hpp"
#include "tilewright/device.hpp"
#include "tt-metalium/buffer.hpp"
#include "workshop/op/memory.hpp"
#include "workshop/plan/plan_ask.hpp"
#include "workshop/stage/failure.hpp"
#include "workshop/suspect/of_case.hpp"

namespace tilewright::cli::mcp {

namespace {

constexpr size_t kMostFailures = 3;
constexpr double kSecondsForSuspects = 20;

workshop::OpCase case_of(workshop::Op op, const json& ask) {
    workshop::OpCase request = workshop::make_case(op, ask.value("shape", std::vector<uint32_t>{1, 1, 64, 64}));
    request.dtype = parse_dtype("dtype", ask.value("dtype", "bfloat16"));
    for (auto& [name, dtype] : request.tensors) dtype = request.dtype;
    if (ask.contains("output_dtype"))
        request.output_dtype = parse_dtype("output_dtype", ask["output_dtype"].get<std::string>());
    for (const std::string& name : ask.value("without", std::vector<std::string>())) {
        if (!op->inputs[op->input_index(name)].optional)
            throw Error("TW4601", fmt::format("without: {} needs its input {}", op->name, name), "leave it out",
                        Exit::Usage);
        request.tensors.erase(name);
    }
    const json parameters = ask.value("parameters", json::object());
    for (const auto& [name, value] : parameters.items()) {
        request.parameter(name);
        request.parameters[name] = value.get<double>();
    }
    request.core_grid = parse_cores(ask.value("cores", "all"));
    request.fidelity = parse_fidelity(ask.value("fidelity", "HiFi4"));
    request.fp32_dst = !ask.value("bf16_dst", false);
    request.pattern = parse_pattern(ask.value("data", "normal"));
    request.seed = ask.value("seed", uint64_t{1});
    return request;
}

std::vector<workshop::OpCase> cases_of(workshop::Op op, const json& request) {
    if (request.contains("sweep")) {
        const json& sweep = request["sweep"];
        return workshop::sweep_cases(op, sweep.at("cases").get<size_t>(), sweep.at("seed").get<uint64_t>(),
                                     sweep.at("elements").get<uint64_t>());
    }
    std::vector<workshop::OpCase> cases;
    for (const json& ask : request.at("cases")) {
        workshop::OpCase one = case_of(op, ask);
        // Patterns that the op is not promised to take are left to who asks for them.
        const auto& takes = op->patterns;
        const bool drawn = !ask.value("asked", false);
        if (drawn && std::find(takes.begin(), takes.end(), one.pattern) == takes.end())
            one.pattern = workshop::Pattern::Normal;
        cases.push_back(std::move(one));
    }
    return cases;
}

DeviceOptions card_of(const json& request) {
    DeviceOptions options = DeviceOptions::from_environment();
    options.run.mode = request.value("strict", true) ? engine::Mode::Strict : engine::Mode::Fast;
    options.run.isolate = true;
    if (request.contains("arch")) options.arch = request["arch"].get<std::string>();
    if (request.contains("plan")) options.plan = workshop::PlanAsk::parse(request["plan"].get<std::string>()).text();
    return options;
}

json figures(const workshop::Accuracy& accuracy) {
    return {{"worst_of_allowed", accuracy.worst_of_allowed},
            {"worst_ulp", accuracy.worst_ulp},
            {"norm_error", accuracy.norm_error},
            {"promised", accuracy.share_promised()}};
}

// What came of all cases; the first failures with their texts.
class Tally {
public:
    explicit Tally(size_t of, const Told& told) : of_(of), told_(told) {}

    // False: this is enough.
    bool add(const std::string& text, uint64_t seed, const std::string& verdict, const json& seen,
             const std::string& why) {
        json one = {{"case", text}, {"seed", seed}, {"verdict", verdict}};
        one.update(seen);
        if (!why.empty()) one["report"] = why;
        cases_.push_back(std::move(one));
        told_(cases_.size(), of_, text);
        failures_ += verdict != "right";
        return verdict != "hang" && verdict != "refused" && failures_ < kMostFailures;
    }
    bool first_failure() const { return failures_ == 0; }
    json answer() const { return {{"cases", cases_}, {"failures", failures_}, {"of", of_}}; }

private:
    size_t of_, failures_ = 0;
    const Told& told_;
    std::vector<json> cases_;
};

std::string findings_text(const std::vector<Finding>& findings) {
    std::string text;
    for (const Finding& finding : findings) text += finding.to_text();
    return text;
}

// Carries `one` out; whatever it throws is the case's verdict.
template <class Body>
bool with_verdict(Tally& tally, const workshop::OpCase& request, Body&& one) {
    try {
        return one();
    } catch (const engine::HangError& error) {
        return tally.add(request.text(), request.seed, "hang", json::object(), error.what());
    } catch (const Error& error) {
        const bool about_the_call = error.exit_status() == Exit::Usage || error.exit_status() == Exit::Environment;
        return tally.add(request.text(), request.seed, about_the_call ? "refused" : "error", json::object(),
                         error.finding().to_text());
    } catch (const std::runtime_error& error) {
        return tally.add(request.text(), request.seed, "refused", json::object(), workshop::refusal(error.what()));
    }
}

std::vector<uint32_t> addresses(const workshop::OpCall& call, const std::vector<ttnn::Tensor>& results) {
    std::vector<uint32_t> all;
    for (const auto& tensor : call.tensors) all.push_back(tensor ? tensor->buffer()->address() : 0);
    for (const ttnn::Tensor& result : results) all.push_back(result.buffer()->address());
    return all;
}

// As bytes that JSON takes.
std::string to_hex(const std::string& bytes) {
    std::string text;
    text.reserve(2 * bytes.size());
    for (const char byte : bytes) fmt::format_to(std::back_inserter(text), "{:02x}", static_cast<uint8_t>(byte));
    return text;
}

std::string from_hex(const std::string& text) {
    const auto digit = [](char letter) {
        if (letter >= '0' && letter <= '9') return letter - '0';
        if (letter >= 'a' && letter <= 'f') return letter - 'a' + 10;
        throw Error("TW4601", "a stored program is no hexadecimal text", "let the server write it");
    };
    std::string bytes;
    for (size_t i = 0; i + 1 < text.size(); i += 2)
        bytes += static_cast<char>(digit(text[i]) * 16 + digit(text[i + 1]));
    return bytes;
}

}  // namespace

json run_step(const json& request, const Told& told) {
    const workshop::Op op = parse_op(request.at("op").get<std::string>());
    const std::vector<workshop::OpCase> cases = cases_of(op, request);
    const auto device = open_device(card_of(request));
    Tally tally(cases.size(), told);
    for (const workshop::OpCase& one : cases) {
        const bool more = with_verdict(tally, one, [&] {
            const workshop::CaseResult result = workshop::run_case(one, *device);
            json seen = figures(result.accuracy);
            seen["cores"] = result.cores;
            seen["plan"] = result.plan.to_json()["kind"];
            std::string why = findings_text(result.findings);
            if (!result.accuracy.ok() && tally.first_failure()) {
                const auto diagnosis = workshop::diagnose_case(one, result, *device, kSecondsForSuspects);
                why += workshop::wrong_result(one, result, diagnosis).to_text();
            } else if (const auto wrong = workshop::wrong_result(one, result.accuracy)) {
                why += wrong->to_text();
            }
            const char* verdict = !result.accuracy.ok() ? "wrong" : result.findings.empty() ? "right" : "finding";
            return tally.add(one.text(), one.seed, verdict, seen, why);
        });
        if (!more) break;
    }
    json answer = tally.answer();
    answer["mathematics"] = op->mathematics;
    return answer;
}

json describe_step(const json& request) {
    const workshop::Op op = parse_op(request.at("op").get<std::string>());
    const auto device = open_device(card_of(request));
    json programs = json::array();
    for (const workshop::OpCase& one : cases_of(op, request)) {
        try {
            const workshop::OpCall call = workshop::make_call(one, *device);
            std::vector<ttnn::Tensor> results;
            const auto all = tilewright::describe(*device, [&] {
                if (op->call_all) {
                    results = op->call_all(call);
                } else {
                    results.push_back(op->call(call));
                }
            });
            if (all.size() != 1)
                throw Error("TW4604", fmt::format("{} enqueues {} programs in a call", op->name, all.size()),
                            "an op whose host files were changed is judged where it enqueues one program");
            programs.push_back(
                {{"program", to_hex(engine::program_bytes(all.front()))}, {"addresses", addresses(call, results)}});
        } catch (const Error& error) {
            programs.push_back({{"refused", error.finding().to_text()}});
        } catch (const std::runtime_error& error) {
            programs.push_back({{"refused", workshop::refusal(error.what())}});
        }
    }
    return {{"programs", programs}};
}

json judge_step(const json& request, const Told& told) {
    const workshop::Op op = parse_op(request.at("op").get<std::string>());
    const std::vector<workshop::OpCase> cases = cases_of(op, request);
    const json& programs = request.at("programs");
    const auto device = open_device(card_of(request));
    Tally tally(cases.size(), told);
    for (size_t i = 0; i < cases.size(); ++i) {
        const workshop::OpCase& one = cases[i];
        const bool more = with_verdict(tally, one, [&] {
            const json given = i < programs.size() ? programs[i] : json::object();
            if (!given.contains("program"))
                return tally.add(one.text(), one.seed, "refused", json::object(),
                                 given.value("refused", "the host files gave no program"));
            workshop::check_memory(one, *device);
            const auto data = std::make_shared<workshop::OpData>(workshop::make_data(one));
            const workshop::OpCall call = workshop::make_call(one, *data, *device);
            const workshop::Described own = workshop::describe(op, call);
            if (json(addresses(call, own.all)) != given.at("addresses"))
                throw Error("TW4604",
                            fmt::format("{}: the changed host files put tensors elsewhere than the generated ones do",
                                        one.text()),
                            "allocate the result as the generated files do, and nothing besides");
            workshop::CalledCase called{one, data, call, own.output, {}};
            called.keep_inputs();
            const program::ProgramDescriptor program =
                engine::program_of(from_hex(given.at("program").get<std::string>()));
            const engine::RunResult run = tilewright::run(*device, program, run_options(*device));
            std::vector<float> values;
            for (const ttnn::Tensor& result : own.all) {
                const std::vector<float> part = result.cpu().to_vector<float>();
                values.insert(values.end(), part.begin(), part.end());
            }
            const workshop::Accuracy accuracy = workshop::compare(one, workshop::make_reference(one, *data), values);
            json seen = figures(accuracy);
            seen["cores"] = run.cores;
            std::string why = findings_text(run.findings);
            if (const auto wrong = workshop::wrong_result(one, accuracy)) why += wrong->to_text();
            const char* verdict = !accuracy.ok() ? "wrong" : run.findings.empty() ? "right" : "finding";
            return tally.add(one.text(), one.seed, verdict, seen, why);
        });
        if (!more) break;
    }
    json answer = tally.answer();
    answer["mathematics"] = op->mathematics;
    return answer;
}

}  // namespace tilewright::cli::mcp
