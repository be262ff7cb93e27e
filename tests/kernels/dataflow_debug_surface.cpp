// Both print styles and the rest of the debug API.
#include "api/debug/assert.h"
#include "api/debug/dprint.h"
#include "api/debug/dprint_pages.h"
#include "api/debug/pause.h"
#include "api/debug/ring_buffer.h"
#include "api/debug/waypoint.h"
#include "dataflow_api.h"
#include "debug/dprint.h"
#include "tools/profiler/kernel_profiler.hpp"

void kernel_main() {
    const uint32_t a = get_arg_val<uint32_t>(0);
    volatile tt_l1_ptr uint32_t* p = reinterpret_cast<volatile tt_l1_ptr uint32_t*>(a);
    DPRINT << "value " << a << " " << p[0] << ' ' << 1.5f << " " << HEX() << a << DEC() << SETW(6) << a << ENDL();
    DPRINT << FIXED() << SETPRECISION(2) << F32(2.5f) << DEFAULTFLOAT() << U32(3) << BF16(0x3F80) << "\n";
    DPRINT("{} {:#x} {:d} {:f} {:08.3f} {:>5} {{}} {}\n", a, a, a, 1.5f, 2.5f, p[0], "text");
    DPRINT("{1} {0} {}\n", bf16_t(0x3F80), true);
    DEVICE_PRINT("{}\n", get_dataformat(0));
    DPRINT_DATA0("reader {}\n", a);
    DPRINT_DATA1("writer {}\n", a);
    DPRINT_MATH("nothing here {}\n", a);
    const SliceRange range = SliceRange::h0_w0_32();
    const SliceRange custom{.h0 = 0, .h1 = 2, .hs = 1, .w0 = 0, .w1 = 4, .ws = 1};
    DPRINT("{}\n", TileSlice(0, 0, range, TSLICE_INPUT_CB, TSLICE_WR_PTR, true, false));
    DPRINT << TSLICE(0, 0, custom, TSLICE_OUTPUT_CB, TSLICE_RD_PTR) << ENDL();
    uint32_t words[2] = {1, 2};
    DPRINT("{}\n", dp_typed_array_t<2>((uint16_t)DataFormat::UInt32, words));
    DPRINT << U32_ARRAY(words, 2) << TYPED_U32_ARRAY((uint16_t)DataFormat::Float16_b, 0, words, 2) << ENDL();
    DPRINT << (uint32_t)CB_RD_PTR(0) << CB_WR_PTR(0) << ENDL();
    tt::data_movement::common::print_bf16_pages(a, 4, 2);
    tt::data_movement::common::print_f32_pages(a, 4, 2, 1);
    tt::data_movement::common::print_u8_pages(a, 4, 2);
    print_cb_details(0);
    ASSERT(a != 3);
    WAYPOINT("HERE");
    PAUSE();
    WATCHER_RING_BUFFER_PUSH(a);
    {
        DeviceZoneScopedMainN("main");
        DeviceZoneScopedSumN1("sum");
    }
}
