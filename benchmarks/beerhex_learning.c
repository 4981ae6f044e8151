/* Plays many single games of BeerHex by a network and teaches it: the inner loops of beerhex_learning.py, which compiles this file.

H1 and H2 are the sizes of the hidden layers; the order of weights is that of src/bestagon/games/beerhex/ai/network.py. */

#include "beerhex_games.h"

#include <math.h>

enum { INPUTS = 0, MIDDLE = (FEATURES + 1) * H1, OUTPUTS = MIDDLE + (H1 + 1) * H2, BIASES = OUTPUTS + LOGITS * H2, VALUE = BIASES + LOGITS, WEIGHTS = VALUE + H2 + 1 };

typedef struct {
    int32_t active, n, option, options, choice, game, seat;
    float log_share, chance, gain, target;
} Decision;

typedef struct {
    int32_t count, room, actives, options;
    Decision *decisions;
    uint16_t *active;
    uint8_t *places, *kinds;
} Lessons;

static void see(const float *w, const uint16_t *active, int n, float *first, float *second) {
    memcpy(first, w + INPUTS + FEATURES * H1, H1 * sizeof(float));
    for (int i = 0; i < n; i++) {
        const float *row = w + INPUTS + active[i] * H1;
        for (int j = 0; j < H1; j++) first[j] += row[j];
    }
    memcpy(second, w + MIDDLE + H1 * H2, H2 * sizeof(float));
    for (int j = 0; j < H1; j++) {
        if (first[j] <= 0) { first[j] = 0; continue; }
        const float *row = w + MIDDLE + j * H2;
        for (int k = 0; k < H2; k++) second[k] += first[j] * row[k];
    }
    for (int k = 0; k < H2; k++) if (second[k] < 0) second[k] = 0;
}

static float dot(const float *a, const float *b) {
    float total = 0;
    for (int k = 0; k < H2; k++) total += a[k] * b[k];
    return total;
}

static float chance_of(const float *w, const float *second) { return 1 / (1 + expf(-dot(second, w + VALUE) - w[VALUE + H2])); }

/* Write the logarithms of the shares of the options. */
static void weigh(const float *w, const float *second, const uint8_t *places, const uint8_t *kinds, int n, float *logs) {
    float of_kinds[KINDS], best = -1e9f, total = 0;
    char known[KINDS] = {0};
    for (int i = 0; i < n; i++) {
        int kind = kinds[i];
        if (!known[kind]) known[kind] = 1, of_kinds[kind] = dot(second, w + OUTPUTS + (ACTIONS + kind) * H2) + w[BIASES + ACTIONS + kind];
        logs[i] = dot(second, w + OUTPUTS + places[i] * H2) + w[BIASES + places[i]] + of_kinds[kind];
        if (logs[i] > best) best = logs[i];
    }
    for (int i = 0; i < n; i++) total += expf(logs[i] - best);
    total = best + logf(total);
    for (int i = 0; i < n; i++) logs[i] -= total;
}

static int sample(const float *logs, int n, uint64_t *dice) {
    float left = uniform(dice);
    for (int i = 0; i < n; i++)
        if ((left -= expf(logs[i])) < 0) return i;
    return n - 1;
}

static int record(Lessons *to, const Seen *s, int options, int game, int seat) {
    Decision *d = to->decisions + to->count;
    memset(d, 0, sizeof *d);
    d->active = to->actives, d->n = s->n, d->option = to->options, d->options = options, d->game = game, d->seat = seat;
    memcpy(to->active + to->actives, s->active, s->n * sizeof(uint16_t));
    memcpy(to->places + to->options, s->places, options);
    memcpy(to->kinds + to->options, s->kinds, options);
    to->actives += s->n, to->options += options;
    return to->count++;
}

/* Say how much better than expected the decisions of a game were, by what the same seat expected later. */
static void reward(Lessons *to, int first, const float *results, float trace) {
    float following[2] = {results[0], results[1]}, gains[2] = {0, 0};
    for (int i = to->count - 1; i >= first; i--) {
        Decision *d = to->decisions + i;
        gains[d->seat] = following[d->seat] - d->chance + trace * gains[d->seat];
        following[d->seat] = d->chance;
        d->gain = gains[d->seat];
        d->target = fminf(1, fmaxf(0, d->chance + d->gain));
    }
}

