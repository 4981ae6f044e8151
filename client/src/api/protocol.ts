// Made by tools/protocol_ts.py from server/protocol/ and scene/: do not edit.

/** What something shows in a beat: the side of a die, a symbol that was turned over, a number that is written. */
export interface Face {
  /** As in Piece and Item; empty to keep the kind. */
  kind?: string;
  label?: string;
  /** Left out: -1. */
  seat?: number;
}

/** One step of what an action did, as a viewer may know it. */
export interface Beat {
  kind: "act" | "attack" | "capture" | "claim" | "declare" | "discard" | "draw" | "end" | "face" | "flip" | "merge" | "move" | "pass" | "penalty" | "place" | "remove" | "return" | "roll" | "round" | "score" | "turn" | "verdict" | "write";
  /** A short sentence for the banner, the log and screen readers; empty if the beat is only shown. */
  text?: string;
  /** The seat that does it or that it happens to; -1 for nobody. Left out: -1. */
  seat?: number;
  /** The cells and items it is about, in the order in which to show them. Of a `move`: the path, from start to end. */
  ids?: string[];
  /** What the ids show, one for each of them; empty if they look as in the scene. Of a `roll` without ids, or for seats: dice that are no items of the scene. */
  faces?: Face[];
  /** Where things go, one for each id or one for all: a cell, an item, a tray or `seat.N` for the panel of a seat. */
  to?: string[];
  /** The points that the seat gains or loses. */
  points?: number | null;
  /** Whether an attack, a declaration or a claim succeeds. */
  success?: boolean | null;
}

/** What a choice would do, shown before it is played. */
export interface Effect {
  /** A short sentence. */
  text: string;
  /** The cells and items that would change or count. */
  ids?: string[];
  /** Those that would be attacked, removed or lost. */
  danger?: string[];
  points?: number | null;
  kind?: "" | "attack" | "claim" | "merge" | "shot";
  /** What would lie on cells that are empty now. */
  ghosts?: Record<string, Face>;
}

/** Facts about a thing that a player has selected or points at. */
export interface Card {
  title: string;
  /** Labels and values. */
  rows?: [string, string][];
  text?: string;
}

/** The reason why something cannot be chosen now. */
export interface WhyNot {
  /** One sentence. */
  text: string;
  /** What the sentence is about, to be highlighted. */
  ids?: string[];
  /** What is missing on cells that are empty now. */
  ghosts?: Record<string, Face>;
}

/** The look of a game. */
export interface Theme {
  /** Left out: plain. */
  surface?: "felt" | "linen" | "mat" | "plain" | "sea" | "wood";
  /** Left out: plain. */
  board?: "coaster" | "island" | "none" | "notebook" | "pad" | "plain";
  /** Left out: plain. */
  dock?: "inlay" | "leather" | "plain" | "rack";
  tally?: "" | "lines" | "total";
  /** Whether cells are dark by day too, so that marks on them are always light. */
  on_dark?: boolean;
  /** Colours by role, each for light and for dark; roles that are missing keep the default. */
  palette?: Record<string, [string, string]>;
  /** Steps of 30 degrees, clockwise, by which boards are turned on screens that are taller than wide. */
  turn?: number;
  /** Whether boards on such screens are turned so that the viewer's own cell is at the bottom. */
  home?: boolean;
  /** The kind of piece that stands for a seat; empty for its emblem. */
  face?: string;
  /** Whether a compass rose is printed beside the board. */
  compass?: boolean;
  /** Printed on the board where it is free. */
  title?: string;
  /** Printed below the title. */
  motto?: string;
}

/** A die that people roll, or another question that chance or people decide. */
export interface Die {
  sides: number;
  /** The number on its lowest side; those on the others follow. Left out: 1. */
  low?: number;
  /** Tells it from the other dice of its throw. */
  label?: string;
  /** What the sides say, where they are no numbers; they are still entered by number. */
  names?: string[];
}

/** Dice that are rolled together and entered in this order. */
export interface Throw {
  /** What to roll, and what for. */
  prompt: string;
  dice: Die[];
}

/** A hexagon of a grid. */
export type Cell = [id: string, q: number, r: number, name?: string];

