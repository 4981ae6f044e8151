"""The tutorial."""

from __future__ import annotations

from typing import Final

from bestagon.core.lesson import Lesson, Snapshot, Task


def _battle(red: str, blue: str) -> Snapshot:
    """Return a position in play with Red to act; units are written like `5e5`."""
    return Snapshot(f"play r rb 0 - r@g2:{red} b@g12:{blue} -")


LESSONS: Final = (
    Lesson(
        "Set up",
        Snapshot("base r rb 0 - r@-:- b@-:- -"),
        (
            Task(
                "You are Red. Two bases lie on the map, at its left and right end. You rolled higher, so you choose yours: take the "
                "left one.",
                ("base g2",),
                "Blue gets the other. Both armies of six dice are rolled: a die's value says what unit it is.",
                "Take the left one, g2, this time.",
            ),
            Task(
                "Once, you may roll up to a third of your dice again. Choose one or two of the low ones, or keep what you have.",
                (),
                "Blue decides, too, and then you deploy.",
                replies=((1, "keep"),),
            ),
            Task(
                "Put your dice on your base and the cells around it: choose a die, then a cell. One will do for now.",
                ("deploy *",),
                "And so on with all six.",
            ),
        ),
    ),
    Lesson(
        "How units move",
        _battle("1e2,2h3,3c2,4k4", "6g11,6f11,6h10"),
        (
            Task(
                "The arrows show where your units look: forward, towards the middle. Each turn one unit acts. The 1, a pawn, goes one "
                "to three steps forward or one back: move it.",
                ("e2-*",),
                "Nothing moves through other units.",
                "Move the 1, on e2.",
                ((1, "g11 guard"),),
            ),
            Task(
                "The 2, a bishop, goes one to three steps along the four other directions, not forward nor back. Move it.",
                ("h3-*",),
                "Bishops change flanks quickly.",
                "Move the 2, on h3.",
                ((1, "f11 guard"),),
            ),
            Task(
                "The 3, a knight, goes two steps straight and one to the side. Friends do not stop it. Move it.",
                ("c2-*",),
                "Up to twelve cells are in its reach.",
                "Move the 3, on c2.",
                ((1, "h10 guard"),),
            ),
            Task(
                "The 4, a rook, goes one step anywhere, two forward or back, or across. Move it. The 5, an archer, goes one step "
                "anywhere, and the 6, a legion, does not move at all.",
                ("k4-*",),
                "Now you know all the ways to move.",
                "Move the 4, on k4.",
            ),
        ),
    ),
    Lesson(
        "Strike",
        _battle("3g6,1h3", "4f8,5i8"),
        (
            Task(
                "There is no luck in battle. Each unit's value is its armour, and its attack is one higher (a 6 has 6). Your 3 strikes "
                "with 4, and Blue's 4 has armour 4: that is enough. Move onto it.",
                ("g6-f8",),
                "The enemy is gone, and your unit stands in its place.",
                "Strike the blue 4 on f8 with your 3.",
            ),
        ),
    ),
    Lesson(
        "Too weak",
        _battle("1g6,3e3", "5g8,2l5"),
        (
            Task(
                "A pawn strikes with 2, and the archer's armour is 5. Strike it all the same.",
                ("g6-g8",),
                "Your unit stays where it was, and the archer gets an armour token: its armour is one less from now on. Wear strong "
                "units down together.",
                "Strike the blue 5 on g8 with your 1.",
            ),
        ),
    ),
    Lesson(
        "Shoot",
        _battle("5e5,1h3", "3e7,4c7"),
        (
            Task(
                "A 5, the archer, shoots at enemies two or three cells away in a straight line, with an attack of 6, and stays where it "
                "is. Shoot at the 3.",
                ("e5[*]e7",),
                "Units between do not block the view, but forests, towers and mountains do.",
                "Shoot with your 5 on e5 at the blue 3 on e7.",
            ),
        ),
    ),
    Lesson(
        "Legions",
        _battle("6g6,2f6,1d2", "5g7,3k5"),
        (
            Task(
                "A 6, the legion, cannot move. It strikes a neighbour with 6, and moves in if it wins. It also protects: friends next "
                "to it have one more armour. Strike.",
                ("g6-g7",),
                "The legion has moved in.",
                "Strike the blue 5 on g7 with your 6.",
            ),
        ),
    ),
    Lesson(
        "Guard and re-roll",
        _battle("4f5,1h4", "2g9,6h10"),
        (
            Task(
                "A unit on guard has one more armour until it moves, merges or is rolled again. Click your 4, then the button that puts "
                "it on guard.",
                ("f5 guard",),
                "The ring around it shows the guard.",
                "Put the 4 on f5 on guard.",
                ((1, "h10 guard"),),
            ),
            Task(
                "Instead of acting with a unit you may roll its die again and hope. Try it with your 1.",
                ("h4 reroll",),
                "Tokens and guard go with a re-roll.",
                "Roll the 1 on h4 again.",
            ),
        ),
    ),
    Lesson(
        "Merge",
        _battle("1g4,2g6,4e5,5d5", "6g10,6h10"),
        (
            Task(
                "A unit that moves onto a friend merges with it. Up to six, the two become their sum. Move your 1 onto the 2.",
                ("g4-g6",),
                "One and two make a 3, in its place.",
                "Move the 1 on g4 onto the 2 on g6.",
                ((1, "g10 guard"),),
            ),
            Task(
                "Where the sum is above six, you choose what the new unit becomes. Move the 4 onto the 5.",
                ("e5-d5",),
                "Nine: choose freely.",
                "Move the 4 on e5 onto the 5 on d5.",
            ),
            Task(
                "Make it a 3.",
                ("become 3",),
                "The 5 had not acted in your turn before, so the new unit may act at once.",
                "Make it a knight this time: 3.",
            ),
            Task(
                "Act with the new unit at once, or decline.",
                ("d5-*", "d5 guard", "decline"),
                "Two units less, but one more action: merging is a trade.",
            ),
        ),
    ),
    Lesson(
        "Terrain",
        Snapshot("play r rb 0 Te5,Fg5,Lh6,Mf8 r@g2:5e5,1g4 b@g12:3e6,4f8 -", options={"terrain": "preset", "preset": 1}),
        (
            Task(
                "A forest gives one armour, a tower one, a mountain two; nobody enters a lake. An archer on a tower shoots at "
                "neighbours, too: shoot at the 3 beside it.",
                ("e5[*]e6",),
                "From a mountain an archer would shoot even farther, two to four cells.",
                "Shoot with the 5 in the tower, e5, at the 3 on e6.",
                ((1, "f8 guard"),),
            ),
            Task(
                "Bring your 1 into the forest: there it is harder to beat, and nobody can look through it.",
                ("g4-g5",),
                "Mountains cost one step more to enter or to leave, and knights cannot climb them.",
                "Move the 1 from g4 into the forest on g5.",
            ),
        ),
    ),
    Lesson(
        "Terrain by choice",
        Snapshot("roulette:8 r - 0 - r@-:- b@-:- -", options={"terrain": "roulette"}),
        (
            Task(
                "With the option roulette the players lay out the terrain in turn. Choose a kind, then a cell.",
                ("forest *", "lake *", "tower *", "mountain *"),
                "So it goes on until all pieces lie. You can also play with ready layouts, or with none.",
            ),
        ),
    ),
    Lesson(
        "Take the base",
        _battle("4g10,1c2", "5e9,2k6"),
        (
            Task(
                "You win by defeating all enemy units, or by moving a unit onto the enemy base. Blue's base is open: go in.",
                ("g10-g12",),
                "The base is taken, and the game is won. Look after your own, too.",
                "Move the 4 from g10 onto the base, g12.",
            ),
        ),
    ),
)
