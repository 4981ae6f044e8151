/* Single games of BeerHex for beerhex_learning.c: rules, what a seat knows, and players with simple habits.

A game is seen by the seat to act, which connects top and bottom; cells are bits, as in the engine. Features and kinds are those of
src/bestagon/games/beerhex/ai/knowledge.py; a test in tests/games/beerhex compares both. */

#include <stdint.h>
#include <string.h>

enum { FEATURES = 478, ACTIONS = 201, KINDS = 64, LOGITS = ACTIONS + KINDS, TRIPLES = 151, MOST_ACTIVE = 200, NO_PATH = 99 };
enum { TURN, PLACE, FILL };
enum { FULL = 0x1FFFFFF, TOP = 0x1F, BOTTOM = 0x1F00000, LEFT = 0x0108421, RIGHT = 0x1084210, NOT_LEFT = 0x1EF7BDE, NOT_RIGHT = 0x0F7BDEF, CENTRE = 1 << 12 };

typedef uint32_t Cells;

typedef struct {
    Cells honest, bluffs, their_honest, their_bluffs, up_mine, up_theirs, old;
    int ups[4]; /* face-up caps: own colour and symbol, own colour and other symbol, the same of the opponent */
    int phase, turns, seat;
} Game;

typedef struct {
    int n, sure, options, steps[4];
    Cells my_paths, seeming_paths, their_paths;
    uint16_t active[MOST_ACTIVE];
    uint8_t places[ACTIONS], kinds[ACTIONS];
} Seen;

static Cells views[4][3][512], triples[TRIPLES];

static Cells neighbours(Cells c) {
    Cells right = ((c << 1) | (c >> 4)) & NOT_LEFT, left = ((c >> 1) | (c << 4)) & NOT_RIGHT;
    return (right | left | (c << 5) | (c >> 5)) & FULL;
}

static Cells two_neighbours(Cells c) {
    Cells sides[6] = {(c << 1) & NOT_LEFT, (c >> 4) & NOT_LEFT, (c >> 1) & NOT_RIGHT, (c << 4) & NOT_RIGHT, c << 5, c >> 5};
    Cells one = 0, two = 0;
    for (int i = 0; i < 6; i++) two |= one & sides[i], one |= sides[i];
    return two & FULL;
}

void prepare(void) {
    int n = 0;
    for (int a = 0; a < 25; a++)
        for (int b = a + 1; b < 25; b++)
            for (int c = b + 1; c < 25; c++) {
                Cells x = 1u << a, y = 1u << b, z = 1u << c;
                if (!!(neighbours(x) & y) + !!(neighbours(x) & z) + !!(neighbours(y) & z) >= 2) triples[n++] = x | y | z;
            }
    for (int view = 0; view < 4; view++)
        for (int part = 0; part < 3; part++)
            for (int bits = 0; bits < 512; bits++) {
                Cells there = 0;
                for (int bit = 0; bit < 9; bit++) {
                    int cell = (part == 0 ? 0 : part == 1 ? 9 : 17) + bit;
                    if (!(bits >> bit & 1) || cell > 24) continue;
                    int to = view < 2 ? cell : 5 * (cell % 5) + cell / 5;
                    there |= 1u << (view % 2 ? 24 - to : to);
                }
                views[view][part][bits] = there;
            }
}

static Cells seen_from(Cells c, int view) { return views[view][0][c & 511] | views[view][1][c >> 9 & 255] | views[view][2][c >> 17]; }

static Cells flood(Cells start, Cells within) {
    Cells reach = start & within, wider = (reach | neighbours(reach)) & within;
    while (wider != reach) reach = wider, wider = (reach | neighbours(reach)) & within;
    return reach;
}

static int connects(Cells c, Cells near, Cells far) { return (flood(near, c) & far) != 0; }

static int shortest(Cells c, Cells empty, Cells near, Cells far, Cells *path) {
    Cells waves[26], reach = flood(near, c);
    int steps = 0;
    *path = 0;
    waves[0] = reach;
    while (!(reach & far)) {
        Cells onto = (near | neighbours(reach)) & empty & ~reach;
        if (!onto) return NO_PATH;
        reach = flood(reach | onto, c | reach | onto);
        waves[++steps] = reach;
    }
    reach = flood(far, c);
    for (int step = steps; step > 0; step--) {
        Cells onto = (far | neighbours(reach)) & empty & ~reach;
        *path |= onto & waves[step] & ~waves[step - 1];
        reach = flood(reach | onto, c | reach | onto);
    }
    return steps;
}

static int count(Cells c) { return __builtin_popcount(c); }
static int most(int number, int limit) { return number < limit ? number : limit; }
static int step_class(int steps) { return steps == NO_PATH ? 6 : most(steps, 5); }