/** A part of a grid's edge that belongs to a seat. */
export interface Side {
  name: string;
  colour: string;
  /** Cells, each with the direction of its outer edge (0 to 5, anticlockwise from the right). */
  edges: [string, number][];
  /** Left out: -1. */
  seat?: number;
  /** The kind of symbol that is printed beside it. */
  badge?: string;
}

/** A named group of cells with an outline. */
export interface Area {
  name: string;
  cells: string[];
  colour?: string;
  /** A short description. */
  words?: string;
}

/** An arrangement of hexagons, which several boards can share. */
export interface Grid {
  cells: Cell[];
  sides?: Side[];
  areas?: Area[];
  /** Flat tops instead of pointy ones. */
  flat?: boolean;
  /** Whether only the part in use is shown, for a large table. */
  crop?: boolean;
}

/** A grid that pieces are placed on. */
export interface Board {
  /** The prefix of its cells' ids; empty for the only board of a game. */
  id: string;
  /** The index of its grid in the stage. */
  grid?: number;
  /** The owner; -1 for everybody. Left out: -1. */
  seat?: number;
  title?: string;
}

/** A row of items beside the boards. */
export interface Tray {
  id: string;
  title: string;
  /** The owner; -1 for everybody. Left out: -1. */
  seat?: number;
  /** Whether it lies beside the board, as a score does, and not with what one plays from. */
  beside?: boolean;
  /** Whether a group of equal items is drawn one by one instead of once with their number. */
  repeated?: boolean;
  /** Whether its owner only keeps what is in it: then it lies with the owner's name, not with the board. */
  kept?: boolean;
  /** For how many things it has places; 0 for no fixed number. */
  room?: number;
}

/** The appearance of a seat. */
export interface SeatStyle {
  name: string;
  colour: string;
  /** A shape that distinguishes the seat for people who cannot tell colours apart. */
  emblem: string;
}

/** Seats that win together; each of them has the score of the team. */
export interface Team {
  name: string;
  /** A letter that distinguishes the team for people who cannot tell colours apart. */
  sign: string;
  colour: string;
  seats: number[];
}

/** A small pattern of hexagons printed on an item, such as a card. */
export interface Figure {
  /** q, r and kind of each. */
  cells: [number, number, string][];
  label?: string;
}

/** The constant part of a game's pictures, sent once and identified by `stage_id`. */
export interface Stage {
  game: string;
  players: SeatStyle[];
  grids?: Grid[];
  boards?: Board[];
  trays?: Tray[];
  /** By the id of the item. */
  figures?: Record<string, Figure>;
  /** Explains every kind, mark and state. */
  legend?: Record<string, string>;
  /** Facts about things, by kind, for those without their own card in the scene. */
  cards?: Record<string, Card>;
  theme?: Theme;
  /** Empty if everybody plays alone. */
  teams?: Team[];
  /** The fact of seats that is shown in place of their score, if the score says only whom they rank above. */
  standing?: string;
}

/** A piece on a cell. It has no identity: the same cell may show another, equal piece in the next scene. */
export interface Piece {
  kind: string;
  /** The owner; -1 for nobody. Left out: -1. */
  seat?: number;
  label?: string;
  /** A second, smaller label, which the legend explains under `badge`. */
  badge?: string;
  /** The direction it faces, 0 to 5. Left out: -1. */
  facing?: number;
  /** A mark may occur several times, as tokens do. */
  marks?: string[];
}

/** The content of a cell; a cell without one is empty. */
export interface CellState {
  /** Terrain, or the origin of the label. */
  kind?: string;
  label?: string;
  piece?: Piece | null;
  /** The owner of the cell itself. Left out: -1. */
  seat?: number;
  marks?: string[];
}

/** The content of a board. */
export interface BoardState {
  /** By cell id, without the prefix of the board. */
  cells?: Record<string, CellState>;
  /** The names of the completed areas. */
  highlighted?: string[];
  /** Chains of neighbouring cells that belong together, without the prefix of the board. */
  ties?: string[][];
  /** Chains of neighbouring cells that have scored. */
  lines?: string[][];
  /** By the name of an area: how far it is, or its points once it is highlighted. */
  tags?: Record<string, string>;
}

/** An item in a tray. */
export interface Item {
  id: string;
  kind: string;
  label?: string;
  /** The number of such items. Left out: 1. */
  count?: number;
  marks?: string[];
  /** What it is called, in a few letters below it. */
  name?: string;
  /** A few letters below it, such as in how many places it fits. */
  note?: string;
  /** The id of the cell whose piece it stands for: to click the item is to click the cell. */
  cell?: string;
}

