#pragma once
#include "api/tensor/page.h"
