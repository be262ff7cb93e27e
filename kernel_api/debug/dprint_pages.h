#pragma once
#include "api/debug/dprint_pages.h"
