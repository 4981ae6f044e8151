// Questions and commands over HTTP. A command carries a key, so that sending it again after a lost answer does nothing twice.
import type {
  Analysis,
  Created,
  Create,
  Done,
  GameInfo,
  GoOn,
  Hint,
  LessonView,
  Lobby,
  Me,
  Problem,
  Replay,
  Rules,
  Preview,
  Stage,
  TableInfo,
  TableView,
} from "../protocol"
import { spoken, t } from "../texts"

/** A refusal by the server, or no answer at all (`offline`). */
export class Refusal extends Error {
  constructor(
    readonly name: string,
    message: string,
    readonly version = -1,
  ) {
    super(message)
  }
}

const tries = 3
/** A network that vanished without a word must not hold a question for ever. */
const patience = 8000

async function asked(path: string, init?: RequestInit): Promise<Response> {
  const address = `${path}${path.includes("?") ? "&" : "?"}language=${spoken.value}`
  const response = await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(patience), ...init })
  if (response.ok) return response
  let problem: Problem = { error: "fault", message: `${response.status} ${response.statusText}` }
  try {
    problem = (await response.json()) as Problem
  } catch {
    // Something between us and the server answered in its own words.
  }
  throw new Refusal(problem.error, t().problems[problem.error]?.(problem.message) ?? problem.message, problem.version)
}

/** Asks for something. */
export async function get<T>(path: string): Promise<T> {
  try {
    return (await (await asked(path)).json()) as T
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal("offline", t().offline)
  }
}

const letters = "abcdefghijklmnopqrstuvwxyz0123456789"

function key(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => letters[byte % letters.length]).join("")
}

function wait(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

/** Tells the server to do something, again with the same key where the answer got lost. */
export function post<T>(path: string, body: unknown): Promise<T> {
  const headers = { "content-type": "application/json", "idempotency-key": key() }
  return insist<T>(path, { method: "POST", headers, body: JSON.stringify(body) })
}

async function insist<T>(path: string, init?: RequestInit): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return (await (await asked(path, init)).json()) as T
    } catch (error) {
      const again = !(error instanceof Refusal) || error.name === "not_stored"
      if (!again) throw error
      if (n === tries) throw error instanceof Refusal ? error : new Refusal("offline", t().offline)
      await wait(400 * n)
    }
  }
}

let entered: Promise<Me> | null = null

/** Makes sure that this browser has its cookie. */
export function enter(): Promise<Me> {
  entered ??= post<Me>("/api/me", {}).catch((error: unknown) => {
    entered = null
    throw error
  })
  return entered
}

/** Does a command at a table. */
export async function command(table: string, name: string, body: unknown): Promise<Done> {
  await enter()
  return post<Done>(`/api/tables/${table}/${name}`, body)
}

/** Opens a table. */
export async function open(asked: Create): Promise<Created> {
  await enter()
  return post<Created>("/api/tables", asked)
}

const games = new Map<string, Promise<GameInfo[]>>()

/** The games, asked for once in each language. */
export function allGames(): Promise<GameInfo[]> {
  const language = spoken.value
  const found =
    games.get(language) ??
    get<GameInfo[]>("/api/games").catch((error: unknown) => {
      games.delete(language)
      throw error
    })
  games.set(language, found)
  return found
}

/** The middle level of a game's bots. */
export function middle(game: GameInfo): string {
  return game.levels[Math.floor(game.levels.length / 2)] ?? ""
}

/** The text of the record of a game that is over; as text, for its numbers may be larger than ours. */
export async function recordOf(table: string): Promise<string> {
  return (await asked(`/api/tables/${table}/record`)).text()
}

/** Who has played at a table, by seat. */
export async function namesAt(table: string): Promise<string[]> {
  return (await get<TableView>(`/api/tables/${table}/view`)).seats.map((seat) => seat.name)
}

/** Makes sure of the cookie where there is a network; without one the service worker may know the answer. */
async function known(): Promise<void> {
  if (navigator.onLine) await enter()
}

/** A record as pictures. */
export async function replayOf(record: string): Promise<Replay> {
  await known()
  return post<Replay>("/api/replays", { record })
}

/** What is known about the decisions of a record, a few more each time. */
export async function analyse(record: string): Promise<Analysis> {
  await known()
  return post<Analysis>("/api/analyses", { record })
}

/** The same, for a record that the server has. */
export const pollAnalysis = (id: string): Promise<Analysis> => insist<Analysis>(`/api/analyses/${id}`)

/** Opens a table that goes on from a record. */
export async function branch(asked: GoOn): Promise<Created> {
  await enter()
  return post<Created>("/api/branches", asked)
}

export const lobby = (): Promise<Lobby> => get<Lobby>("/api/tables")
export const me = (): Promise<Me> => get<Me>("/api/me")
export const rules = (game: string): Promise<Rules> => get<Rules>(`/api/games/${game}/rules`)
export const hint = (table: string, seat: number): Promise<Hint> => post<Hint>(`/api/tables/${table}/hint`, { seat })
export const lesson = (game: string, number: number, actions: number[]): Promise<LessonView> =>
  post<LessonView>(`/api/games/${game}/lessons/${number}`, { actions })
export const sample = (game: string): Promise<Preview> => get<Preview>(`/api/games/${game}/sample`)
export const tableInfo = (table: string): Promise<TableInfo> => get<TableInfo>(`/api/tables/${table}`)
export const stage = (table: string, id: string): Promise<Stage> => get<Stage>(`/api/tables/${table}/stage/${id}`)
