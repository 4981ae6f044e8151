// Written by tools/protocol_ts.py from bestagon.server.protocol and bestagon.draw.scene: do not edit.

/** Anything a client sends; a field it does not know is an error. */
export interface Request {
}

/** How long a seat may think. */
export interface Clock {
  kind?: "fischer" | "move" | "none"
  seconds?: number
  increment?: number
  timeout?: "bot" | "resign"
}

/** Who a seat is for. */
export interface SeatPlan {
  kind?: "bot" | "link" | "me" | "open"
  level?: string
  name?: string
}

/** Open a table. */
export interface Create {
  game: string
  players?: number | null
  options?: Record<string, boolean | number | string>
  seats?: SeatPlan[]
  name?: string
  public?: boolean
  clock?: Clock
}

/** Take a seat: an open one, the one an invitation is for, or one's own on a second device. */
export interface Sit {
  name?: string
  seat?: number | null
  token?: string
}

/** A command that needs nothing but the seat it is for. */
export interface OfSeat {
  seat: number
}

/** Leave a seat; another may take it. */
export interface Leave {
  seat: number
}

/** Take another name. */
export interface Rename {
  seat: number
  name: string
}

/** Play an action. */
export interface Act {
  seat: number
  action: number | string
  version: number
}

/** Give up. */
export interface Resign {
  seat: number
}

/** Take back one's latest action, or ask the others whether one may. */
export interface Undo {
  seat: number
}

/** Offer to end the game without a result. */
export interface Offer {
  seat: number
}

/** Answer what another seat asks, or withdraw what one asked oneself (with no). */
export interface Answer {
  seat: number
  yes: boolean
}

/** Say something to everybody at the table. */
export interface Chat {
  seat: number
  text: string
}

/** Make a link: for a second device to one's own seat, or (the owner) a new invitation to an empty one. */
export interface Link {
  seat: number
}

/** Open a new table with the same people. */
export interface Rematch {
  seat: number
  first?: number | null
}

/** Show a record as pictures. */
export interface Show {
  record: string
}

/** No, and why. */
export interface Problem {
  error: string
  message: string
  version?: number
}

/** Yes: the command is stored. */
export interface Done {
  version: number
  seat?: number
  token?: string
  table?: string
}

/** A table is open. */
export interface Created {
  table: string
  version: number
  invitations: Record<string, string>
}

/** Who is asking. */
export interface Me {
  known: boolean
  tables: LobbyLine[]
}

/** A new visitor for a program: send it as `Authorization: Bearer TOKEN`. */
export interface Token {
  token: string
}

/** An option of a game. */
export interface OptionInfo {
  name: string
  text: string
  kind: string
  default: boolean | number | string
  choices: (boolean | number | string)[]
  low: number
  high: number
  data: boolean
}

/** A game that can be played here. */
export interface GameInfo {
  name: string
  title: string
  summary: string
  players: number[]
  usual_players: number
  options: OptionInfo[]
  levels: string[]
}

/** The rules of a game. */
export interface Rules {
  game: string
  markdown: string
}

/** A game in the middle of play. */
export interface Sample {
  stage: Stage
  scene: Scene
}

/** One moment of a game that is shown again. */
export interface Frame {
  scene: Scene
  seat?: number
  words?: string
  cells?: string[]
}

/** A record as pictures. */
export interface Replay {
  game: string
  title: string
  stage: Stage
  frames: Frame[]
}

/** A table in a list. */
export interface LobbyLine {
  table: string
  status: "open" | "over" | "running"
  game: string
  name: string
  players: number
  seats: string[]
  free: number
}

/** The public tables that are open or running, newest first. */
export interface Lobby {
  tables: LobbyLine[]
}

/** Who has a seat, and their clock. */
export interface SeatInfo {
  name: string
  kind: "bot" | "human" | "link" | "open" | "saved"
  level?: string
  who?: number
  acting?: boolean
  out?: boolean
  left?: number
  ticking?: boolean
}

