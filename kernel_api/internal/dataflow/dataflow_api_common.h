#pragma once
#include "tw/dataflow/identity.h"
