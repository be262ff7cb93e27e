// Names, the wait graph and the because-chain.
#include "doctor/case.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "doctor/words.hpp"
#include "program/thread_name.hpp"

namespace tilewright::doctor {

using engine::WaitKind;

std::string pages(uint64_t count) { return fmt::format("{} page{}", count, count == 1 ? "" : "s"); }

const CbLedger& Case::cb(uint32_t core_index, uint32_t index) const {
    static const CbLedger kEmpty;
    const CoreLedger* core = ledger().find(core_index);
    return core == nullptr ? kEmpty : core->cbs[index];
}

const program::CbDescriptor* Case::cb_descriptor(uint32_t core_index, uint32_t index) const {
    const LogicalCore core = card.worker(core_index).logical();
    for (const program::CbDescriptor& cb : program.cbs) {
        if (!contains(cb.cores, core)) continue;
        for (const program::CbFormat& format : cb.formats) {
            if (format.index == index) return &cb;
        }
    }
    return nullptr;
}

uint32_t Case::capacity(uint32_t core_index, uint32_t index) const {
    const program::CbDescriptor* cb = cb_descriptor(core_index, index);
    if (cb == nullptr) return 0;
    for (const program::CbFormat& format : cb->formats) {
        if (format.index == index && format.page_bytes != 0) return cb->total_bytes / format.page_bytes;
    }
    return 0;
}

std::string Case::cb_name(uint32_t core_index, uint32_t index) const {
    if (const program::CbDescriptor* cb = cb_descriptor(core_index, index)) {
        for (const program::CbFormat& format : cb->formats) {
            if (format.index == index && !format.name.empty()) return fmt::format("{} (c_{})", format.name, index);
        }
    }
    return fmt::format("c_{}", index);
}

std::string Case::thread_name(uint32_t core_index, uint32_t processor) const {
    return program::thread_name(program, card.worker(core_index).logical(), static_cast<TwProcessor>(processor));
}

std::string Case::where(size_t thread) const {
    const Place place{{}, {}, {}, blocked[thread].stack};
    const Frame* at = place.line();
    return at == nullptr ? blocked[thread].kernel : fmt::format("{}:{}", at->file, at->line);
}

std::string Case::site_line(uint32_t site) const {
    const Place place{{}, {}, {}, ledger().site(site).frames()};
    const Frame* at = place.line();
    return at == nullptr ? "?" : fmt::format("{}:{}", at->file, at->line);
}

std::string Case::as_is_line(uint32_t site) const {
    const Place place{{}, {}, {}, as_is.ledger->site(site).frames()};
    const Frame* at = place.line();
    return at == nullptr ? "?" : fmt::format("{}:{}", at->file, at->line);
}

uint64_t Case::rounds(size_t thread) const {
    const CoreLedger* core = as_is.ledger->find(stuck[thread].core_index);
    if (core == nullptr) return 0;
    const auto line_of = [&](uint32_t site) {
        const std::vector<Frame> frames = as_is.ledger->site(site).frames();
        const Place place{{}, {}, {}, frames};
        const Frame* at = place.line();
        return at == nullptr ? std::string() : fmt::format("{}:{}", at->file, at->line);
    };
    const uint32_t processor = stuck[thread].processor;
    const uint32_t last = core->last_site[processor];
    uint64_t calls = 0;
    for (const auto& [site, count] : core->calls_at[processor]) {
        if (site == last || line_of(site) == where(thread)) calls += count;
    }
    return calls;
}

std::optional<size_t> Case::find(uint32_t core_index, uint32_t processor) const {
    for (size_t i = 0; i < stuck.size(); ++i) {
        if (stuck[i].core_index == core_index && stuck[i].processor == processor) return i;
    }
    return std::nullopt;
}

std::vector<Dependency> Case::waits_for(size_t thread) const {
    const Stuck& who = stuck[thread];
    std::vector<Dependency> list;
    const auto add = [&](uint32_t processor) { list.push_back({who.core_index, processor}); };
    const auto add_all = [&](const std::array<Count, kProcessors>& counts) {
        for (uint32_t i = 0; i < kProcessors; ++i) {
            if (counts[i].calls != 0 && i != who.processor) add(i);
        }
    };
    switch (who.wait.kind) {
        case WaitKind::CbWait: add_all(cb(who.core_index, who.wait.index).pushes); break;
        case WaitKind::CbReserve: {
            const CbLedger& ledger = cb(who.core_index, who.wait.index);
            add_all(ledger.pops);
            if (list.empty()) add_all(ledger.waits);
            break;
        }
        case WaitKind::SourceFree: add(TW_MATH); break;
        case WaitKind::SourceValid: add(TW_UNPACK); break;
        case WaitKind::DstFree: add(TW_PACK); break;
        case WaitKind::DstCommitted: add(TW_MATH); break;
        case WaitKind::Mailbox: add(who.wait.index == 0 ? uint32_t{TW_BRISC} : who.wait.index + 1); break;
        case WaitKind::SemaphoreEqual:
        case WaitKind::SemaphoreMin:
            // Those who would still signal; what the waiter stores itself is no signal.
            for (const Signaller& signaller : view_word(*this, thread).signallers) {
                if (signaller.would > signaller.did || !fed.ledger)
                    list.push_back({signaller.core_index, signaller.processor});
            }
            break;
        default: break;
    }
    // Those that are stuck themselves explain more than those that ended.
    std::stable_partition(list.begin(), list.end(),
                          [&](const Dependency& d) { return find(d.core_index, d.processor).has_value(); });
    return list;
}

std::vector<Dependency> Case::chain(size_t thread) const {
    std::vector<Dependency> list{{stuck[thread].core_index, stuck[thread].processor}};
    std::optional<size_t> at = thread;
    while (at) {
        const std::vector<Dependency> next = waits_for(*at);
        if (next.empty()) break;
        const Dependency to = next.front();
        const bool again = std::any_of(list.begin(), list.end(), [&](const Dependency& d) {
            return d.core_index == to.core_index && d.processor == to.processor;
        });
        list.push_back(to);
        if (again) break;
        at = find(to.core_index, to.processor);
    }
    return list;
}

std::string Case::because(size_t thread) const {
    std::string text;
    const std::vector<Dependency> links = chain(thread);
    const uint32_t home = stuck[thread].core_index;
    for (size_t i = 0; i < links.size(); ++i) {
        const Dependency& link = links[i];
        std::string name = thread_name(link.core_index, link.processor);
        if (link.core_index != home) name += " of core " + core_name(link.core_index);
        const auto index = find(link.core_index, link.processor);
        const bool closes =
            i + 1 == links.size() && i != 0 && std::any_of(links.begin(), links.end() - 1, [&](const Dependency& d) {
                return d.core_index == link.core_index && d.processor == link.processor;
            });
        text += i == 0 ? "" : ", which waits for ";
        text += name;
        if (closes) {
            text += ": a circle";
        } else if (!index) {
            text += ", which has ended";
        } else {
            text += fmt::format(" ({})", where(*index));
        }
    }
    if (links.size() == 1) text += ", which waits for nobody known";
    return text;
}

bool Case::polls() const {
    return std::any_of(as_is.threads.begin(), as_is.threads.end(), [](const Thread& thread) { return thread.polled; });
}

bool Case::uses_semaphores() const {
    return std::any_of(stuck.begin(), stuck.end(), [](const Stuck& s) {
        return s.wait.kind == WaitKind::SemaphoreEqual || s.wait.kind == WaitKind::SemaphoreMin;
    });
}

}  // namespace tilewright::doctor