/* Play games until there is no room; a share of them has older weights on seat 1, another one a player with simple habits. If `watch`, record what both seats know instead, with
the results. Return the points of seat 0 against older weights, and their number in *met. */
float play(const float *w, const float *older, float share, float habit_share, float prologue_share, int limit, float trace, int watch, uint64_t seed, Lessons *to, int *games, int *met) {
    float first[H1], second[H2], logs[ACTIONS], points = 0;
    *games = *met = 0;
    while (to->count + 2 * limit + 60 < to->room) {
        Game g = {0};
        float kind = uniform(&seed);
        int from = to->count, past = kind < share, simple = !past && kind < share + habit_share, result = 0, mover = 0;
        Habits habits[2] = {any_habits(&seed), any_habits(&seed)};
        /* Some games begin with moves of such players on both seats, so that positions are met that the policy itself avoids. */
        int prologue = !watch && uniform(&seed) < prologue_share ? 2 + 8 * uniform(&seed) : 0;
        g.seat = next(&seed) >> 63;
        while (!result && g.turns < limit) {
            Seen s, other;
            mover = g.seat;
            look(&g, 0, &s);
            if (watch) {
                Game b = g;
                swap_seats(&b, next(&seed) >> 63);
                look(&b, 1, &other);
                record(to, &other, 0, *games, b.seat);
                if (!s.sure) record(to, &s, 0, *games, g.seat);
            }
            if (s.sure) { result = 1; break; }
            const float *used = past && g.seat ? older : w;
            list_options(&g, &s);
            if ((simple && g.seat) || g.turns < prologue) {
                result = play_action(&g, s.places[choose_by_habit(&g, &s, habits[g.seat], &seed)], &seed);
                continue;
            }
            see(used, s.active, s.n, first, second);
            weigh(used, second, s.places, s.kinds, s.options, logs);
            int choice = sample(logs, s.options, &seed);
            if (!watch && used == w) {
                Decision *d = to->decisions + record(to, &s, s.options, *games, g.seat);
                d->choice = choice, d->log_share = logs[choice], d->chance = chance_of(w, second);
            }
            result = play_action(&g, s.places[choice], &seed);
        }
        float results[2] = {0.5, 0.5};
        if (result) results[mover] = result > 0, results[1 - mover] = result < 0;
        if (watch) for (int i = from; i < to->count; i++) to->decisions[i].target = results[to->decisions[i].seat];
        else reward(to, from, results, trace);
        if (past) points += results[0], ++*met;
        ++*games;
    }
    return points;
}

/* Play games of a network and return its points: against itself, where it starts with a placement, or against a player with habits. */
float measure(const float *w, int place, const int32_t *habits, int games, int limit, uint64_t seed) {
    float first[H1], second[H2], logs[ACTIONS], points = 0;
    for (int n = 0; n < games; n++) {
        Game g = {0};
        int result = 0, mover = 0;
        if (habits) g.seat = n & 1;
        else play_action(&g, place, &seed);
        while (!result && g.turns < limit) {
            Seen s;
            mover = g.seat;
            look(&g, 0, &s);
            if (s.sure) { result = 1; break; }
            list_options(&g, &s);
            if (habits && mover) {
                Habits fixed = {habits[0], habits[1], habits[2], habits[3]};
                result = play_action(&g, s.places[choose_by_habit(&g, &s, fixed, &seed)], &seed);
                continue;
            }
            see(w, s.active, s.n, first, second);
            weigh(w, second, s.places, s.kinds, s.options, logs);
            result = play_action(&g, s.places[sample(logs, s.options, &seed)], &seed);
        }
        points += result ? (result > 0) == (mover == 0) : 0.5f;
    }
    return points;
}

/* Add the gradient of one decision, and return its entropy or, if it has no options, its loss. */
static float backward(const float *w, float *grad, const Lessons *from, const Decision *d, float gain, float clip, float bonus) {
    float first[H1], second[H2], logs[ACTIONS], of_kinds[KINDS] = {0}, back[H2], figure = 0;
    see(w, from->active + d->active, d->n, first, second);
    const uint8_t *places = from->places + d->option, *kinds = from->kinds + d->option;
    float error = chance_of(w, second) - d->target;
    for (int k = 0; k < H2; k++) back[k] = error * w[VALUE + k], grad[VALUE + k] += error * second[k];
    grad[VALUE + H2] += error;
    if (d->options) {
        weigh(w, second, places, kinds, d->options, logs);
        float ratio = expf(logs[d->choice] - d->log_share), slope = 0;
        for (int i = 0; i < d->options; i++) figure -= expf(logs[i]) * logs[i];
        if (!(gain > 0 && ratio > 1 + clip) && !(gain < 0 && ratio < 1 - clip)) slope = -gain * ratio;
        for (int i = 0; i < d->options; i++) {
            float p = expf(logs[i]), by = slope * ((i == d->choice) - p) + bonus * p * (logs[i] + figure);
            of_kinds[kinds[i]] += by;
            const float *row = w + OUTPUTS + places[i] * H2;
            float *into = grad + OUTPUTS + places[i] * H2;
            for (int k = 0; k < H2; k++) back[k] += by * row[k], into[k] += by * second[k];
            grad[BIASES + places[i]] += by;
        }
        for (int kind = 0; kind < KINDS; kind++)
            if (of_kinds[kind] != 0) {
                const float *row = w + OUTPUTS + (ACTIONS + kind) * H2;
                float *into = grad + OUTPUTS + (ACTIONS + kind) * H2, by = of_kinds[kind];
                for (int k = 0; k < H2; k++) back[k] += by * row[k], into[k] += by * second[k];
                grad[BIASES + ACTIONS + kind] += by;
            }
    } else {
        figure = -d->target * logf(1e-6f + d->target + error) - (1 - d->target) * logf(1e-6f + 1 - d->target - error);
    }
    float back_first[H1];
    for (int k = 0; k < H2; k++) if (second[k] <= 0) back[k] = 0;
    for (int k = 0; k < H2; k++) grad[MIDDLE + H1 * H2 + k] += back[k];
    for (int j = 0; j < H1; j++) {
        back_first[j] = 0;
        if (first[j] <= 0) continue;
        const float *row = w + MIDDLE + j * H2;
        float *into = grad + MIDDLE + j * H2;
        back_first[j] = dot(row, back);
        for (int k = 0; k < H2; k++) into[k] += first[j] * back[k];
    }
    for (int j = 0; j < H1; j++) grad[INPUTS + FEATURES * H1 + j] += back_first[j];
    for (int i = 0; i < d->n; i++) {
        float *into = grad + INPUTS + from->active[d->active + i] * H1;
        for (int j = 0; j < H1; j++) into[j] += back_first[j];
    }
    return figure;
}