/** Score, turn and status of a seat. */
export interface SeatState {
  score: number;
  acting?: boolean;
  /** `resigned` or `out` for a seat that has left the game. */
  status?: string;
  /** The rank when the game is over, else 0. */
  place?: number;
  facts?: Record<string, string>;
  /** Whether its turn comes after the present one, where that is not plain. */
  next?: boolean;
}

/** A legal action: its id, its notation, what it does, and what to click for it. Clicks narrow the choices down to those whose picks include all of them. A choice whose picks are all clicked becomes a button with its label, or is played at once if it is the only one left. */
export type Choice = [action: number, text: string, label: string, picks?: string[]];

/** A part of a score line: what it is, and whether it is begun or done. */
export type Chip = [text: string, state?: "" | "begun" | "done", colour?: string];

/** One line of a score breakdown. */
export type ScoreLine = [text: string, points?: number | null, chips?: Chip[], value?: string];

/** What a seat, or a spectator, sees and may do; derived from a masked position alone. */
export interface Scene {
  /** The id of the stage. */
  stage: string;
  seats: SeatState[];
  /** What the viewer has to do, or who others wait for. */
  prompt: string;
  /** By board id. */
  boards?: Record<string, BoardState>;
  /** By tray id; a tray that is missing is not in use. */
  trays?: Record<string, Item[]>;
  facts?: Record<string, string>;
  /** Every legal action of the viewing seat, in the order of `Position.legal`. */
  choices?: Choice[];
  /** Whether picks must be clicked in order. */
  ordered?: boolean;
  /** Actions that can lose a game by accident: players must confirm them. */
  confirm?: number[];
  /** Ids to highlight while the pointer is on another. */
  previews?: Record<string, string[]>;
  /** Cells that opponents could attack next: a warning for those who may go there. */
  threats?: string[];
  /** By action: what choices would do, where there is more to say than their label. */
  effects?: Record<string, Effect>;
  /** Facts about things, by id. */
  cards?: Record<string, Card>;
  over?: boolean;
  /** For every seat, lines whose points add up to its score; empty while the game has nothing to break down. */
  score_breakdown?: ScoreLine[][];
  /** The position drawn as text, for a game without boards. */
  picture?: string;
}

/** The time control of a table. */
export interface Clock {
  /** Left out: none. */
  kind?: "fischer" | "move" | "none";
  /** For each move, or for the whole game (fischer). */
  seconds?: number;
  /** Seconds added after each move (fischer). */
  increment?: number;
  /** What happens to a seat whose time has run out. Left out: resign. */
  timeout?: "bot" | "resign";
}

/** Who takes a seat. */
export interface SeatPlan {
  /** me: the visitor who opens the table; open: anybody; link: the holder of the invitation; bot: the server. Left out: open. */
  kind?: "bot" | "link" | "me" | "open";
  /** Of a bot; empty for the default. */
  level?: string;
  name?: string;
}

/** Open a table. */
export interface Create {
  game: string;
  players?: number | null;
  options?: Record<string, boolean | number | string>;
  /** One for each seat; missing ones are open. Without any, the first is `me`. */
  seats?: SeatPlan[];
  name?: string;
  public?: boolean;
  clock?: Clock;
  /** Whether people roll their own dice and enter them; then all seats are `me`, and there is no clock. */
  real_dice?: boolean;
  /** With `real_dice`: what they show before the first action. */
  dice?: number[];
}

/** Take an open seat, the seat of an invitation, or your own seat on a second device. */
export interface Sit {
  name?: string;
  seat?: number | null;
  token?: string;
}

/** Leave a seat, which somebody else may take. */
export interface Leave {
  seat: number;
}

/** Change the name of a player. */
export interface Rename {
  seat: number;
  name: string;
}

/** Play an action. */
export interface Act {
  seat: number;
  /** Its id or its notation. */
  action: number | string;
  /** The version of the view it was chosen from. */
  version: number;
  /** What real dice show that are rolled because of it. */
  dice?: number[];
}

/** Resign. */
export interface Resign {
  seat: number;
  /** What real dice show that are rolled because of it. */
  dice?: number[];
}

/** Undo your latest action, or ask the others for consent. */
export interface Undo {
  seat: number;
}

