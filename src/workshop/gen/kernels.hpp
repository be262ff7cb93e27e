// The kernels of a plan as source text, and the two headers they ship with. Kernels use nothing but the public kernel
// API and these headers, so an op's folder is whole: it needs no include path of Tilewright's.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "workshop/gen/text.hpp"
#include "workshop/plan/plan.hpp"

namespace tilewright::workshop::rows {

// device/kernels/...: file name to text.
std::map<std::string, std::string> kernel_files(const Plan& plan);

std::string compute_kernel(const Plan& plan);
std::string reader_kernel(const Plan& plan);
std::string writer_kernel(const Plan& plan);
// The same where rows are gathered tile by tile.
std::string gathered_reader(const Plan& plan);
std::string gathered_writer(const Plan& plan);
extern const char* const kGatheredComputeHeader;   // device/kernels/compute/gathered.hpp
extern const char* const kGatheredDataflowHeader;  // device/kernels/dataflow/gathered.hpp
// Beside them, where the formula has products of matrices: .../compute/products.hpp, .../dataflow/products.hpp.
extern const char* const kProductsComputeHeader;
extern const char* const kProductsDataflowHeader;
// Dimensions as kernels write them: "gathered::H | gathered::W".
std::string dims_source(Dims dims);
extern const char* const kRowsHeader;    // device/kernels/compute/rows.hpp
extern const char* const kSticksHeader;  // device/kernels/dataflow/sticks.hpp

// Names that code and documents share.
std::string scalar_name(const Plan& plan, int node);
std::string pass_title(const Plan& plan, const Pass& pass);
// A value's name as part of a kernel's identifiers. Every one of them is the word with an ending (x_bytes, x_args) or
// after a form (cb_x, make_x), and no word begins like a form: so none is equal to another, to a word of the kernel's
// own or to one of its headers, whatever values are called.
std::string word_of(const std::string& name);
std::string cb_name(const std::string& name);
std::string cb_name(const Plan& plan, int node);
std::string sticks_name(const Plan& plan, int node);
std::string flag_of(const Plan& plan, int guard);  // the constant that says whether what is guarded takes part
int guard_of_input(const Plan& plan, int node);    // kAlways: the input is required
// The compile-time arguments that reader and compute have in common, as constants: what the plan needs of them.
inline constexpr int kFirstInputArgument = 10;  // stick bytes of each input; workshop/op/row_program.hpp has the list
std::string argument(const std::string& name, int index, const std::string& remark);
std::vector<int> inputs_in_order(const Plan& plan);  // nodes, in the order of the spec
// The reader's arguments as constants, but for what the plan adds behind them; then the tiles that parameters come as.
void reader_arguments(Text& out, const Plan& plan);
void send_constants(Text& out, const Plan& plan);
void geometry(Text& out, const Plan& plan);
// The input comes as tiles, without sticks before them.
bool is_tile_input(const Plan& plan, int node);
// Where a tile-row lies, within a loop over `done` sticks: its sticks; where matrices are padded its number, and its
// sticks if they are wanted.
void places(Text& out, const Plan& plan, bool sticks);
// When a pass brings the sticks of an input; empty: always.
std::string again_if(const Plan& plan, const PassInput& input);
// The loop of a pass over its blocks, with what must hold for it to run.
std::string block_loop(const Plan& plan, const Pass& pass, const std::vector<std::string>& conditions);
// What an input is to products, and the names of their sizes as kernels have them, compile-time arguments from `first`
// on.
MatrixSide::Side operand_side(const Plan& plan, int node);
std::string size_name(const Plan& plan, size_t size);
void size_arguments(Text& out, const Plan& plan, int first);
// "if constexpr (...) " in front of a statement, or nothing.
std::string only_if(const std::vector<std::string>& conditions);

}  // namespace tilewright::workshop::rows
