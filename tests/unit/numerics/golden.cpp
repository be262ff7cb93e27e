// The reader of the golden vectors (under TILEWRIGHT_TEST_DIR), shared with the tests of src/tile; every folder of
// tests is a binary of its own.
#include "unit/tile/golden.cpp"
