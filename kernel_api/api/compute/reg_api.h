// DST sections.
#pragma once
#include "tw/compute/regs.h"
