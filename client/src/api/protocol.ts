// Made by tools/protocol_ts.py from server/protocol/ and scene/model.py: do not edit.

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
}

/** The appearance of a seat. */
export interface SeatStyle {
  name: string;
  colour: string;
  /** Distinguishes the seat for people who cannot tell colours apart. */
  pattern: string;
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
}

/** An item in a tray. */
export interface Item {
  id: string;
  kind: string;
  label?: string;
  /** The number of such items. Left out: 1. */
  count?: number;
  marks?: string[];
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
}

/** A legal action: its id, its notation, what it does, and what to click for it. Clicks narrow the choices down to those whose picks include all of them. A choice whose picks are all clicked becomes a button with its label, or is played at once if it is the only one left. */
export type Choice = [action: number, text: string, label: string, picks?: string[]];

/** One line of a score breakdown. */
export type ScoreLine = [text: string, points?: number | null];

/** What a seat, or a spectator, sees and may do; derived from a masked position alone. */
export interface Scene {
  /** The id of the stage. */
  stage: string;
  seats: SeatState[];
  /** What the viewer has to do, or who is to act. */
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
  over?: boolean;
  /** For every seat of a finished game, lines whose points add up to its score. */
  score_breakdown?: ScoreLine[][];
  /** The position drawn as text, for a game without boards. */
  picture?: string;
}

/** How long a seat may think. */
export interface Clock {
  /** Left out: none. */
  kind?: "fischer" | "move" | "none";
  /** For a move, or to begin with. */
  seconds?: number;
  /** Seconds added after each move (fischer). */
  increment?: number;
  /** What happens to a seat whose time is up. Left out: resign. */
  timeout?: "bot" | "resign";
}

/** Who a seat is for. */
export interface SeatPlan {
  /** me: the visitor who opens the table; open: whoever comes; link: whoever has the invitation; bot: the server plays. Left out: open. */
  kind?: "bot" | "link" | "me" | "open";
  /** Of a bot; empty for the middle one. */
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
}

/** Take a seat: an open one, the one an invitation is for, or one's own on a second device. */
export interface Sit {
  name?: string;
  seat?: number | null;
  token?: string;
}

/** Leave a seat; another may take it. */
export interface Leave {
  seat: number;
}

/** Take another name. */
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
}

/** Give up. */
export interface Resign {
  seat: number;
}

/** Take back one's latest action, or ask the others whether one may. */
export interface Undo {
  seat: number;
}

/** Offer to end the game without a result. */
export interface Offer {
  seat: number;
}

/** Answer what another seat asks, or withdraw what one asked oneself (with no). */
export interface Answer {
  seat: number;
  yes: boolean;
}

/** Say something to everybody at the table. */
export interface Chat {
  seat: number;
  text: string;
}

/** Make a link: for a second device to one's own seat, or (the owner) a new invitation to an empty one. */
export interface Link {
  seat: number;
}

/** Open a new table with the same people. */
export interface Rematch {
  seat: number;
  /** The seat of this table that has the first seat of the next; without it the seats move on by one. */
  first?: number | null;
}

/** No, and why. */
export interface Problem {
  /** A name for programs; docs/protocol.md lists them. */
  error: string;
  /** Translator for people. */
  message: string;
  /** The table's version, where the request was about one. Left out: -1. */
  version?: number;
}

/** Yes: the command is stored. */
export interface Done {
  /** The table's version with it. */
  version: number;
  /** Which seat was taken (sit). Left out: -1. */
  seat?: number;
  /** What a link holds (link); shown once. */
  token?: string;
  /** The new table (rematch). */
  table?: string;
}

/** A table is open. */
export interface Created {
  table: string;
  version: number;
  /** Seat number to the token that gives the seat, once. */
  invitations: Record<string, string>;
}

/** Who is asking. */
export interface Me {
  /** Whether the request came with a valid cookie or token. */
  known: boolean;
  /** Where this visitor has a seat, newest first. */
  tables: LobbyEntry[];
}

/** A new visitor for a program: send it as `Authorization: Bearer TOKEN`. */
export interface Token {
  token: string;
}

/** An option of a game. */
export interface OptionInfo {
  name: string;
  text: string;
  kind: string;
  default: boolean | number | string;
  choices: (boolean | number | string)[];
  /** What the choices are called. */
  words: string[];
  low: number;
  high: number;
  data: boolean;
}

