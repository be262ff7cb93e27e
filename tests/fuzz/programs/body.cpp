// Bodies as text, and parts of them.
#include "fuzz/programs/grammar.hpp"

namespace tilewright::fuzz::programs {

std::string written(const Body& body, int depth) {
    std::string text;
    const std::string indent(4 * depth, ' ');
    for (const Statement& statement : body) {
        text += indent + statement.text + "\n";
        if (!statement.text.ends_with("{")) continue;
        text += written(statement.inner, depth + 1) + indent + "}\n";
    }
    return text;
}

size_t statements_of(const Body& body) {
    size_t count = 0;
    for (const Statement& statement : body) count += 1 + statements_of(statement.inner);
    return count;
}

Body without(const Body& body, size_t index) {
    Body rest;
    for (const Statement& statement : body) {
        const size_t size = 1 + statements_of(statement.inner);
        if (index == 0) {
            index = SIZE_MAX;
            continue;
        }
        Statement kept = statement;
        if (index != SIZE_MAX && index < size) {
            kept.inner = without(statement.inner, index - 1);
            index = SIZE_MAX;
        } else if (index != SIZE_MAX) {
            index -= size;
        }
        rest.push_back(std::move(kept));
    }
    return rest;
}

Setting Setting::of(uint64_t batch) {
    Random r(batch ^ 0x5E771A6);
    Setting made;
    made.cores_x = r.between(1, 2);
    made.cores_y = r.one_in(3) ? 2 : 1;
    made.depth_in = r.between(1, 4);
    made.depth_second = r.between(1, 4);
    made.depth_out = r.between(1, 4);
    made.wide = r.one_in(3);
    made.fp32_dst = made.wide || r.one_in(3);
    made.full_sync = r.one_in(4);
    made.compute = !r.one_in(4);
    made.raw = batch % 2 == 1;
    made.timed = batch % 8 == 3;
    return made;
}

Program make_program(uint64_t seed, uint64_t batch, const Setting& setting) {
    Random random(seed);
    Program program;
    for (uint32_t i = 4; i + 1 < kArguments; ++i) {
        static const std::vector<uint32_t> kOdd = {0,       1,        2,          4,          32,        2048,
                                                   0x1A000, 0x16E000, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF};
        program.words.push_back(random.one_in(3) ? random.word() : random.of(kOdd));
    }
    program.words.push_back(random.one_in(20) ? random.between(0, 9) : random.between(1, 4));
    const auto body = [&](Body (Writer::*make)(), uint64_t kernel) {
        Random of_body((batch * 3 + kernel) * kBodies + random.below(kBodies));
        return (Writer(of_body, setting, program).*make)();
    };
    program.reader = body(&Writer::reader, 0);
    if (setting.compute) program.compute = body(&Writer::compute, 1);
    program.writer = body(&Writer::writer, 2);
    return program;
}

}  // namespace tilewright::fuzz::programs