static void add_cells(Seen *s, int plane, Cells c) {
    for (; c; c &= c - 1) s->active[s->n++] = plane + __builtin_ctz(c);
}

static Cells links(Cells c, Cells caps, Cells near, Cells far) {
    Cells found = 0;
    for (Cells left = caps; left; left &= left - 1) {
        Cells bit = left & -left;
        if (!connects(c & ~bit, near, far)) found |= bit;
    }
    return found;
}

static Cells occupied(const Game *g) { return g->honest | g->bluffs | g->their_honest | g->their_bluffs | g->up_mine | g->up_theirs; }
static int own_hand(const Game *g) { return 7 - count(g->honest) - g->ups[0]; }
static int other_hand(const Game *g) { return 6 - count(g->bluffs) - g->ups[1]; }

/* List the features of what the seat knows; if `waiting`, it is the turn of its opponent. */
static void look(const Game *g, int waiting, Seen *s) {
    Cells unseen = g->their_honest | g->their_bluffs, down = g->honest | g->bluffs, empty = ~occupied(g) & FULL, their_seeming_paths;
    Cells seeming = down | g->up_mine, their_seeming = unseen | g->up_theirs;
    int own = own_hand(g), other = other_hand(g), hand = 13 - count(unseen) - g->ups[2] - g->ups[3];
    s->n = 0;
    s->steps[0] = shortest(g->honest | g->up_mine, empty, TOP, BOTTOM, &s->my_paths);
    s->steps[1] = shortest(seeming, empty, TOP, BOTTOM, &s->seeming_paths);
    s->steps[2] = shortest(unseen | g->up_theirs | g->bluffs, empty, LEFT, RIGHT, &s->their_paths);
    s->steps[3] = shortest(their_seeming, empty, LEFT, RIGHT, &their_seeming_paths);
    s->sure = !waiting && g->phase == TURN && (s->steps[0] == 0 || s->steps[2] > most(hand, 7) + other);
    Cells planes[] = {empty, g->honest, g->bluffs, unseen, g->old & unseen, g->up_mine, g->up_theirs, s->my_paths, s->seeming_paths,
                      s->their_paths, their_seeming_paths, s->steps[1] ? 0 : links(seeming, down, TOP, BOTTOM),
                      s->steps[3] ? 0 : links(their_seeming, unseen, LEFT, RIGHT)};
    for (int i = 0; i < 13; i++) add_cells(s, 25 * i, planes[i]);
    int mine = step_class(s->steps[0]), theirs = step_class(s->steps[2]);
    int groups[][2] = {{325, mine}, {332, step_class(s->steps[1])}, {339, theirs}, {346, step_class(s->steps[3])}, {353, 7 * mine + theirs},
                       {402, most(count(s->my_paths), 7)}, {410, most(count(s->their_paths), 7)}, {418, own}, {426, other}, {433, hand},
                       {447, 7 - g->ups[2]}, {455, 6 - g->ups[3]}, {462, waiting ? 3 : g->phase}, {466, most(g->turns / 4, 9)}};
    for (int i = 0; i < 14; i++) s->active[s->n++] = groups[i][0] + groups[i][1];
    if (g->honest & two_neighbours(g->honest)) s->active[s->n++] = 476;
    if (g->turns == 0) s->active[s->n++] = 477;
}

static void list_options(const Game *g, Seen *s) {
    Cells unseen = g->their_honest | g->their_bluffs, down = g->honest | g->bluffs | unseen, their_seeming = unseen | g->up_theirs;
    Cells three = two_neighbours(g->honest) | neighbours(g->honest & neighbours(g->honest));
    int hands[2] = {own_hand(g), other_hand(g)}, n = 0;
    for (Cells left = ~occupied(g) & (g->turns ? FULL : FULL & ~CENTRE); left; left &= left - 1) {
        Cells bit = left & -left;
        int kind = 2 * !!(s->my_paths & bit) + 4 * !!(s->their_paths & bit) + 8 * !!(three & bit) + 16 * (s->steps[1] == 1 && s->seeming_paths & bit);
        for (int symbol = 0; symbol < 2; symbol++)
            if (hands[symbol]) s->places[n] = 2 * __builtin_ctz(bit) + symbol, s->kinds[n++] = kind + symbol;
    }
    if (g->phase == TURN)
        for (int i = 0; i < TRIPLES; i++) {
            Cells t = triples[i];
            if (t & ~down || !(t & unseen)) continue;
            s->places[n] = 50 + i;
            s->kinds[n++] = 32 + 8 * count(t & unseen) + 2 * count(t & g->honest) + (s->steps[3] == 0 && !connects(their_seeming & ~t, LEFT, RIGHT));
        }
    s->options = n;
}