/** A game that can be played here. */
export interface GameInfo {
  name: string;
  title: string;
  summary: string;
  players: number[];
  usual_players: number;
  options: OptionInfo[];
  /** Of bots, the weakest first. */
  levels: string[];
  /** How strong levels were measured to be, where a random player has 0; a level that was not measured is not there. */
  elo: Record<string, number>;
  /** Whether it comes from another package than ours. */
  extra: boolean;
  /** How many lessons its tutorial has. */
  lessons: number;
}

/** A game in the middle of play. */
export interface Preview {
  /** A Stage (draw/scene.py). */
  stage: Stage;
  /** A Scene, as a spectator sees it. */
  scene: Scene;
}

/** A table in a list. */
export interface LobbyEntry {
  table: string;
  status: "open" | "over" | "running";
  game: string;
  name: string;
  players: number;
  /** Names; an empty one is free. */
  seats: string[];
  /** How many seats anybody may take. */
  free: number;
}

/** The public tables that are open or running, newest first. */
export interface Lobby {
  tables: LobbyEntry[];
}

/** Who has a seat, and their clock. */
export interface SeatInfo {
  name: string;
  kind: "bot" | "human" | "link" | "open" | "saved";
  level?: string;
  /** Equal numbers are the same person. Left out: -1. */
  who?: number;
  acting?: boolean;
  /** Whether the seat has resigned or is out of the game. */
  out?: boolean;
  /** Milliseconds left when the view's `at` was, where there is a clock. */
  left?: number;
  ticking?: boolean;
  /** Whether a person's page is connected; empty where this process cannot know. */
  presence?: "" | "away" | "here";
}

/** One line of the table's log. */
export interface LogLine {
  /** The version it made. */
  n: number;
  /** Milliseconds since the epoch. */
  at: number;
  kind: string;
  /** Left out: -1. */
  seat?: number;
  /** What was said, the new name, an action in notation as this viewer may read it, ... */
  text?: string;
  /** An action in a sentence, as this viewer may read it. */
  words?: string;
  /** The cells an action was about, as far as this viewer may know. */
  cells?: string[];
}

/** What one seat asks the others. */
export interface PendingQuestion {
  what: "end" | "undo";
  seat: number;
  /** The seats that have not said yes. */
  waiting: number[];
}

/** What stays the same at a table. */
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
  /** SHA-256 of the secret behind the dice, known before the first roll. */
  commitment: string;
  created: number;
  /** The table this is a rematch of. */
  previous: string;
  /** How many actions of another game came before, where this table goes on from a record. */
  begun: number;
  /** Whether seats know different things, so that people who share a screen must hand it over. */
  hides: boolean;
  /** Whether the loser chooses who starts when the same people play again. */
  loser_chooses: boolean;
  /** How strong the levels of bots were measured to be, where a random player has 0. */
  elo: Record<string, number>;
  /** The seats the asking visitor holds. */
  mine: number[];
  /** Whether the asking visitor opened the table. */
  owner: boolean;
  /** For the owner: the seats that wait for their invited person, and the tokens. */
  invitations: Record<string, string>;
}

/** The table as one seat, or a spectator, may see it. */
export interface TableView {
  table: string;
  version: number;
  /** -1 for a spectator. */
  seat: number;
  status: "open" | "over" | "running";
  /** A Scene (draw/scene.py), the viewer's choices in it; it names its stage, which is fetched once. */
  scene: Scene;
  seats: SeatInfo[];
  /** When the latest event was, in milliseconds since the epoch. */
  at: number;
  /** How many milliseconds ago that was when the view was made. */
  age?: number;
  /** The log holds every line after this version. */
  since?: number;
  log?: LogLine[];
  /** Whether this seat can take back an action: at once, or if the others agree. */
  undo?: "" | "ask" | "free";
  ask?: PendingQuestion | null;
  /** How it ended: one of the game's words, `agreed` or `timeout`. */
  ended?: string;
  places?: number[];
  scores?: number[];
  /** The table of the rematch. */
  next?: string;
  /** Whether lines before this one may have been left out on the way: the first view and any after a jam. */
  whole?: boolean;
}

/** Whether the server works. */
export interface Health {
  ok: boolean;
  version: string;
}

/** Show a record as pictures, or judge its decisions, some more each time. */
export interface Show {
  /** The text of the record. */
  record: string;
}

/** Open a table that goes on from a moment of a record, with fresh dice, against bots. */
export interface GoOn {
  record: string;
  /** After how many of its actions. */
  at: number;
  /** The asker's; bots take the others. */
  seat: number;
  /** Of the bots; empty for the middle one. */
  level?: string;
  /** The asker's. */
  name?: string;
}