/** Offer to end the game without a result. */
export interface Offer {
  seat: number;
}

/** Answer another seat's question, or withdraw your own (with no). */
export interface Answer {
  seat: number;
  yes: boolean;
  /** That of the question, which another one may have replaced by now; without it, any open question is answered. */
  version?: number | null;
}

/** Send a message to everybody at the table. */
export interface Chat {
  seat: number;
  text: string;
}

/** Make a link to your own seat for a second device, as the owner a new invitation to an empty seat, or a link to a private table. */
export interface Link {
  /** -1 for the table: anyone with the link may watch, and take an open seat. It replaces the previous one. */
  seat: number;
}

/** See a private table by a link to it or to one of its seats. */
export interface Watch {
  token: string;
}

/** End the hold of a device that joined your seat after yours. */
export interface EndDevice {
  seat: number;
  /** Its number in the list of devices. */
  device: number;
}

/** Open a new table with the same people. */
export interface Rematch {
  seat: number;
  /** The seat of this table that gets the first seat of the next; by default the seats rotate by one. */
  first?: number | null;
  /** What real dice show before the first action of the next game. */
  dice?: number[];
}

/** A refusal and its reason. */
export interface Problem {
  /** A name for programs; docs/protocol.md lists them. */
  error: string;
  /** An explanation for people. */
  message: string;
  /** The table's version, if the request was about one. Left out: -1. */
  version?: number;
  /** With `needs_dice`: what has to be rolled. Send the command again with these dice after those that it had. */
  throw?: Throw | null;
}

/** The result of a command, which is stored. */
export interface Done {
  /** The table's version with it. */
  version: number;
  /** The seat of the command; for sit the one that was taken. Left out: -1. */
  seat?: number;
  /** The token of the new link (link). */
  token?: string;
  /** The new table (rematch). */
  table?: string;
}

/** A message of a player over the live connection: play an action, as POST .../act does. */
export interface SocketMove {
  /** Chosen by the client; the answer repeats it. */
  id: number;
  /** The idempotency key. Over HTTP the same key repeats the same command. */
  key: string;
  /** An Act. */
  act: Act;
}

/** The answer to a SocketMove: `done` or `problem`, as POST .../act would have answered. */
export interface SocketAnswer {
  /** The id of the message; -1 if it could not be read. */
  answer: number;
  /** The HTTP status. */
  status: number;
  done?: Done | null;
  problem?: Problem | null;
  /** Seconds after which a refused move may succeed; 0 if waiting does not help. */
  retry_after?: number;
}

/** A new table. */
export interface Created {
  table: string;
  version: number;
  /** By seat number the token that gives the seat; usable once. */
  invitations: Record<string, string>;
  /** The token of the link that opens a private table to everybody who has it; empty for a public table. */
  link: string;
}

/** The visitor of the request. */
export interface Me {
  /** Whether the request came with a valid cookie or token. */
  known: boolean;
  /** The tables where this visitor holds a seat, newest first. */
  tables: LobbyEntry[];
}

/** The credential of a new visitor: send it as `Authorization: Bearer TOKEN`. */
export interface Token {
  token: string;
}

/** The new credential of a visitor whose earlier ones are void. */
export interface Renewed {
  /** Empty for a browser, which gets it as its cookie. */
  token: string;
}

/** A table in a list. */
export interface LobbyEntry {
  table: string;
  status: "open" | "over" | "running";
  game: string;
  name: string;
  players: number;
  /** Names of the players; empty for an empty seat. */
  seats: string[];
  /** How many seats anybody may take. */
  free: number;
}

/** The public tables that are open or running, newest first. */
export interface Lobby {
  tables: LobbyEntry[];
}

/** A seat, its player and its clock. */
export interface SeatInfo {
  name: string;
  kind: "bot" | "human" | "link" | "open" | "saved";
  level?: string;
  /** Equal for seats of the same person. Left out: -1. */
  who?: number;
  acting?: boolean;
  /** Whether the seat has resigned or is eliminated. */
  out?: boolean;
  /** Milliseconds left as of the view's `at`, if there is a clock. */
  left?: number;
  ticking?: boolean;
  /** Whether the player is connected; empty if this process cannot know. */
  presence?: "" | "away" | "here";
}

