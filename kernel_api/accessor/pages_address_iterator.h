#pragma once
#include "api/tensor/pages_address_iterator.h"
