// Both ways of the protocol to begin: `initialize`, and requests that each carry their version.
#include "cli/mcp/server.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <memory>
#include <thread>

#include "base/error.hpp"
#include "cli/mcp/arguments.hpp"
#include "cli/mcp/lines.hpp"
#include "cli/mcp/pages.hpp"
#include "cli/mcp/tools.hpp"
#include "cli/suggest.hpp"

namespace tilewright::cli::mcp {

namespace {

constexpr int kParseError = -32700, kInvalidRequest = -32600, kNoMethod = -32601, kInvalidParams = -32602,
              kInternal = -32603, kNoResource = -32002, kNoVersion = -32022;
constexpr size_t kMostWaiting = 32;
constexpr const char* kStateless = "2026-07-28";                                        // of requests that carry it
const std::vector<std::string> kVersions = {"2025-11-25", "2025-06-18", "2024-11-05"};  // of handshakes, newest first

constexpr const char* kInstructions =
    "Tilewright writes, runs and checks tile-dataflow ops (TTNN, TT-Metalium) on a virtual Tenstorrent card. The usual "
    "way: plan, generate, run; change kernels with write; explain_hang where it hangs; check for every shape; stage at "
    "the end. What is right is decided by the spec that generate was given, on data drawn after the kernels were "
    "handed "
    "in. Every answer says what it did not check. Reports longer than an answer go on with more.";

// A refusal of the protocol, not of a tool.
struct Refused {
    int code;
    std::string message;
    json data = nullptr;
};

struct Waiting {
    json id;
    const Tool* tool = nullptr;
    json arguments, token;
    bool stateless = false;
    std::atomic<bool> cancelled{false};
};

class Server {
public:
    explicit Server(const ServerOptions& options)
        : workspace_(options.workspace), most_seconds_(options.most_seconds) {}

    int serve() {
        std::thread worker([this] { work(); });
        std::string line;
        for (Lines::Got got; (got = lines_.read(line)) != Lines::Got::End;) {
            if (got == Lines::Got::TooLong) {
                refuse(nullptr, {kInvalidRequest, fmt::format("a message has more than {} bytes", kMostRequestBytes)});
            } else if (line.find_first_not_of(" \t") != std::string::npos) {
                take(line);
            }
        }
        {
            const std::scoped_lock lock(mutex_);
            ended_ = true;
            for (const auto& call : waiting_) call->cancelled = true;
            if (running_) running_->cancelled = true;
        }
        wake_.notify_all();
        worker.join();
        return static_cast<int>(Exit::Ok);
    }

private:
    Lines lines_;
    const Workspace workspace_;
    const double most_seconds_;
    Parts parts_;
    std::mutex mutex_;
    std::condition_variable wake_;
    std::deque<std::shared_ptr<Waiting>> waiting_;
    std::shared_ptr<Waiting> running_;
    bool ended_ = false;