/** One line of the table's log. */
export interface LogLine {
  /** The version that the event made. */
  n: number;
  /** Milliseconds since the epoch. */
  at: number;
  kind: string;
  /** Left out: -1. */
  seat?: number;
  /** The message, the new name, the action in notation as this viewer may know it, ... */
  text?: string;
  /** What the action did, in sentences, as this viewer may know it. */
  words?: string;
  /** The cells of the action, as far as this viewer may know them. */
  cells?: string[];
  /** What the action did, step by step; left out for older lines. */
  beats?: Beat[];
}

/** Ask why something cannot be chosen. */
export interface Why {
  seat: number;
  /** What was picked so far, and last what cannot be chosen. */
  picks: string[];
}

/** Some lines of the table's log, the oldest first. */
export interface LogPage {
  lines: LogLine[];
  /** Whether there are lines before these. */
  earlier: boolean;
}

/** A question of one seat to the others. */
export interface PendingQuestion {
  what: "end" | "undo";
  seat: number;
  /** The seats that have not agreed yet. */
  waiting: number[];
  /** The table's version that it made; an answer names it. */
  version?: number;
}

/** What never changes at a table. */
export interface TableInfo {
  table: string;
  game: string;
  title: string;
  rules: number;
  players: number;
  options: Record<string, boolean | number | string>;
  name: string;
  public: boolean;
  clock: Clock;
  /** SHA-256 of the secret of the dice, published before the first roll; empty for real dice. */
  commitment: string;
  /** Whether people roll their own dice and enter them. */
  real_dice: boolean;
  created: number;
  /** The table of which this is a rematch. */
  previous: string;
  /** How many actions of a record this table continues. */
  begun: number;
  /** Whether seats have hidden information, so that people who share a screen must hand it over. */
  hides: boolean;
  /** Whether the loser chooses who starts the rematch. */
  loser_chooses: boolean;
  /** Measured strength of the bots' levels, where a random player has 0. */
  elo: Record<string, number>;
  /** The seats that the visitor holds. */
  mine: number[];
  /** Whether the visitor opened the table. */
  owner: boolean;
  /** For the owner: by seat the tokens of unused invitations. */
  invitations: Record<string, string>;
  /** For the owner and the players of a private table: the token of the link that opens it; empty for none. */
  link: string;
}

/** A table as one seat, or a spectator, may see it. */
export interface TableView {
  table: string;
  version: number;
  /** -1 for a spectator. */
  seat: number;
  status: "open" | "over" | "running";
  /** A Scene (scene/model.py) with the viewer's choices; it names its stage, which is fetched once. */
  scene: Scene;
  seats: SeatInfo[];
  /** When the latest event happened, in milliseconds since the epoch. */
  at: number;
  /** How many milliseconds before the view that was. */
  age?: number;
  /** The log contains the lines after this version. */
  since?: number;
  log?: LogLine[];
  /** Whether the log has lines after `since` that are not in this view, because it would be too long: they come before its own. */
  earlier?: boolean;
  /** How the game was set up, step by step; only in the first steps of a game, before the viewer's own. */
  opening?: Beat[];
  /** Whether this seat can undo its latest action: freely, or if the others agree. */
  undo?: "" | "ask" | "free";
  ask?: PendingQuestion | null;
  /** How the game ended: by its rules, in the game's own words, `agreed` or `timeout`. */
  ended?: string;
  places?: number[];
  scores?: number[];
  /** The table of the rematch. */
  next?: string;
  /** Whether views may have been skipped before this one: true for the first, and after an overflow. */
  whole?: boolean;
}

/** A device that holds a seat. */
export interface DeviceInfo {
  /** Its number at this seat; later devices have larger ones. */
  device: number;
  /** When it joined, in milliseconds since the epoch. */
  joined: number;
  /** Whether this is the requesting device. */
  own?: boolean;
  /** Whether the requesting device may end it. */
  can_end?: boolean;
  /** Whether it is connected; empty if this process cannot know. */
  presence?: "" | "away" | "here";
}

/** The devices that hold a seat, the first to join first. */
export interface Devices {
  devices: DeviceInfo[];
  /** Whether the requesting device may make a link for another one. */
  can_link: boolean;
}

/** Whether the server works. */
export interface Health {
  ok: boolean;
  version: string;
}

/** Players and options of a table that is not open yet. */
export interface SetupChoice {
  players: number;
  options?: Record<string, boolean | number | string>;
}

