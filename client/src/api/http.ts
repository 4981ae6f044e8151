// Requests over HTTP. A POST carries an idempotency key, so that it can be repeated safely after a lost response.
import type {
  Analysis,
  Created,
  Create,
  Devices,
  Done,
  GameInfo,
  GoOn,
  Hint,
  LessonView,
  Lobby,
  LogPage,
  Me,
  OptionInfo,
  PrintChoice,
  Problem,
  Renewed,
  Replay,
  Rules,
  Preview,
  PreviewMove,
  Stage,
  TableInfo,
  TableView,
  Throw,
  WhyNot,
} from "./protocol"
import { activeLanguage, t } from "../i18n/texts"

/** An error response of the server, or no response at all (`offline`). */
export class ApiError extends Error {
  constructor(
    readonly name: string,
    message: string,
    readonly version = -1,
    /** What real dice have to be rolled and entered before the request can succeed. */
    readonly needed: Throw | null = null,
  ) {
    super(message)
  }
}

const attempts = 3
/** Milliseconds before a request is given up, since a dead network may never report an error. */
const timeout = 8000
/** The same for a PDF. */
const printTimeout = 60_000

async function request(path: string, init?: RequestInit): Promise<Response> {
  const address = `${path}${path.includes("?") ? "&" : "?"}language=${activeLanguage.value}`
  const response = await fetch(address, { credentials: "same-origin", signal: AbortSignal.timeout(timeout), ...init })
  if (response.ok) return response
  let problem: Problem = { error: "fault", message: `${response.status} ${response.statusText}` }
  try {
    problem = (await response.json()) as Problem
  } catch {
    // A proxy may have answered with something other than JSON.
  }
  throw refusal(problem)
}