static uint64_t next(uint64_t *state) {
    uint64_t z = (*state += 0x9E3779B97F4A7C15u);
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

static float uniform(uint64_t *state) { return (next(state) >> 40) * (1.0f / 16777216.0f); }

/* Let the other seat see the board, turned by half or not. */
static void swap_seats(Game *g, int turned) {
    Game b = *g;
    int v = 2 + turned;
    g->honest = seen_from(b.their_honest, v), g->bluffs = seen_from(b.their_bluffs, v);
    g->their_honest = seen_from(b.honest, v), g->their_bluffs = seen_from(b.bluffs, v);
    g->up_mine = seen_from(b.up_theirs, v), g->up_theirs = seen_from(b.up_mine, v), g->old = seen_from(b.old, v);
    for (int i = 0; i < 4; i++) g->ups[i] = b.ups[i ^ 2];
    g->seat = 1 - b.seat;
}

/* Carry out an action; return 1 if the mover won, -1 if it lost, 0 if the game goes on. */
static int play_action(Game *g, int action, uint64_t *dice) {
    int passing = g->phase != FILL;
    if (action < 50) {
        if (action & 1) g->bluffs |= 1u << (action >> 1);
        else g->honest |= 1u << (action >> 1);
        if (occupied(g) == FULL) return connects(g->honest | g->their_bluffs | g->up_mine, TOP, BOTTOM) ? 1 : -1;
    } else {
        Cells t = triples[action - 50], mine = (g->honest | g->their_bluffs) & t, gone = mine, shown = 0;
        if (mine == 0 || mine == t) gone = t, passing = 0, g->phase = PLACE;
        else shown = t & ~mine;
        g->ups[1] += count(g->bluffs & shown), g->ups[2] += count(g->their_honest & shown);
        g->up_theirs |= shown;
        Cells left = ~(gone | shown);
        g->honest &= left, g->bluffs &= left, g->their_honest &= left, g->their_bluffs &= left;
        g->old = g->honest | g->bluffs | g->their_honest | g->their_bluffs;
    }
    if (passing) {
        g->phase = own_hand(g) + other_hand(g) == 0 ? FILL : TURN;
        g->turns++;
        swap_seats(g, next(dice) >> 63);
    }
    return 0;
}

/* Players with simple habits, so that the policy also learns what they do: how often they bluff, attack a seeming connection
and attack without one, in percent, and whether they play any placement on their own shortest paths (0), block too (1), or play what looks best one action
ahead (2). */
typedef struct { int bluffs, attacks, raids, care; } Habits;

static float distance(Cells c, Cells empty, Cells near, Cells far) {
    Cells path;
    int steps = shortest(c, empty, near, far, &path);
    return steps == NO_PATH ? 9 : steps - 0.08f * count(path);
}

static float exposure(Cells c) {
    int n = 0;
    for (int i = 0; i < TRIPLES; i++) n += !(triples[i] & ~c);
    return n ? 0.8f + 0.1f * n : 0;
}

static int choose_by_habit(const Game *g, const Seen *s, Habits habits, uint64_t *dice) {
    Cells unseen = g->their_honest | g->their_bluffs, theirs = unseen | g->up_theirs | g->bluffs, empty = ~occupied(g) & FULL;
    Cells good = habits.care == 0 && s->my_paths ? s->my_paths : s->steps[2] == 1 ? s->their_paths : s->my_paths & s->their_paths ? s->my_paths & s->their_paths : s->my_paths | s->their_paths;
    int bluff = uniform(dice) * 100 < habits.bluffs, danger = s->steps[3] == 0, best = 0;
    int attack = uniform(dice) * 100 < (danger ? habits.attacks : habits.raids);
    float most_worth = -1e9f;
    for (int i = 0; i < s->options; i++) {
        float worth = uniform(dice);
        if (s->places[i] >= 50) worth += attack && (s->kinds[i] & 1) == danger && count(triples[s->places[i] - 50] & unseen) == 3 ? 1000 : -1000;
        else {
            Cells bit = 1u << (s->places[i] >> 1);
            int lies = s->places[i] & 1;
            if (lies != bluff) worth -= 100;
            if (habits.care == 2) {
                worth = 0.01f * worth + distance(theirs | (lies ? bit : 0), empty & ~bit, LEFT, RIGHT) - (lies && !bluff ? 100 : 0);
                worth -= distance(g->honest | g->up_mine | (lies ? 0 : bit), empty & ~bit, TOP, BOTTOM) + exposure(g->honest | (lies ? 0 : bit));
            } else if (good & bit) worth += 10;
        }
        if (worth > most_worth) most_worth = worth, best = i;
    }
    return best;
}

static Habits any_habits(uint64_t *dice) {
    Habits habits = {15 * (int)(3 * uniform(dice)), 50 * (int)(3 * uniform(dice)), 20 * (int)(3 * uniform(dice)), (int)(5 * uniform(dice)) / 2};
    return habits;
}
