"""How Hex Dice is taught: lessons to play, tips for first games, and examples that illustrate the rules."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Example, Lesson, Snapshot, Task, Tip

REROLL_SEED: Final = 6
"""Seeds dice with which the re-roll of the lesson gives another number."""


def _battle(red: str, blue: str, seed: int = 1) -> Snapshot:
    """Return a position in play with Red to act; units are written like `5e5`."""
    return Snapshot(f"play r rb 0 - r@g2:{red} b@g12:{blue} -", seed=seed)


LESSONS: Final = (
    Lesson(
        "Take the base",
        _battle("4g10,1c2", "5e9,2k6"),
        (
            Task(
                "You are Red, and your dice are your units. You win by moving a unit onto the enemy base, or by defeating all enemy "
                "units. Blue's base is open: move your Rook, the 4, onto it.",
                ("g10-g12",),
                "The base is taken, and the game is won. Look after your own base, too.",
                "Choose your Rook, the 4, then Blue's base.",
            ),
        ),
    ),
    Lesson(
        "How units move",
        _battle("1e2,2h3,3c2,4k4", "6g11,6f11,6h10"),
        (
            Task(
                "One unit acts each turn. The arrows show which way is forward. A 1, the Pawn, moves one to three steps forward, or one "
                "back: move it.",
                ("e2-*",),
                "Nothing moves through other units.",
                "Move the Pawn, the 1.",
                ((1, "g11 guard"),),
            ),
            Task(
                "A 2, the Bishop, moves one to three steps along the four other directions, neither forward nor back. Move it.",
                ("h3-*",),
                "Bishops change flanks quickly.",
                "Move the Bishop, the 2.",
                ((1, "f11 guard"),),
            ),
            Task(
                "A 3, the Knight, moves two steps straight and one to the side, past its friends. Move it.",
                ("c2-*",),
                "Up to twelve spaces are within its reach.",
                "Move the Knight, the 3.",
                ((1, "h10 guard"),),
            ),
            Task(
                "A 4, the Rook, moves one step anywhere, two forward or back, or across. Move it. A 5, the Archer, moves one step "
                "anywhere, and a 6, the Legion, never moves.",
                ("k4-*",),
                "Now you know how all units move.",
                "Move the Rook, the 4.",
            ),
        ),
    ),
    Lesson(
        "Attack",
        _battle("3g6,1h3", "4f8,5i8"),
        (
            Task(
                "There is no luck in an attack. A unit's number is its armour, and its attack is one more (a 6 attacks with 6). Your "
                "Knight attacks with 4, and Blue's Rook has armour 4: that is enough. Move onto it.",
                ("g6-f8",),
                "The Rook falls, and your Knight takes its place.",
                "Attack Blue's Rook, the 4, with your Knight, the 3.",
            ),
        ),
    ),
    Lesson(
        "Too weak",
        _battle("1g6,3e3", "5g8,2l5"),
        (
            Task(
                "Your Pawn attacks with 2, and the Archer has armour 5: it will hold. Attack it all the same.",
                ("g6-g8",),
                "Your Pawn stays where it was, but the Archer loses one armour for good. Wear strong units down together.",
                "Attack Blue's Archer, the 5, with your Pawn, the 1.",
            ),
        ),
    ),
    Lesson(
        "Shoot",
        _battle("5e5,1h3", "3e7,4c7"),
        (
            Task(
                "A 5, the Archer, shoots with 6 at enemies two or three spaces away in a straight line, and stays where it is. Shoot at "
                "Blue's Knight, the 3.",
                ("e5[*]e7",),
                "The Knight falls. Units do not block the view, but forests, towers and mountains do.",
                "Shoot at Blue's Knight, the 3, with your Archer.",
            ),
        ),
    ),
    Lesson(
        "Legions",
        _battle("6g6,2f6,1d2", "5g7,3k5"),
        (
            Task(
                "A 6, the Legion, cannot move, but it strikes right next to it with 6, and moves in when it wins. Friends next to it have "
                "+1 armour. Strike the Archer.",
                ("g6-g7",),
                "The Archer falls, and the Legion has moved in.",
                "Strike Blue's Archer, the 5, with your Legion, the 6.",
            ),
        ),
    ),
    Lesson(
        "Guard and re-roll",
        _battle("4f5,1h4", "2g9,6h10", REROLL_SEED),
        (
            Task(
                "A unit on guard has +1 armour until it moves, merges or is re-rolled. Choose your Rook, the 4, and put it on guard.",
                ("f5 guard",),
                "Now its armour is 5.",
                "Put your Rook, the 4, on guard.",
                ((1, "h10 guard"),),
            ),
            Task(
                "Instead of moving a unit you may re-roll its die. Your Pawn, the 1, can only get better: re-roll it.",
                ("h4 reroll",),
                "A new number, a new unit. Guard and lost armour are gone after a re-roll.",
                "Re-roll your Pawn, the 1.",
            ),
        ),
    ),
    Lesson(
        "Merge",
        _battle("1g4,2g6,4e5,5d5", "6g10,6h10"),
        (
            Task(
                "A unit that moves onto a friend merges with it. Up to six, they become their sum. Move your Pawn, the 1, onto the "
                "Bishop, the 2.",
                ("g4-g6",),
                "One and two make a Knight, a 3.",
                "Move the Pawn, the 1, onto the Bishop, the 2.",
                ((1, "g10 guard"),),
            ),
            Task(
                "When the sum is above six, you choose what they become. Move your Rook, the 4, onto the Archer, the 5.",
                ("e5-d5",),
                "Nine: choose any number.",
                "Move the Rook, the 4, onto the Archer, the 5.",
            ),
            Task(
                "Make it a Knight, a 3.",
                ("become 3",),
                "The Archer did not act in your last turn, so the new unit may act at once.",
                "Make it a Knight this time, a 3.",
            ),
            Task(
                "Act with the new unit now, or decline.",
                ("d5-*", "d5 guard", "decline"),
                "One unit less, but an extra action: merging is a trade.",
            ),
        ),
    ),
    Lesson(
        "Terrain",
        Snapshot("play r rb 0 Te5,Fg5,Lh6,Mf8 r@g2:5e5,1g4 b@g12:3e6,4f8 -", options={"terrain": "preset", "preset": 1}),
        (
            Task(
                "Forests and towers give +1 armour, mountains +2, and nobody enters a lake. An Archer on a tower also shoots right next "
                "to it: shoot at the Knight beside it.",
                ("e5[*]e6",),
                "From a mountain an Archer shoots even farther, two to four spaces.",
                "Shoot at Blue's Knight, the 3, with the Archer on the tower.",
                ((1, "f8 guard"),),
            ),
            Task(
                "Move your Pawn, the 1, into the forest: it is harder to beat there, and nobody can shoot through it.",
                ("g4-g5",),
                "Mountains cost one step more to enter or leave, and Knights cannot climb them.",
                "Move the Pawn, the 1, into the forest in front of it.",
            ),
        ),
    ),
    Lesson(
        "Set up a game",
        Snapshot("base r rb 0 - r@-:- b@-:- -"),
        (
            Task(
                "Before a game everybody rolls for the choice of a base. You rolled higher: choose the marked base.",
                ("base g2",),
                "Blue gets the other one. Both armies are rolled: six dice each.",
                "Choose the marked base this time.",
            ),
            Task(
                "You may re-roll up to a third of your dice, once. Choose one or two low ones, or keep what you have.",
                (),
                "Blue decides, too, and then you place your units.",
                replies=((1, "keep"),),
            ),
            Task(
                "Place your dice on your base and the spaces around it: choose a die, then a space.",
                ("deploy *",),
                "And so on with all six.",
            ),
        ),
    ),
    Lesson(
        "Option: place the terrain",
        Snapshot("roulette:8 r - 0 - r@-:- b@-:- -", options={"terrain": "roulette"}),
        (
            Task(
                "If you like, the players place the terrain in turn. Choose a kind, then a space.",
                ("forest *", "lake *", "tower *", "mountain *"),
                "This goes on until all pieces are placed. You can also play on one of six layouts, or without terrain.",
            ),
        ),
    ),
)

TIPS: Final = (
    Tip(
        "Goal: move a unit onto the enemy base, or destroy all enemy units. Each die is a unit, and its number is its armour.",
        about=("homes",),
    ),
    Tip(
        "Place your dice around your base. Strong units in front: a 6 never moves, but protects its neighbours.",
        prompt="Choose a die and a cell near your base.",
        about=("dice",),
    ),
    Tip(
        "One unit acts each turn. Tap a unit to see where it can go and what it can attack.",
        prompt="Choose a unit to move, attack, guard or re-roll.",
        about=("pieces",),
    ),
    Tip(
        "Attacks are not random: an attack as high as the armour destroys the unit. A lower one takes 1 armour.",
        prompt="Choose a unit to move, attack, guard or re-roll.",
        about=("enemies",),
    ),
    Tip(
        "Move onto your own unit to merge the two: their numbers are added. Guard gives a unit +1 armour until it moves.",
        prompt="Choose a unit to move, attack, guard or re-roll.",
        about=("pieces",),
    ),
)

# Examples that illustrate the rules.

PRESET: Final = {"terrain": "preset"}


def _scene_of(red: str, blue: str, terrain: str = "-") -> Snapshot:
    """Return a position in play; Red's forward is to the right."""
    return Snapshot(f"play r rb 0 {terrain} r@g2:{red} b@g12:{blue} -", options=PRESET if terrain != "-" else {}, seat=-1)