/** What to print: a game with the options that are chosen, for some players and games. */
export interface PrintChoice {
  /** 0 for the usual number. */
  players?: number;
  options?: Record<string, boolean | number | string>;
  /** Left out: a4. */
  paper?: "a4" | "letter";
  /** Left out: 1. */
  copies?: number;
}

/** What makes an option, or some of its choices, apply. */
export interface ConditionInfo {
  /** The name of another option, or `players`. */
  option: string;
  values: (boolean | number | string)[];
  /** The choices that are concerned; empty for the option itself. */
  choices: (boolean | number | string)[];
}

/** A tip for somebody who plays a game for the first time; several are shown one after the other. */
export interface TipInfo {
  text: string;
  /** The prompt at which it is shown; empty for any. */
  prompt: string;
  /** The kind of beat after which it is shown; empty for none. */
  beat: string;
  /** What it speaks of: `spaces`, `sides`, `pieces`, `enemies`, `homes` (see core/lesson.py), or trays by name, without their seat. */
  about: string[];
}

/** An option of a game. */
export interface OptionInfo {
  name: string;
  text: string;
  kind: string;
  default: boolean | number | string;
  choices: (boolean | number | string)[];
  /** Labels of the choices. */
  words: string[];
  low: number;
  high: number;
  data: boolean;
  /** It applies if all of them are met. */
  needs: ConditionInfo[];
  /** The values that are chosen by a picture (`POST .../setup`). */
  pictured: (boolean | number | string)[];
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  players: number[];
  usual_players: number;
  /** About how long a usual game takes; 0 if nobody knows. */
  minutes: number;
  options: OptionInfo[];
  /** The options of a game that is started with one click, where they differ from the defaults. */
  quick: Record<string, boolean | number | string>;
  /** Of bots, the weakest first. */
  levels: string[];
  /** Measured strength of the levels, where a random player has 0; unmeasured levels are left out. */
  elo: Record<string, number>;
  /** Levels that play weaker at the moment, because the server runs uncompiled. */
  slowed: string[];
  /** Whether another package provides it. */
  extra: boolean;
  /** How many lessons its tutorial has. */
  lessons: number;
  /** The names of the seats, for the largest number of players. */
  seats: string[];
  /** Whether people can roll their own dice and enter them. */
  real_dice: boolean;
  /** Tips for the first game, in the order in which they are shown. */
  coach: TipInfo[];
}

/** A picture of a game: in the middle of play, or as it begins. */
export interface Preview {
  /** A Stage (scene/model.py). */
  stage: Stage;
  /** A Scene, as a spectator sees it. */
  scene: Scene;
  /** The cell of the first board in the middle of a close-up; empty for the whole board. */
  focus: string;
}

/** An action after a preview. */
export interface PreviewMove {
  /** A Scene: the first board after the action. */
  scene: Scene;
  /** What the action did, step by step, without words. */
  beats?: Beat[];
}

/** Show a record as scenes, or analyse more of its decisions. */
export interface Show {
  /** The text of the record. */
  record: string;
}

/** Open a table that continues a record with new dice against bots. */
export interface GoOn {
  record: string;
  /** After how many of its actions to continue. */
  at: number;
  /** The visitor's seat; bots take the others. */
  seat: number;
  /** Of the bots; empty for the default. */
  level?: string;
  /** The visitor's name. */
  name?: string;
}

/** One step of a replay. */
export interface Frame {
  /** A Scene with nothing hidden. */
  scene: Scene;
  /** The seat whose action led here; -1 at the start. Left out: -1. */
  seat?: number;
  /** What the action did, in sentences. */
  words?: string;
  cells?: string[];
  /** What the action did, step by step. */
  beats?: Beat[];
}

/** A record as scenes. */
export interface Replay {
  game: string;
  title: string;
  stage: Stage;
  /** Whether people rolled the dice, at least at first, and entered them by hand. */
  real_dice: boolean;
  /** The start, and the position after each action. */
  frames: Frame[];
}

/** A search's evaluation of a played action; expected results range from 0, the worst, to 1, the best. */
export interface Decision {
  /** The number of the action in the game, counted from 1. */
  move: number;
  seat: number;
  /** The seat's expected result with the best action. */
  before: number;
  /** Its expected result with the played action. */
  after: number;
  /** Every seat's expected result before the action. */
  chances: number[];
  /** The action the search prefers, in notation; empty if it was played. */
  better?: string;
  /** The preferred action in a sentence. */
  words?: string;
  /** Its cells. */
  cells?: string[];
  /** How many points the played action gave away in a game that was all but decided. */
  points?: number;
}

