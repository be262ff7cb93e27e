// Stand-in: the types are those of stdint.h.
#include <stdint.h>
