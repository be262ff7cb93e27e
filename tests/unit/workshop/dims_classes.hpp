// The 43 shape classes of ops whose rows are gathered.
#pragma once

#include <cstdint>
#include <vector>

// Ends within tiles or not, of one tile or many, every dimension alone and together, ranks from 2 to 5.
inline std::vector<std::vector<uint32_t>> classes_of_dims() {
    std::vector<std::vector<uint32_t>> all = {
        {32, 32},         {1, 1},          {1, 32},         {32, 1},           {33, 31},         {31, 33},
        {64, 64},         {96, 40},        {40, 96},        {1, 300},          {300, 1},         {160, 160},
        {2, 32, 32},      {3, 33, 1},      {2, 1, 33},      {5, 64, 31},       {7, 7, 7},        {33, 2, 2},
        {1, 2, 32, 32},   {2, 1, 32, 32},  {2, 3, 32, 32},  {3, 2, 33, 65},    {2, 2, 1, 1},     {1, 33, 2, 2},
        {33, 1, 2, 2},    {2, 5, 31, 64},  {4, 1, 64, 64},  {1, 4, 70, 70},    {2, 2, 128, 32},  {2, 2, 32, 128},
        {3, 3, 40, 40},   {1, 1, 256, 96}, {1, 1, 96, 256}, {6, 2, 17, 33},    {2, 6, 33, 17},   {1, 70, 5, 5},
        {70, 1, 5, 5},    {2, 3, 1, 64},   {2, 3, 64, 1},   {2, 1, 2, 33, 33}, {2, 2, 2, 32, 5}, {1, 1, 1, 1, 1},
        {3, 1, 2, 40, 64}};
    return all;
}