/** One line of the table's log. */
export interface Line {
  n: number
  at: number
  kind: string
  seat?: number
  text?: string
  words?: string
  cells?: string[]
}

/** What one seat asks the others. */
export interface Ask {
  what: "end" | "undo"
  seat: number
  waiting: number[]
}

/** What stays the same at a table. */
export interface TableInfo {
  table: string
  game: string
  title: string
  rules: number
  players: number
  options: Record<string, boolean | number | string>
  name: string
  public: boolean
  clock: Clock
  commitment: string
  created: number
  previous: string
  mine: number[]
  owner: boolean
  invitations: Record<string, string>
}

/** The table as one seat, or a spectator, may see it. */
export interface View {
  table: string
  version: number
  seat: number
  status: "open" | "over" | "running"
  scene: Scene
  seats: SeatInfo[]
  at: number
  age?: number
  since?: number
  log?: Line[]
  undo?: "" | "ask" | "free"
  ask?: Ask | null
  ended?: string
  places?: number[]
  scores?: number[]
  next?: string
  whole?: boolean
}

/** Whether the server works. */
export interface Health {
  ok: boolean
  version: string
}

/** A hexagon of a grid. */
export type Cell = [id: string, q: number, r: number, name: string]

/** A stretch of a grid's edge that belongs to somebody. */
export interface Side {
  name: string
  colour: string
  edges: [string, number][]
  seat?: number
}

/** A named group of cells with an outline. */
export interface Area {
  name: string
  cells: string[]
  colour?: string
  words?: string
}

/** Hexagons that lie together; several boards may look alike. */
export interface Grid {
  cells: Cell[]
  sides?: Side[]
  areas?: Area[]
  flat?: boolean
  crop?: boolean
}

/** A grid that things are put on. */
export interface Board {
  id: string
  grid?: number
  seat?: number
  title?: string
}

/** A place beside the boards where things lie in a row. */
export interface Tray {
  id: string
  title: string
  seat?: number
}

/** What a seat looks like. */
export interface Player {
  name: string
  colour: string
  pattern: string
}

/** A small pattern of hexagons printed on a thing, such as a card. */
export interface Figure {
  cells: [number, number, string][]
  label?: string
}

/** All that stays as it is during a game: sent once, found again by `stage_id`. */
export interface Stage {
  game: string
  players: Player[]
  grids?: Grid[]
  boards?: Board[]
  trays?: Tray[]
  figures?: Record<string, Figure>
  legend?: Record<string, string>
}

/** A thing on a cell. Two pieces on the same cell in two scenes may be different ones: only what is visible is told. */
export interface Piece {
  kind: string
  seat?: number
  label?: string
  badge?: string
  facing?: number
  marks?: string[]
}

/** What is special about a cell now; a cell without a spot is empty and plain. */
export interface Spot {
  kind?: string
  label?: string
  piece?: Piece | null
  seat?: number
  marks?: string[]
}

/** What lies on a board now. */
export interface Field {
  spots?: Record<string, Spot>
  lit?: string[]
}

/** A thing in a tray. */
export interface Item {
  id: string
  kind: string
  label?: string
  count?: number
  marks?: string[]
}

/** How a seat stands. */
export interface Seat {
  score: number
  acting?: boolean
  gone?: string
  place?: number
  facts?: Record<string, string>
}

/** A legal action: what to play, how it is written, what it does, and what to click for it. */
export type Choice = [action: number, text: string, label: string, picks: string[]]

/** One line of a final account. */
export type SceneLine = [text: string, points: number | null]

/** What a seat, or a spectator, sees and may do now; made from a masked position and nothing else. */
export interface Scene {
  stage: string
  seats: Seat[]
  prompt: string
  boards?: Record<string, Field>
  trays?: Record<string, Item[]>
  facts?: Record<string, string>
  choices?: Choice[]
  ordered?: boolean
  previews?: Record<string, string[]>
  over?: boolean
  reckoning?: SceneLine[][]
  picture?: string
}
