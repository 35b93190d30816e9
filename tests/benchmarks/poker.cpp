// Dealing two or more players three cards each and two to the board, comparing their hands: the loops of
// risksim/poker/kernels in C++, table by table of 512 lanes, to measure those against.

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace {

constexpr int LANES = 512;
constexpr int MOST_DEALT = 20;
constexpr std::uint64_t WHOLE = std::uint64_t{1} << 58, REST = WHOLE - 1;

struct Stream {
    std::uint64_t *s;
    static std::uint64_t rotl(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }
    std::uint64_t next() {
        const std::uint64_t result = rotl(s[0] + s[3], 23) + s[0], t = s[1] << 17;
        s[2] ^= s[0];
        s[3] ^= s[1];
        s[1] ^= s[2];
        s[0] ^= s[3];
        s[2] ^= t;
        s[3] = rotl(s[3], 45);
        return result;
    }
};

inline void exchange(std::uint8_t &a, std::uint8_t &b) {
    const std::uint8_t low = std::min(a, b), high = std::max(a, b);
    a = low;
    b = high;
}

inline std::uint32_t hand_number(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d, std::uint8_t e) {
    exchange(a, b); exchange(d, e); exchange(c, e); exchange(c, d); exchange(b, e);
    exchange(a, d); exchange(a, c); exchange(b, d); exchange(b, c);
    const std::uint32_t A = a, B = b, C = c - 1u, D = d, E = e - 2u;
    const std::uint32_t two = B * (B - 1) >> 1, three = C * (C * C - 1) >> 1, f = D * (D - 3), four = f * (f + 2) >> 3;
    const std::uint32_t five = E * (E * E - 1) * (E * E - 4) >> 3;
    return A + two + (three + four + five * 0xCCCCCCCDu) * 0xAAAAAAABu;
}

void deal(int n_dealt, Stream &stream, std::uint64_t *__restrict words, std::uint8_t *__restrict places,
          std::uint8_t *__restrict lanes) {
    for (int done = 0; done < n_dealt; done += 10) {
        const int size = std::min(n_dealt - done, 10);
        std::uint64_t orders = 1;
        for (int i = 0; i < size; ++i) orders *= 52 - done - i;
        for (int lane = 0; lane < LANES; ++lane) words[lane] = stream.next() >> 6;
        const std::uint64_t least = WHOLE % orders;
        std::uint64_t doubts = 0;
        for (int lane = 0; lane < LANES; ++lane) doubts |= (words[lane] * orders & REST) < least;
        if (doubts)
            for (int lane = 0; lane < LANES; ++lane)
                while ((words[lane] * orders & REST) < least) words[lane] = stream.next() >> 6;
        for (int place = done; place < done + size; ++place) {
            const std::uint64_t left = 52 - place;
            std::uint8_t *__restrict taken = places + place * LANES;
            for (int lane = 0; lane < LANES; ++lane) {
                const std::uint64_t product = words[lane] * left;
                taken[lane] = static_cast<std::uint8_t>(product >> 58) + place;
                words[lane] = product & REST;
            }
        }
    }
    for (int place = 0; place < n_dealt; ++place) {
        std::uint8_t *__restrict cards = lanes + place * LANES;
        std::memcpy(cards, places + place * LANES, LANES);
        for (int earlier = place - 1; earlier >= 0; --earlier) {
            const std::uint8_t *__restrict before = places + earlier * LANES;
            const std::uint8_t moved = earlier;
            for (int lane = 0; lane < LANES; ++lane) cards[lane] = before[lane] == cards[lane] ? moved : cards[lane];
        }
    }
}

}  // namespace

extern "C" void deal_and_compare(std::int64_t n_groups, std::int64_t n_players, const std::uint16_t *rank,
                                 std::uint64_t *state, std::int64_t *counts) {
    alignas(64) static std::uint64_t words[LANES];
    alignas(64) static std::uint8_t places[MOST_DEALT * LANES], lanes[MOST_DEALT * LANES], winners[LANES];
    alignas(64) static std::uint32_t numbers[LANES];
    alignas(64) static std::uint16_t found[LANES], best[LANES];
    Stream stream{state};
    for (std::int64_t group = 0; group < n_groups; ++group) {
        deal(static_cast<int>(2 + 3 * n_players), stream, words, places, lanes);
        std::memset(best, 0, sizeof best);
        std::memset(winners, 0, sizeof winners);
        for (int seat = 0; seat < n_players; ++seat) {
            const std::uint8_t *own = lanes + (2 + 3 * seat) * LANES;
            for (int lane = 0; lane < LANES; ++lane)
                numbers[lane] = hand_number(lanes[lane], lanes[LANES + lane], own[lane], own[LANES + lane],
                                            own[2 * LANES + lane]);
            for (int lane = 0; lane < LANES; ++lane) found[lane] = rank[numbers[lane]];
            const std::uint8_t mine = 1 << seat;
            for (int lane = 0; lane < LANES; ++lane) {
                const std::uint8_t shared = found[lane] == best[lane] ? winners[lane] | mine : winners[lane];
                winners[lane] = found[lane] > best[lane] ? mine : shared;
                best[lane] = std::max(best[lane], found[lane]);
            }
        }
        for (int lane = 0; lane < LANES; ++lane) ++counts[winners[lane]];
    }
}

