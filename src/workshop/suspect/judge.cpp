// Predictions against what the program gave.
#include "workshop/suspect/judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace tilewright::workshop {

double median(std::vector<double>& values) {
    if (values.empty()) return kUnknown;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

std::string number(double value) { return fmt::format("{:.5g}", value); }

double to_bf16(double value) {
    const auto single = static_cast<float>(value);
    if (!std::isfinite(single)) return single;
    uint32_t bits = 0;
    std::memcpy(&bits, &single, 4);
    bits = (bits + 0x7FFFu + (bits >> 16 & 1u)) & 0xFFFF0000u;
    float rounded = 0;
    std::memcpy(&rounded, &bits, 4);
    return rounded;
}

double to_bf16_truncated(double value) {
    const auto single = static_cast<float>(value);
    uint32_t bits = 0;
    std::memcpy(&bits, &single, 4);
    bits &= 0xFFFF0000u;
    float cut = 0;
    std::memcpy(&cut, &bits, 4);
    return cut;
}

Judge::Judge(const Compared& compared)
    : seen(compared), grid(compared.shape, compared.tiled, compared.tile_height, compared.tile_width) {
    const size_t count = seen.expected.size();
    wrong.assign(count, 0);
    wrong_tile.assign(grid.tiles(), 0);
    std::vector<double> parts;
    double squares = 0, low = INFINITY, high = -INFINITY;
    size_t finite = 0;
    for (size_t i = 0; i < count; ++i) {
        const double expected = seen.expected[i];
        if (std::isfinite(expected)) {
            squares += expected * expected;
            ++finite;
            if (expected != 0) parts.push_back(seen.allowed[i] / std::abs(expected));
        }
        const bool same = seen.got[i] == expected || (std::isnan(seen.got[i]) && std::isnan(expected));
        if (same || std::abs(seen.got[i] - expected) <= seen.allowed[i]) continue;
        wrong[i] = 1;
        wrong_at.push_back(i);
        wrong_tile[grid.locate(i).tile] = 1;
        low = std::min(low, expected);
        high = std::max(high, expected);
    }
    rms = finite == 0 ? 0 : std::sqrt(squares / static_cast<double>(finite));
    relative = parts.empty() ? 0 : median(parts);
    varies = wrong_at.size() >= 2 && high - low > 8 * relative * std::max(std::abs(high), std::abs(low));
    region = find_region(*this);
}

double Judge::tolerance(size_t index, double predicted) const {
    if (seen.whole_numbers) return seen.allowed[index];
    const double size = std::isfinite(predicted) ? std::abs(predicted) : 0;
    return std::max(scale_ * seen.allowed[index], relative * size) + 2 * seen.unit * size;
}

bool Judge::agrees(size_t index, double predicted) const {
    const double got = seen.got[index];
    return got == predicted || std::abs(got - predicted) <= tolerance(index, predicted);
}

bool Judge::all_wrong_are(const std::vector<double>& value) const {
    return std::all_of(wrong_at.begin(), wrong_at.end(), [&](size_t i) { return seen.got[i] == value[i]; });
}

// What a prediction leaves of the error is within tolerance, and far less than there was.
bool Judge::accounts_for(size_t index, double predicted) const {
    if (!agrees(index, predicted)) return false;
    const double before = std::abs(seen.got[index] - seen.expected[index]);
    return !std::isfinite(before) || std::abs(seen.got[index] - predicted) <= 0.6 * before;
}

Judge::Count Judge::count(const std::vector<double>& predicted) const {
    Count result;
    for (size_t i = 0; i < predicted.size(); ++i) {
        if (std::isnan(predicted[i])) continue;
        if (wrong[i] != 0) {
            ++result.known;
            result.explained += accounts_for(i, predicted[i]);
        } else {
            result.harmed += !agrees(i, predicted[i]) && std::abs(seen.got[i] - predicted[i]) > seen.allowed[i];
        }
    }
    return result;
}

// Where tolerances are wide or values alike, any prediction agrees: the same one in another order tells.
bool Judge::by_chance(const std::vector<double>& predicted, size_t explained) const {
    const size_t n = wrong_at.size();
    const double first = predicted[wrong_at.front()];
    const bool one_value =
        std::all_of(wrong_at.begin(), wrong_at.end(), [&](size_t i) { return predicted[i] == first; });
    // A prediction of one value has no order: the result must be just that.
    if (one_value) {
        return !std::all_of(wrong_at.begin(), wrong_at.end(),
                            [&](size_t i) { return std::abs(seen.got[i] - first) <= 2 * seen.unit * std::abs(first); });
    }
    size_t also = 0;
    uint64_t state = 0x9E3779B97F4A7C15ull;
    for (const size_t i : wrong_at) {
        state = state * 6364136223846793005ull + 1442695040888963407ull;
        const double other = predicted[wrong_at[(state >> 33) % n]];
        also += !std::isnan(other) && accounts_for(i, other);
    }
    return also * 2 > explained;
}

bool Judge::consider(Idea idea, const std::vector<double>& predicted) {
    if (predicted.size() != wrong.size() || wrong_at.empty()) return false;
    const bool all = take_up(std::move(idea), predicted);
    scale_ = 1;
    return all;
}

bool Judge::take_up(Idea idea, const std::vector<double>& predicted) {
    const size_t n = wrong_at.size(), right = wrong.size() - n;
    // Where all values are smaller than they should be, so is what may be off.
    double squares = 0, known = 0;
    for (const double value : predicted) {
        if (std::isfinite(value)) squares += value * value, known += 1;
    }
    scale_ = rms > 0 && known > 0 ? std::min(1.0, std::sqrt(squares / known) / rms) : 1;
    Count counted = count(predicted);
    if (counted.explained * 5 < n * 3) return false;
    std::vector<double> local;
    const std::vector<double>* used = &predicted;
    const auto harms = [&](const Count& c) { return c.harmed * 50 > right + c.explained; };
    bool here_only = false;
    if (harms(counted) && idea.by_place) {
        // Made in the wrong tiles only.
        local = predicted;
        for (size_t i = 0; i < local.size(); ++i) {
            if (wrong_tile[grid.locate(i).tile] == 0) local[i] = seen.expected[i];
        }
        counted = count(local);
        used = &local;
        here_only = true;
    }
    if (harms(counted) || (!idea.plain && by_chance(*used, counted.explained))) return false;
    Suspect suspect;
    suspect.kind = std::move(idea.kind);
    suspect.what = std::move(idea.what);
    suspect.evidence = std::move(idea.evidence);
    suspect.explained = counted.explained;
    suspect.of = n;
    const bool all = counted.explained * 200 >= counted.known * 199 && counted.known * 2 >= n;
    suspect.proof = idea.proves && all && n >= 4 ? Proof::Recomputed : Proof::None;
    suspect.numbers = std::move(idea.numbers);
    suspect.rank = idea.rank + (here_only ? 0.5 : 0);
    suspect.where = region.where;
    suspects.push_back(std::move(suspect));
    return all;
}

}  // namespace tilewright::workshop
