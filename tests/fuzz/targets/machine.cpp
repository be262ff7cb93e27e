// Machines' files: refused by file and key, or a card of that machine can be opened and addressed.
#include "card/arch_text.hpp"
#include "card/buffer.hpp"
#include "fuzz/target.hpp"

FUZZ_TARGET(machine) {
    using namespace tilewright::card;
    Arch arch;
    if (!answers([&] { arch = parse_arch(text_of(input), "machines/fuzz.toml"); })) return;
    answers([&] {
        const auto card = std::make_shared<Card>(arch);
        for (uint64_t address : {uint64_t{0}, uint64_t{arch.l1_bytes} - 1, (uint64_t{1} << 36) - 1}) {
            for (uint64_t place = 0; place < 4096; ++place) {
                const tilewright::card::Target target = card->resolve(place << 36 | address);
                if (target.host == nullptr) continue;
                require(target.bytes_left != 0, "a place with nothing in it");
                const volatile uint8_t first = *target.host, last = *(target.host + target.bytes_left - 1);
                (void)first, (void)last;
            }
        }
        Buffer buffer(card, {.bytes = 64 * 32, .page_bytes = 32});
        for (uint64_t page = 0; page < buffer.num_pages(); ++page) *buffer.page(page).host = 1;
    });
}
