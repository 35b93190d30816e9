// Battles of classic dice in lockstep, written by hand for AVX-512: what the compiled lanes of risksim are held against.
//
// The same plan: 16 bits a lane (attackers and defenders beyond the fewest with which it goes on, a byte each), one draw
// of 16 bits a round, three stages, the battles between two stages counted by what is left. What only intrinsics reach:
// draws stay in registers, lanes that stand still are compressed and filled by masks.
//
// roll(battles, attackers, defenders, seed, counts): counts[a * 256 + d] of how battles end, up to 100 armies a side.

#include <cstdint>
#include <immintrin.h>
#include <initializer_list>

#if !defined(__AVX512BW__) || !defined(__AVX512VBMI2__)
#error "needs AVX-512 with VBMI2"
#endif

namespace {

constexpr int VECTORS = 16;  // of 32 lanes
constexpr int BIAS = 8;
constexpr int ROW = 264;

struct Pass {
    __m512i cut1, cut2, cut3, loss1, loss2, loss3, mask, first, span;
};

__m512i all(int value) { return _mm512_set1_epi16(static_cast<short>(value)); }

Pass pass(int one, int two, int three, int total, bool both, int mask, int first, int span) {
    const int share = 62208 / total;
    const int losses[2][3] = {{0x0001, 0x0100, 0x0000}, {0x0002, 0x0101, 0x0200}};
    return {all(one * share), all((one + two) * share), all((one + two + three) * share),
            all(losses[both][0]), all(losses[both][1]), all(losses[both][2]), all(mask), all(first), all(span)};
}

std::uint64_t mix(std::uint64_t &word) {
    std::uint64_t z = (word += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

struct Generators {
    __m512i s0[VECTORS], s1[VECTORS], s2[VECTORS], s3[VECTORS];

    explicit Generators(std::uint64_t seed) {
        for (auto *state : {s0, s1, s2, s3})
            for (int v = 0; v < VECTORS; ++v) {
                alignas(64) std::uint64_t words[8];
                for (auto &word : words) word = mix(seed);
                state[v] = _mm512_load_si512(words);
            }
    }
};

// xoshiro256++
inline __m512i draw(__m512i &s0, __m512i &s1, __m512i &s2, __m512i &s3) {
    const __m512i result = _mm512_add_epi64(_mm512_rol_epi64(_mm512_add_epi64(s0, s3), 23), s0);
    const __m512i shifted = _mm512_slli_epi64(s1, 17);
    s2 = _mm512_xor_si512(s2, s0);
    s3 = _mm512_xor_si512(s3, s1);
    s1 = _mm512_xor_si512(s1, s2);
    s0 = _mm512_xor_si512(s0, s3);
    s2 = _mm512_xor_si512(s2, shifted);
    s3 = _mm512_rol_epi64(s3, 45);
    return result;
}

template <bool SIGNS_ONLY>
inline __m512i fight(const Pass &p, __m512i draws, __m512i state) {
    __mmask32 live;
    if constexpr (SIGNS_ONLY)
        live = _mm512_testn_epi16_mask(state, p.mask);
    else
        live = _mm512_cmple_epu16_mask(_mm512_sub_epi16(_mm512_and_si512(state, p.mask), p.first), p.span);
    live = _mm512_mask_cmplt_epu16_mask(live, draws, p.cut3);
    __m512i loss = _mm512_mask_blend_epi16(_mm512_cmplt_epu16_mask(draws, p.cut2), p.loss3, p.loss2);
    loss = _mm512_mask_blend_epi16(_mm512_cmplt_epu16_mask(draws, p.cut1), loss, p.loss1);
    return _mm512_mask_sub_epi16(state, live, state, loss);
}

std::int64_t seen[256 * ROW];

inline std::int64_t &cell(unsigned place) { return seen[(place >> 8) * ROW + (place & 255)]; }

// Bring `n` battles that stand at `place` to where they leave a stage.
template <int PASSES, bool SIGNS_ONLY, int STEPS>
void run(const Pass *passes, const int *places, int n_places, int offset, Generators &generators) {
    const __m512i signs = all(0x8080);
    __m512i states[VECTORS];
    std::uint16_t exits[32 * VECTORS + 32];
    for (auto &state : states) state = signs;  // all lanes stand still; they are filled before they are looked at
    std::uint32_t busy[VECTORS] = {};
    int at = 0;
    std::int64_t waiting = 0, n_busy = 0;
    auto next = [&] {
        if (at == n_places) return;
        waiting = cell(places[at]);
        cell(places[at]) = 0;
    };
    next();
    auto fill = [&](int v, std::uint32_t free) {
        while (free && at < n_places) {
            const std::uint32_t n_free = static_cast<std::uint32_t>(__builtin_popcount(free));
            std::uint32_t chosen = free;
            if (waiting < n_free) chosen = _pdep_u32((1u << waiting) - 1, free);
            const __m512i fresh = all(places[at] - offset);
            states[v] = _mm512_mask_mov_epi16(states[v], chosen, fresh);
            const int n_chosen = __builtin_popcount(chosen);
            waiting -= n_chosen;
            n_busy += n_chosen;
            busy[v] |= chosen;
            free &= ~chosen;
            if (!waiting) ++at, next();
        }
    };
    for (int v = 0; v < VECTORS; ++v) fill(v, ~0u);
    while (n_busy) {
        for (int v = 0; v < VECTORS; ++v) {
            __m512i s0 = generators.s0[v], s1 = generators.s1[v], s2 = generators.s2[v], s3 = generators.s3[v];
            __m512i state = states[v];
            for (int step = 0; step < STEPS; ++step) {
                const __m512i draws = draw(s0, s1, s2, s3);
                for (int p = 0; p < PASSES; ++p) state = fight<SIGNS_ONLY>(passes[p], draws, state);
            }
            generators.s0[v] = s0, generators.s1[v] = s1, generators.s2[v] = s2, generators.s3[v] = s3;
            states[v] = state;
        }
        int n_exits = 0;
        for (int v = 0; v < VECTORS; ++v) {
            const std::uint32_t left = _mm512_test_epi16_mask(states[v], signs) & busy[v];
            _mm512_storeu_si512(exits + n_exits, _mm512_maskz_compress_epi16(left, states[v]));
            const int n_left = __builtin_popcount(left);
            n_exits += n_left;
            n_busy -= n_left;
            busy[v] &= ~left;
            fill(v, left);
        }
        for (int k = 0; k < n_exits; ++k) ++cell(static_cast<std::uint16_t>(exits[k] + offset));
    }
}

int list(int low_a, int high_a, int low_d, int high_d, int *places) {
    int n = 0;
    for (int a = low_a; a < high_a; ++a)
        for (int d = low_d; d < high_d; ++d)
            if (cell(((a + BIAS) << 8) + d + BIAS)) places[n++] = ((a + BIAS) << 8) + d + BIAS;
    return n;
}

}  // namespace

extern "C" void roll(std::int64_t battles, int attackers, int defenders, std::uint64_t seed, std::int64_t *counts) {
    constexpr int MOST = 110;
    Generators generators(seed);
    int places[1024];
    cell(((attackers + BIAS) << 8) + defenders + BIAS) = battles;
    const Pass all_dice[] = {pass(2890, 2611, 2275, 7776, true, 0x8080, 0, 0)};
    const Pass lone_defender[] = {pass(855, 441, 0, 1296, false, 0x80FF, 0, 0)};
    const Pass few_attackers[] = {
        pass(15, 21, 0, 36, false, 0xFFFF, 0x0000, 0), pass(55, 161, 0, 216, false, 0xFFFF, 0x0001, 0x7E),
        pass(125, 91, 0, 216, false, 0xFFFF, 0x0100, 0), pass(295, 420, 581, 1296, true, 0xFFFF, 0x0101, 0x7E)};
    const auto offset = [](int a, int d) { return ((a + BIAS) << 8) + d + BIAS; };
    int n = list(3, MOST, 2, MOST, places);
    run<1, true, 6>(all_dice, places, n, offset(3, 2), generators);
    n = list(3, MOST, 1, 2, places);
    run<1, false, 2>(lone_defender, places, n, offset(3, 1), generators);
    n = list(1, 3, 1, MOST, places);
    run<4, false, 2>(few_attackers, places, n, offset(1, 1), generators);
    for (int a = 0; a < MOST; ++a)
        for (int d = 0; d < MOST; ++d) {
            std::int64_t &found = cell(((a + BIAS) << 8) + d + BIAS);
            counts[a * 256 + d] += found;
            found = 0;
        }
}