/** Returns a message of the API, which programs read too, as a sentence. */
function sentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? "" : "."}`
}

/** Returns a Problem of the server as an error, in the user's language. */
export function refusal(problem: Problem): ApiError {
  return new ApiError(
    problem.error,
    t().problems[problem.error]?.(problem.message) ?? sentence(problem.message),
    problem.version,
    problem.throw,
  )
}

/** Sends a GET request. */
export async function get<T>(path: string): Promise<T> {
  try {
    return (await (await request(path)).json()) as T
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError("offline", t().offline)
  }
}

const letters = "abcdefghijklmnopqrstuvwxyz0123456789"

/** Returns a new idempotency key. */
export function idempotencyKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(20)), (byte) => letters[byte % letters.length]).join("")
}

function delay(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}

/** Sends a POST request, and repeats it with the same key if the response is lost. */
export function post<T>(path: string, body: unknown, key = idempotencyKey()): Promise<T> {
  const headers = { "content-type": "application/json", "idempotency-key": key }
  return requestWithRetries<T>(path, { method: "POST", headers, body: JSON.stringify(body) })
}

async function requestWithRetries<T>(path: string, init?: RequestInit): Promise<T> {
  for (let n = 1; ; n++) {
    try {
      return (await (await request(path, init)).json()) as T
    } catch (error) {
      const retry = !(error instanceof ApiError) || error.name === "not_stored"
      if (!retry) throw error
      if (n === attempts) throw error instanceof ApiError ? error : new ApiError("offline", t().offline)
      await delay(400 * n)
    }
  }
}

let visitor: Promise<Me> | null = null

/** Makes sure that this browser has its visitor cookie. */
export function ensureVisitor(): Promise<Me> {
  visitor ??= post<Me>("/api/me", {}).catch((error: unknown) => {
    visitor = null
    throw error
  })
  return visitor
}

/** Sends a command to a table. */
export async function command(table: string, name: string, body: unknown, key = idempotencyKey()): Promise<Done> {
  await ensureVisitor()
  return post<Done>(`/api/tables/${table}/${name}`, body, key)
}

/** Creates a table. */
export async function createTable(body: Create): Promise<Created> {
  await ensureVisitor()
  return post<Created>("/api/tables", body)
}

const games = new Map<string, Promise<GameInfo[]>>()

/** Returns the games; fetched once per language, and again while bots are slowed. */
export function fetchGames(): Promise<GameInfo[]> {
  const language = activeLanguage.value
  const found =
    games.get(language) ??
    get<GameInfo[]>("/api/games").then(
      (all) => {
        if (all.some((game) => game.slowed.length > 0)) games.delete(language)
        return all
      },
      (error: unknown) => {
        games.delete(language)
        throw error
      },
    )
  games.set(language, found)
  return found
}

/** Returns the middle level of a game's bots. */
export function middleLevel(game: GameInfo): string {
  return game.levels[Math.floor(game.levels.length / 2)] ?? ""
}

/** Returns the record of a finished game; as text, since its integers may exceed what JavaScript can represent. */
export async function fetchRecord(table: string): Promise<string> {
  return (await request(`/api/tables/${table}/record`)).text()
}

/** Returns the players' names at a table, by seat. */
export async function fetchNames(table: string): Promise<string[]> {
  return (await fetchView(table)).seats.map((seat) => seat.name)
}

/** Ensures the visitor cookie when online; offline the service worker may have the response cached. */
async function ensureVisitorOnline(): Promise<void> {
  if (navigator.onLine) await ensureVisitor()
}

/** Returns a record as scenes. */
export async function fetchReplay(record: string): Promise<Replay> {
  await ensureVisitorOnline()
  return post<Replay>("/api/replays", { record })
}

/** Returns the analysis of a record as far as it has come; each request lets the server analyse a few more decisions. */
export async function analyse(record: string): Promise<Analysis> {
  await ensureVisitorOnline()
  return post<Analysis>("/api/analyses", { record })
}

/** Returns an analysis that the server already has. */
export const pollAnalysis = (id: string): Promise<Analysis> => requestWithRetries<Analysis>(`/api/analyses/${id}`)

/** Creates a table that continues a record. */
export async function createBranch(body: GoOn): Promise<Created> {
  await ensureVisitor()
  return post<Created>("/api/branches", body)
}

/** Replaces this browser's cookie; all others that were copied from it are refused from now on. */
export async function revokeOthers(): Promise<void> {
  await ensureVisitor()
  await post<Renewed>("/api/me/revoke", {})
}

export const fetchDevices = (table: string, seat: number): Promise<Devices> => get<Devices>(`/api/tables/${table}/devices?seat=${seat}`)
export const fetchLobby = (): Promise<Lobby> => get<Lobby>("/api/tables")
export const fetchMe = (): Promise<Me> => get<Me>("/api/me")
export const fetchRules = (game: string): Promise<Rules> => get<Rules>(`/api/games/${game}/rules`)
export const fetchHint = (table: string, seat: number): Promise<Hint> => post<Hint>(`/api/tables/${table}/hint`, { seat })
export const fetchReason = (table: string, seat: number, picks: readonly string[]): Promise<WhyNot> =>
  post<WhyNot>(`/api/tables/${table}/why_not`, { seat, picks })
export const fetchLesson = (game: string, number: number, actions: number[]): Promise<LessonView> =>
  post<LessonView>(`/api/games/${game}/lessons/${number}`, { actions })
export const fetchSetup = (game: string, players: number, options: Record<string, OptionInfo["default"]>): Promise<Preview> =>
  post<Preview>(`/api/games/${game}/setup`, { players, options })
/** Returns a game for paper as a PDF; it may wait for those of others. */
export async function fetchPrintout(game: string, body: PrintChoice): Promise<Blob> {
  await ensureVisitor()
  const headers = { "content-type": "application/json" }
  const signal = AbortSignal.timeout(printTimeout)
  try {
    return await (await request(`/api/games/${game}/print`, { method: "POST", headers, body: JSON.stringify(body), signal })).blob()
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError("offline", t().offline)
  }
}
export const fetchPreview = (game: string): Promise<Preview> => get<Preview>(`/api/games/${game}/sample`)
/** Returns the actions that follow the picture of a game. */
export const fetchPreviewMoves = (game: string): Promise<PreviewMove[]> => get<PreviewMove[]>(`/api/games/${game}/moves`)
export const fetchTableInfo = (table: string): Promise<TableInfo> => get<TableInfo>(`/api/tables/${table}`)
/** Returns a table as a spectator sees it. */
export const fetchView = (table: string): Promise<TableView> => get<TableView>(`/api/tables/${table}/view`)
/** Returns the lines of the log before a version, as a seat may see them. */
export const fetchEarlier = (table: string, seat: number, before: number): Promise<LogPage> =>
  get<LogPage>(`/api/tables/${table}/log?seat=${seat}&before=${before}`)
export const fetchStage = (table: string, id: string): Promise<Stage> => get<Stage>(`/api/tables/${table}/stage/${id}`)