EXAMPLES: Final = (
    Example(
        1,
        "The map for two: the bases lie at the left and at the right. Red's forward is to the right, Blue's to the left.",
        _scene_of("1g3,4f2,5h2", "2g11,6f11,3h11"),
        "g2 g12",
    ),
    Example(3, "A 1, the pawn, goes one to three steps forward, or one back.", _scene_of("1g7", "1a1"), "g6 g8 g9 g10 g7", 1),
    Example(
        3,
        "A 2, the bishop, goes one to three steps along the four directions that are neither forward nor backward.",
        _scene_of("2g7", "1a1"),
        "g7 f7 e7 d7 f6 e5 d4 h6 i5 j4 h7 i7 j7",
        1,
    ),
    Example(
        3,
        "A 3, the knight, goes two steps straight and one to the side: twelve cells.",
        _scene_of("3g7", "1a1"),
        "g7 f9 h9 d6 e8 e4 d5 h4 f4 j5 i4 i8 j6",
        1,
    ),
    Example(
        3,
        "A 4, the rook, goes one step anywhere, two forward or backward, or across to the two cells above and below.",
        _scene_of("4g7", "1a1"),
        "g7 g8 g9 g6 g5 f7 f6 h6 h7 i6 e6",
        1,
    ),
    Example(
        4,
        "A 5, the archer, shoots at enemies two or three cells away in a straight line, and stays. Both blue units here can be shot at.",
        _scene_of("5g6", "3g8,2d6"),
        "g6 g8 d6",
        1,
    ),
    Example(
        4,
        "A 1 has moved onto a friendly 2: they have merged into a 3. The unit with the ring is on guard: it has one more armour.",
        _scene_of("3g6*,4f5+", "2g9"),
        "g6 f5",
        1,
    ),
    Example(
        5,
        "A 1 has struck the blue 5: its attack of 2 is less than the armour of 5. The 1 stays where it was, and the 5 bears an "
        "armour token: its armour is 4 now.",
        _scene_of("1g6*", "5g8-1"),
        "g6 g8",
        1,
    ),
    Example(
        5,
        "The red 2 stands next to a friendly 6: its armour is 3 instead of 2. The blue 3 strikes with 4, which is still enough.",
        _scene_of("6g6,2f6", "3e8"),
        "g6 f6 e8",
        1,
    ),
    Example(
        6,
        "From left to right: forest, lake, tower and mountain. A unit in a forest or tower has one more armour, on a mountain "
        "two more; nobody enters a lake.",
        _scene_of("1f4", "1a1", "Ff4,Lf5,Tf6,Mf7"),
        "f4 f5 f6 f7",
        1,
    ),
    Example(
        6,
        "The tower between them blocks the archer's view of the blue 3: it cannot shoot.",
        _scene_of("5g6", "3g9", "Tg8"),
        "g6 g8 g9",
        1,
    ),
    Example(
        7,
        "The red 4 has entered Blue's base: Red wins, however many units Blue had left.",
        Snapshot("play r rb 0 - r@g2:1g9,4g12* b@g12:-!1 base", seat=-1),
        "g12",
        3,
    ),
)
