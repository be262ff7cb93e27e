// TW2122, TW2123: a transfer goes to a page that its tensor does not have, or through an accessor whose pages are not
// the tensor's.
#include <map>
#include <mutex>

#include "card/buffer.hpp"
#include "checks/page_origin.hpp"

namespace tilewright::checks::tensor_page {

namespace {
// Tensors of which a transfer took less than a page because the accessor's pages are smaller.
struct Partly {
    explicit Partly(const Run&) {}
    struct Entry {
        uint32_t page_bytes = 0;
        uint64_t reach = 0;  // the furthest byte of a page that any transfer has touched
        Finding finding;
    };
    std::mutex mutex;
    std::map<const card::Allocation*, Entry> tensors;  // guarded by mutex
};

std::string act(const FarUse& use, bool reads) { return fmt::format("{} {}", use.call, reads ? "reads" : "writes"); }

std::string base_words(const FarUse& use, const PageNote& note) {
    const std::string argument = argument_with(use.fiber, note.base);
    return argument.empty() ? std::string() : fmt::format(" (its address is {})", argument);
}

// What lies where the transfer goes instead, if that is another live tensor.
std::string victim(const FarUse& use, const PageNote& note, const card::Allocation& tensor) {
    const card::Allocation* there = memory_of(*use.fiber.run, note).find(use.target.offset);
    if (there == nullptr) return "; no tensor lies there";
    if (there == &tensor) return "; the place is unused space between the tensor's pages";
    return fmt::format("; {} lies there", there->words());
}

void no_such_page(const FarUse& use, bool reads, const PageNote& note, const card::Allocation& tensor, uint64_t count) {
    const char* unit = note.is_shard() ? "shard" : "page";
    report(
        "TW2122",
        fmt::format("{} {} {} of a tensor that has {}s 0 to {}: {}{}", act(use, reads), unit, signed_words(note.page),
                    unit, count - 1, tensor.words(), base_words(use, note)),
        fmt::format("the address is computed all the same{}", victim(use, note, tensor)),
        fmt::format("check the loop that counts the {0}s, the first {0} of this core, and that the address is that of "
                    "the tensor that is meant",
                    unit));
    set_blamed(use.fiber, use.target.host);
}

// The CB on this side of the transfer, where the accessor or the transfer has its size from.
std::string size_of_cb(const FarUse& use, uint32_t page_bytes) {
    const CbPlan* cb = use.fiber.core_run->checks->cb_at(pointer_of_transfer(use.fiber));
    if (cb == nullptr || cb->page_bytes != page_bytes) return {};
    return fmt::format("; {} B are a page of {}, whose format and page size may be another tensor's", page_bytes,
                       cb_name(use.fiber, cb->index));
}

void past_the_page(const FarUse& use, bool reads, const PageNote& note, const card::Allocation& tensor,
                   uint64_t beyond) {
    report(
        "TW2122",
        fmt::format("{} {} B that begin in page {} of a tensor and end {} B behind it, where the tensor has no page: "
                    "{}{}",
                    act(use, reads), signed_words(use.bytes), note.page, beyond, tensor.words(), base_words(use, note)),
        "the pages of an interleaved tensor follow each other over the banks, not in one of them" +
            size_of_cb(use, use.bytes),
        fmt::format("transfer at most the {} B of one page, and each page from its own address",
                    tensor.pages->aligned_page_bytes));
    set_blamed(use.fiber, use.target.host);
}

void other_pages(const FarUse& use, bool reads, const PageNote& note, const card::Allocation& tensor) {
    const bool sharded = (note.flags & TW_PAGE_SHARDED) != 0;
    std::string difference, fix;
    if (note.page_bytes != tensor.pages->aligned_page_bytes) {
        difference = fmt::format("an accessor with pages of {} B; the tensor's have {} B", note.page_bytes,
                                 tensor.pages->aligned_page_bytes);
        fix = fmt::format(
            "give the accessor the tensor's page size ({} B: buffer()->aligned_page_size(), or "
            "TensorAccessorArgs, which bring it along)",
            tensor.pages->aligned_page_bytes);
    } else if (sharded != tensor.pages->sharding.has_value()) {
        difference = sharded ? "an accessor for shards; the tensor is interleaved"
                             : "an interleaved accessor; the tensor is sharded";
        fix = "make the accessor from the tensor's own TensorAccessorArgs";
    } else {
        difference = "an accessor whose shards are not the tensor's";
        fix = "make the accessor from this tensor's TensorAccessorArgs";
    }
    report("TW2123",
           fmt::format("{} page {} of a tensor through {}: {}{}", act(use, reads), note.page, difference,
                       tensor.words(), base_words(use, note)),
           "the address is not that of the page: it lies in the middle of another one, or in none" +
               size_of_cb(use, note.page_bytes),
           fix);
    set_blamed(use.fiber, use.target.host);
}

bool is_tile(uint64_t bytes) {
    return bytes == 4096 || bytes == 2048 || bytes == 1088 || bytes == 1024 || bytes == 576;
}

// The first bytes of a page are where they belong, whatever the accessor thinks of pages: judged when it is known that
// nobody asked for the rest.
void part_of_page(const FarUse& use, bool reads, const PageNote& note, const card::Allocation& tensor, uint64_t end) {
    const uint64_t whole = tensor.pages->page_bytes;
    if (note.page_bytes >= whole) return;
    if (tensor.pages->num_pages == 1 && !(is_tile(note.page_bytes) && is_tile(whole))) return;
    Partly& partly = of<Partly>(*use.fiber.run);
    std::lock_guard lock(partly.mutex);
    Partly::Entry& entry = partly.tensors[&tensor];
    entry.reach = std::max(entry.reach, end);
    if (entry.page_bytes != 0 || use.bytes != note.page_bytes) return;
    entry.page_bytes = note.page_bytes;
    Finding& finding = entry.finding;
    finding.code = "TW2123";
    finding.severity = Severity::Warning;
    finding.message =
        fmt::format("{} {} of the {} B of every page of a tensor, through an accessor with pages of {} B: {}{}",
                    act(use, reads), use.bytes, whole, note.page_bytes, tensor.words(), base_words(use, note));
    finding.why =
        "the rest of the pages is never touched; with more pages than banks the addresses would be wrong, too" +
        size_of_cb(use, note.page_bytes);
    finding.fix = fmt::format(
        "give the accessor and the CB the tensor's page size, {} B: the data formats of tensor and "
        "CB differ, or the size was taken from another tensor",
        whole);
    finding.place = {use.fiber.core_run->core->logical().str(), use.fiber.name(), use.fiber.kernel->display_name(),
                     engine::current_stack()};
}

void judge(const FarUse& use, bool reads) {
    set_blamed(use.fiber, nullptr);
    const PageNote* note = page_of(use);
    if (note == nullptr) return;
    const card::Allocation* tensor = starts_at(use.fiber, *note);
    if (tensor == nullptr || !tensor->pages) return;  // tensor_address has a word to say
    if (note->is_shard()) {
        const uint64_t shards = tensor->pages->sharding ? tensor->pages->sharding->num_shards() : 0;
        if (shards != 0 && note->page >= shards) no_such_page(use, reads, *note, *tensor, shards);
        return;
    }
    if (note->page >= tensor->pages->num_pages)
        return no_such_page(use, reads, *note, *tensor, tensor->pages->num_pages);
    if (card::locate_page(use.fiber.run->card, *tensor->pages, tensor->address, note->page).host + note->offset !=
        note->host)
        return other_pages(use, reads, *note, *tensor);
    // Bytes of the page, counted from its beginning; an address before it was computed for something else.
    if (use.target.offset < note->page_at()) return;
    const uint64_t end = use.target.offset - note->page_at() + use.bytes;
    const uint64_t slot = tensor->pages->aligned_page_bytes;
    if (end > slot && note->page_bytes > slot) return other_pages(use, reads, *note, *tensor);
    if (end > slot && !tensor->pages->sharding) {
        // Several pages of one bank at once are fine, as long as they are there.
        const uint64_t banks =
            note->in_dram() ? use.fiber.run->card.num_dram_banks() : use.fiber.run->card.num_workers();
        const uint64_t last = note->page + (end - 1) / slot * banks;
        if (last >= tensor->pages->num_pages) {
            const uint64_t pages_there = (tensor->pages->num_pages - 1 - note->page) / banks + 1;
            return past_the_page(use, reads, *note, *tensor, end - pages_there * slot);
        }
    }
    part_of_page(use, reads, *note, *tensor, end);
}

void read(const FarUse& use) { judge(use, true); }
void write(const FarUse& use) { judge(use, false); }

void end(const RunEnd& end) {
    for (auto& [tensor, entry] : of<Partly>(end.run).tensors) {
        if (entry.page_bytes != 0 && entry.reach <= entry.page_bytes) end.run.add_finding(std::move(entry.finding));
    }
}
}  // namespace

void listen(Events& on) {
    keep<Partly, Run>(on);
    on.far_read.add(read);
    on.far_write.add(write);
    on.run_end.add(end);
}

}  // namespace tilewright::checks::tensor_page
