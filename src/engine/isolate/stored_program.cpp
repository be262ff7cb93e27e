// Programs with the fields that cross the border to an isolated process.
#include "engine/isolate/stored_program.hpp"

#include "base/error.hpp"
#include "engine/isolate/fields.hpp"

namespace tilewright::engine {

std::string program_bytes(const program::ProgramDescriptor& program) {
    WireWriter writer;
    writer(program);
    return writer.take();
}

program::ProgramDescriptor program_of(std::string_view bytes) {
    program::ProgramDescriptor program;
    try {
        WireReader reader(bytes);
        reader(program);
        reader.finish();
    } catch (const WireError& error) {
        throw Error("TW3903", std::string("a stored program cannot be read: ") + error.what(),
                    "let the command write it anew");
    }
    return program;
}

}  // namespace tilewright::engine