/** The decisions of a record that have been analysed so far. */
export interface Analysis {
  /** Polls name the analysis by it; it is the SHA-256 of the record's text. */
  id: string;
  /** In the order of play. */
  decisions: Decision[];
  /** How many there are to analyse. */
  total: number;
  /** The result of every seat; empty while the game runs. */
  final: number[];
  /** The moves that cost the most and are worth reviewing, the worst first. */
  mistakes: number[];
}

/** What the learner has done in a lesson so far. */
export interface Attempt {
  /** The correct actions and one more, as ids or in notation. */
  actions: (number | string)[];
}

/** The state of a lesson. */
export interface LessonView {
  game: string;
  /** Of the game. */
  title: string;
  /** The titles of all lessons of the game. */
  lessons: string[];
  /** The number of this lesson, counted from 1. */
  lesson: number;
  /** The learner's. */
  seat: number;
  /** How many of its tasks are done. */
  done: number;
  /** How many it has. */
  tasks: number;
  /** Whether the latest action was correct; a wrong one is undone. */
  right: boolean;
  /** The current task; empty when all are done. */
  words: string;
  /** The comment on the latest action. */
  said: string;
  /** A correct action in plain words, to show on request; empty when all tasks are done. */
  answer: string;
  /** What to click for it. */
  picks: string[];
  /** What every correct action needs to be clicked: to be highlighted from the start. */
  touch: string[];
  /** A Stage (scene/model.py). */
  stage: Stage;
  /** A Scene, as the learner sees it. */
  scene: Scene;
  /** The cells of the latest action. */
  cells: string[];
  /** What the latest action and the replies to it did, step by step. */
  beats: Beat[];
}

/** An illustrated example in the rules. */
export interface ExamplePicture {
  /** Its number in the guide. */
  number: number;
  /** The number of its section in the reference. */
  section: number;
  /** The caption. */
  words: string;
  /** The visible part of a Stage (scene/model.py). */
  stage: Stage;
  /** A Scene. */
  scene: Scene;
  /** The ids to mark. */
  marks: string[];
}

/** The rules of a game. */
export interface Rules {
  game: string;
  title: string;
  /** How to play, on one page, in Markdown; empty for a game without such a page. `![caption](3)` stands for picture 3. */
  guide: string;
  /** The numbered reference. */
  markdown: string;
  pictures: ExamplePicture[];
  /** How many lessons its tutorial has. */
  lessons: number;
}

/** Ask what a strong player would do. */
export interface Advice {
  seat: number;
}

/** What a strong player would do with the seat's knowledge. */
export interface Hint {
  /** The version of the table that it is for. */
  version: number;
  action: number;
  /** The action in plain words. */
  label: string;
  /** What to click for it. */
  picks: string[];
  /** The expected result, from 0 for the last place to 1 for the first; None for a single player. */
  chance: number | null;
  /** Reasons for it, in short sentences. */
  reasons: string[];
}

/** The kinds of beats after which their ids look as they do in the next scene. */
export const changingBeats: ReadonlySet<Beat["kind"]> = new Set<Beat["kind"]>(["act", "capture", "discard", "draw", "face", "merge", "move", "penalty", "place", "remove", "return", "roll", "score", "write"]);

/** The names of refusals. */
export type Refusal = "malformed" | "bad_option" | "bad_name" | "bad_record" | "bad_dice" | "no_key" | "no_visitor" | "not_your_seat" | "bad_token" | "bad_origin" | "earlier_device" | "no_table" | "no_seat" | "no_page" | "no_game" | "no_lesson" | "no_analysis" | "no_device" | "wrong_method" | "stale" | "illegal" | "not_your_turn" | "not_started" | "not_over" | "no_hints" | "no_printing" | "over" | "needs_dice" | "real_dice" | "seat_taken" | "held_another_seat" | "cannot_undo" | "nothing_asked" | "already_asked" | "seat_left" | "rules_changed" | "full" | "too_large" | "not_json" | "key_reused" | "too_many" | "not_stored" | "not_ready" | "busy" | "no_bots";