/** One moment of a game that is shown again. */
export interface Frame {
  /** A Scene, nothing hidden. */
  scene: Scene;
  /** Whose action led there; -1 at the beginning. Left out: -1. */
  seat?: number;
  /** The action in a sentence. */
  words?: string;
  cells?: string[];
}

/** A record as pictures. */
export interface Replay {
  game: string;
  title: string;
  stage: Stage;
  /** The beginning, and the moment after each action. */
  frames: Frame[];
}

/** What a search thinks of an action that was played; expected results go from 0, the worst, to 1, the best. */
export interface Decision {
  /** Which action of the game it was, counted from 1. */
  move: number;
  seat: number;
  /** What the seat could expect with the best action. */
  before: number;
  /** What it could expect with the action played. */
  after: number;
  /** What every seat could expect before the action. */
  chances: number[];
  /** The action the search prefers, in notation; empty where it is the one that was played. */
  better?: string;
  /** The same in a sentence. */
  words?: string;
  /** The cells it is about. */
  cells?: string[];
}

/** The decisions of a record as far as they have been judged. */
export interface Analysis {
  /** Polls name the analysis by it; it is the SHA-256 of the record's text. */
  id: string;
  /** In the order of the game. */
  decisions: Decision[];
  /** How many there are to judge. */
  total: number;
  /** The result of every seat; nothing while the game runs. */
  final: number[];
  /** The moves that cost so much that they are worth looking at, the worst first. */
  mistakes: number[];
}

/** What somebody has done in a lesson so far. */
export interface Attempt {
  /** The actions that counted and one more, by their ids or in notation. */
  actions: (number | string)[];
}

/** Where somebody is in a lesson. */
export interface LessonView {
  game: string;
  /** Of the game. */
  title: string;
  /** The titles of all lessons of the game. */
  lessons: string[];
  /** Which one it is, counted from 1. */
  lesson: number;
  /** The learner's. */
  seat: number;
  /** How many of its tasks are done. */
  done: number;
  /** How many it has. */
  tasks: number;
  /** Whether the latest action was what was asked for; one that was not is taken back. */
  right: boolean;
  /** What to do now; empty when all is done. */
  words: string;
  /** The answer to the latest action. */
  said: string;
  /** One of the actions that count now, in plain words, for who asks to be shown; empty when all is done. */
  answer: string;
  /** What to click for it. */
  picks: string[];
  /** A Stage (draw/scene.py). */
  stage: Stage;
  /** A Scene, as the learner sees it. */
  scene: Scene;
  /** The cells the latest action was about. */
  cells: string[];
}

/** A drawn example for the rules. */
export interface ExamplePicture {
  /** The number of the section that it belongs to. */
  section: number;
  /** What there is to see. */
  words: string;
  /** A Stage (draw/scene.py), as much of it as is shown. */
  stage: Stage;
  /** A Scene. */
  scene: Scene;
  /** The ids it is about. */
  marks: string[];
}

/** The rules of a game. */
export interface Rules {
  game: string;
  title: string;
  markdown: string;
  pictures: ExamplePicture[];
  /** How many lessons its tutorial has. */
  lessons: number;
}

/** PendingQuestion what a strong player would do. */
export interface Advice {
  seat: number;
}

/** What a strong player would do who knows what the seat knows. */
export interface Hint {
  /** The table's version that it is for. */
  version: number;
  action: number;
  /** The action in plain words. */
  label: string;
  /** What to click for it. */
  picks: string[];
  /** The result to expect with it, from 0 for the last place to 1 for the first; None in a game alone. */
  chance: number | null;
  /** What speaks for it, in short sentences. */
  reasons: string[];
}

/** The names of refusals. */
export type Refusal = "malformed" | "bad_option" | "bad_name" | "bad_record" | "no_key" | "no_visitor" | "not_your_seat" | "bad_token" | "bad_origin" | "no_table" | "no_seat" | "no_page" | "no_game" | "no_lesson" | "no_analysis" | "wrong_method" | "stale" | "illegal" | "not_your_turn" | "not_started" | "not_over" | "no_hints" | "over" | "seat_taken" | "held_another_seat" | "cannot_undo" | "nothing_asked" | "already_asked" | "rules_changed" | "full" | "too_large" | "not_json" | "too_many" | "not_stored" | "busy" | "no_bots";
