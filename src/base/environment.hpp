// The environment: the one place that reads variables. Whoever needs a setting turns it into a value once (a device
// when it is opened, a command when it starts) and hands the value on.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

namespace tilewright::environment {

// Empty: it is not set, or set to nothing.
std::string text(const char* name);
bool is_set(const char* name);
// NAME=VALUE of every variable whose text begins so.
std::vector<std::string> all_beginning_with(std::initializer_list<const char*> beginnings);
// Another number after a variable was set or taken away; costs next to nothing.
uint64_t version();
// TW3006 where it is not a whole number.
uint64_t number(const char* name, uint64_t otherwise);
// Seconds, with a fraction where one is given ("0.5"). Throws Error TW3006 for anything else.
double seconds(const char* name, double otherwise);
// Its position among `allowed`, or -1 where it is not set; TW3006 where it is none of them.
int choice(const char* name, std::initializer_list<const char*> allowed);

}  // namespace tilewright::environment
