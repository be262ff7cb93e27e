// Stand-in for a header that newer versions of fmt have: the older ones keep its contents in core.h.
#pragma once

#include <fmt/format.h>