    // ---- messages ---------------------------------------------------------------------------------------------
    void refuse(const json& id, const Refused& why) {
        json error = {{"code", why.code}, {"message", why.message}};
        if (!why.data.is_null()) error["data"] = why.data;
        lines_.write({{"jsonrpc", "2.0"}, {"id", id}, {"error", error}});
    }
    void answer(const json& id, json result, bool stateless, bool lists = false) {
        if (stateless) {
            result["resultType"] = "complete";
            if (lists) result["ttlMs"] = 0, result["cacheScope"] = "private";
        }
        lines_.write({{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
    }

    void take(const std::string& line) {
        const json message = json::parse(line, nullptr, false);
        if (message.is_discarded()) return refuse(nullptr, {kParseError, "a line is no JSON"});
        if (!message.is_object() || message.value("jsonrpc", json()) != "2.0")
            return refuse(nullptr, {kInvalidRequest, "a line is no message of JSON-RPC 2.0 (batches are none)"});
        const json id = message.value("id", json());
        const bool good_id = id.is_string() || id.is_number_integer();
        if (!message.contains("method")) {
            if (!message.contains("result") && !message.contains("error"))
                refuse(good_id ? id : json(), {kInvalidRequest, "a message without a method"});
            return;  // an answer to what nobody asked
        }
        if (!message["method"].is_string())
            return refuse(good_id ? id : json(), {kInvalidRequest, "a method is a text"});
        const json params = message.value("params", json::object());
        const std::string method = message["method"];
        if (!message.contains("id")) return hear(method, params);
        if (!good_id) return refuse(nullptr, {kInvalidRequest, "an id is a text or a whole number"});
        try {
            if (!params.is_object()) throw Refused{kInvalidParams, "params is no object"};
            request(id, method, params);
        } catch (const Refused& why) {
            refuse(id, why);
        } catch (const Error& error) {
            const bool page = method == "resources/read";
            refuse(id, {page ? kNoResource : kInvalidParams, error.finding().to_text()});
        } catch (const std::exception& error) {
            refuse(id, {kInternal, error.what()});
        }
    }

    void hear(const std::string& method, const json& params) {
        if (method != "notifications/cancelled" || !params.is_object()) return;
        const json id = params.value("requestId", json());
        const std::scoped_lock lock(mutex_);
        if (running_ && running_->id == id) running_->cancelled = true;
        std::erase_if(waiting_, [&](const auto& call) { return call->id == id; });
    }

    // ---- requests ---------------------------------------------------------------------------------------------
    // Whether a request carries its version instead of leaning on a handshake.
    static bool is_stateless(const json& params) {
        const json meta = params.value("_meta", json::object());
        const json version = meta.is_object() ? meta.value("io.modelcontextprotocol/protocolVersion", json()) : json();
        if (version.is_null()) return false;
        std::vector<std::string> all = kVersions;
        all.insert(all.begin(), kStateless);
        const std::string text = version.is_string() ? version.get<std::string>() : "";
        if (std::find(all.begin(), all.end(), text) == all.end())
            throw Refused{kNoVersion,
                          "a version of the protocol that this server has not",
                          {{"supported", all}, {"requested", version}}};
        return text == kStateless;
    }

    static json abilities() { return {{"tools", json::object()}, {"resources", json::object()}}; }
    static json self() { return {{"name", "tilewright"}, {"title", "Tilewright"}, {"version", TILEWRIGHT_VERSION}}; }

    static std::string text_in(const json& params, const char* key) {
        const json value = params.value(key, json());
        if (!value.is_string()) throw Refused{kInvalidParams, fmt::format("params.{} is no text", key)};
        return value.get<std::string>();
    }
    static std::string cursor_in(const json& params) {
        return params.contains("cursor") ? text_in(params, "cursor") : "";
    }

    void request(const json& id, const std::string& method, const json& params) {
        const bool stateless = is_stateless(params);
        if (method == "initialize") {
            const std::string asked = text_in(params, "protocolVersion");
            const bool known = std::find(kVersions.begin(), kVersions.end(), asked) != kVersions.end();
            return answer(id,
                          {{"protocolVersion", known ? asked : kVersions.front()},
                           {"capabilities", abilities()},
                           {"serverInfo", self()},
                           {"instructions", kInstructions}},
                          false);
        }
        if (method == "server/discover") {
            std::vector<std::string> all = kVersions;
            all.insert(all.begin(), kStateless);
            return answer(id,
                          {{"supportedVersions", all},
                           {"capabilities", abilities()},
                           {"instructions", kInstructions},
                           {"_meta", {{"io.modelcontextprotocol/serverInfo", self()}}}},
                          true, true);
        }
        if (method == "ping") return answer(id, json::object(), stateless);
        if (method == "tools/list") {
            json list = json::array();
            for (const Tool& tool : tools())
                list.push_back({{"name", tool.name},
                                {"description", tool.description},
                                {"inputSchema", tool.schema},
                                {"annotations", {{"readOnlyHint", tool.reads_only}, {"openWorldHint", false}}}});
            return answer(id, {{"tools", list}}, stateless, true);
        }
        if (method == "resources/list") return answer(id, list_resources(cursor_in(params)), stateless, true);
        if (method == "resources/templates/list") return answer(id, resource_templates(), stateless, true);
        if (method == "resources/read") return answer(id, read_resource(text_in(params, "uri")), stateless, true);
        if (method == "tools/call") return call_tool(id, params, stateless);
        throw Refused{kNoMethod, fmt::format("there is no method \"{}\"", method.substr(0, 60))};
    }

    void call_tool(const json& id, const json& params, bool stateless) {
        const std::string name = text_in(params, "name");
        std::vector<std::string> names;
        auto call = std::make_shared<Waiting>();
        for (const Tool& tool : tools()) {
            names.push_back(tool.name);
            if (tool.name == name) call->tool = &tool;
        }
        if (call->tool == nullptr) {
            const std::string near = nearest(name, names);
            throw Refused{kInvalidParams,
                          fmt::format("there is no tool \"{}\"; {}", name.substr(0, 60),
                                      near.empty() ? fmt::format("the tools are: {}", fmt::join(names, ", "))
                                                   : fmt::format("did you mean \"{}\"?", near))};
        }
        call->id = id;
        call->arguments = params.value("arguments", json::object());
        if (call->arguments.is_null()) call->arguments = json::object();
        call->stateless = stateless;
        if (const json meta = params.value("_meta", json::object()); meta.is_object())
            call->token = meta.value("progressToken", json());
        if (call->tool->quick) return finish(*call);
        const std::scoped_lock lock(mutex_);
        const auto same = [&](const auto& other) { return other->id == id; };
        if ((running_ && same(running_)) || std::any_of(waiting_.begin(), waiting_.end(), same))
            throw Refused{kInvalidRequest, "a call with this id is on its way"};
        if (waiting_.size() >= kMostWaiting)
            throw Refused{kInvalidRequest, fmt::format("{} calls wait already", kMostWaiting)};
        waiting_.push_back(std::move(call));
        wake_.notify_all();
    }

    // ---- calls ------------------------------------------------------------------------------------------------
    void work() {
        for (;;) {
            std::shared_ptr<Waiting> call;
            {
                std::unique_lock lock(mutex_);
                wake_.wait(lock, [&] { return ended_ || !waiting_.empty(); });
                if (ended_) return;
                call = running_ = waiting_.front();
                waiting_.pop_front();
            }
            finish(*call);
            const std::scoped_lock lock(mutex_);
            running_.reset();
        }
    }

    void finish(Waiting& call) {
        json result;
        try {
            check_arguments(call.tool->schema, call.arguments, call.tool->name);
            result = call.tool->name == "more" ? parts_.more(call.arguments["cursor"].get<std::string>())
                                               : parts_.result(outcome(call));
        } catch (const Error& error) {
            Answer refused;
            refused.verdict = error.code() == "TW4605" ? "stopped" : "refused";
            refused.summary = error.finding().message.substr(0, 1500);
            refused.report = workspace_.without_places(error.finding().to_text());
            refused.failed = true;
            result = parts_.result(refused);
        } catch (const std::exception& error) {
            Answer refused;
            refused.verdict = "refused";
            refused.summary = InternalError(error.what()).finding().to_text().substr(0, 1500);
            refused.failed = true;
            result = parts_.result(refused);
        }
        if (!call.cancelled) answer(call.id, std::move(result), call.stateless);
    }

    Answer outcome(Waiting& call) {
        Call given{workspace_, call.arguments, std::min(most_seconds_, call.tool->seconds), call.cancelled, {}};
        if (!call.token.is_null()) {
            given.told = [&](double done, double of, const std::string& what) {
                json params = {{"progressToken", call.token}, {"progress", done}, {"message", what.substr(0, 200)}};
                if (of > 0) params["total"] = of;
                lines_.write({{"jsonrpc", "2.0"}, {"method", "notifications/progress"}, {"params", params}});
            };
        }
        return call.tool->answer(given);
    }
};

}  // namespace

int serve(const ServerOptions& options) { return Server(options).serve(); }

}  // namespace tilewright::cli::mcp
