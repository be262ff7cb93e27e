// TW2128: a transfer goes to a bank that holds no page of the tensor there.
#include "checks/page_origin.hpp"

namespace tilewright::checks::bank_without_page {

namespace {
// An address that was made without an accessor: a bank's number and a place in it. The place is reserved in every bank,
// but a tensor with fewer pages than banks is not in all of them.
void judge(const FarUse& use, const char* what) {
    const card::Target& target = use.target;
    if (target.kind != card::Endpoint::Kind::Dram || page_of(use) != nullptr) return;
    card::Card& card = use.fiber.run->card;
    const card::Allocation* tensor = card.dram_allocator().find(target.offset);
    if (tensor == nullptr || !tensor->pages || tensor->pages->sharding || card.host_uses_dram()) return;
    const uint64_t slot = (target.offset - tensor->address) / tensor->pages->aligned_page_bytes;
    const uint64_t page = slot * card.num_dram_banks() + target.bank;
    if (page < tensor->pages->num_pages) return;
    report("TW2128",
           fmt::format("{} {} {} B at {:#x} of DRAM bank {}, which holds no page of the tensor there: {}", use.call,
                       what, use.bytes, target.offset, target.bank, tensor->words()),
           fmt::format("pages follow each other over the banks; it would be page {}, and the tensor has {}", page,
                       checks::pages(tensor->pages->num_pages)),
           "take the address of a page from an accessor, or use only the banks and slots that hold one",
           Severity::Warning);
}

void read(const FarUse& use) { judge(use, "reads"); }
void write(const FarUse& use) { judge(use, "writes"); }
}  // namespace

void listen(Events& on) {
    on.far_read.add(read);
    on.far_write.add(write);
}

}  // namespace tilewright::checks::bank_without_page