/* Learn from all decisions once, in the given order, by PPO with Adam. Return the mean entropy or loss. */
float learn(float *w, float *mean, float *square, int64_t *steps, const Lessons *from, const int32_t *order, int n, int batch, float rate,
            float clip, float bonus) {
    static float grad[WEIGHTS];
    double sum = 0, squares = 0, figures = 0;
    for (int i = 0; i < n; i++) sum += from->decisions[order[i]].gain, squares += from->decisions[order[i]].gain * from->decisions[order[i]].gain;
    float middle = sum / n, spread = sqrt(squares / n - middle * middle) + 1e-6f;
    for (int at = 0; at < n; at += batch) {
        int size = n - at < batch ? n - at : batch;
        memset(grad, 0, sizeof grad);
        for (int i = at; i < at + size; i++) {
            const Decision *d = from->decisions + order[i];
            figures += backward(w, grad, from, d, (d->gain - middle) / spread, clip, bonus);
        }
        double norm = 0;
        for (int i = 0; i < WEIGHTS; i++) grad[i] /= size, norm += grad[i] * grad[i];
        float scale = norm > 0.25 ? 0.5f / sqrtf(norm) : 1;
        ++*steps;
        float a = 1 - powf(0.9f, *steps), b = 1 - powf(0.999f, *steps);
        for (int i = 0; i < WEIGHTS; i++) {
            float g = grad[i] * scale;
            mean[i] = 0.9f * mean[i] + 0.1f * g;
            square[i] = 0.999f * square[i] + 0.001f * g * g;
            w[i] -= rate * mean[i] / a / (sqrtf(square[i] / b) + 1e-5f);
        }
    }
    return figures / n;
}

static Game game_of(const int32_t *numbers) {
    Game g;
    memcpy(&g, numbers, sizeof g);
    return g;
}

/* See a game of the engine (the numbers of a Game) and add it to the lessons; return whether the seat wins for certain. */
int observe(const int32_t *numbers, Lessons *to) {
    Game g = game_of(numbers);
    Seen s;
    look(&g, 0, &s);
    list_options(&g, &s);
    record(to, &s, s.options, 0, g.seat);
    return s.sure;
}

/* Carry out an action in such a game, and return its result for the mover. */
int advance(int32_t *numbers, int action, uint64_t seed) {
    Game g = game_of(numbers);
    int result = play_action(&g, action, &seed);
    memcpy(numbers, &g, sizeof g);
    return result;
}

/* Write how often the policy plays each option of a lesson. */
void shares(const float *w, const Lessons *from, int index, float *out) {
    const Decision *d = from->decisions + index;
    float first[H1], second[H2];
    see(w, from->active + d->active, d->n, first, second);
    weigh(w, second, from->places + d->option, from->kinds + d->option, d->options, out);
    for (int i = 0; i < d->options; i++) out[i] = expf(out[i]);
}

/* Return an action of the policy for a lesson, as the seat sees the board. */
int choose(const float *w, const Lessons *from, int index, uint64_t seed) {
    const Decision *d = from->decisions + index;
    float first[H1], second[H2], logs[ACTIONS];
    see(w, from->active + d->active, d->n, first, second);
    weigh(w, second, from->places + d->option, from->kinds + d->option, d->options, logs);
    return from->places[d->option + sample(logs, d->options, &seed)];
}
