// The live connection to a table: a WebSocket for views and moves that reconnects with exponential back-off until it is closed from here.
import { signal, type Signal } from "@preact/signals"
import { activeLanguage } from "../i18n/texts"
import { command, get, idempotencyKey, refusal } from "./http"
import type { Act, Done, SocketAnswer, SocketMove, TableView } from "./protocol"

export type ConnectionState = "opening" | "open" | "lost" | "refused"

const minDelay = 500
const maxDelay = 15000
/** Failures in a row, without a single view, after which the seat's view counts as refused rather than unreachable. */
const refusedAfter = 4
/** Milliseconds a new socket has for its first view. */
const firstViewTimeout = 10000
/** Milliseconds of silence after which the socket is checked, since a network can die without closing it. */
const silenceTimeout = 30000
/** Milliseconds a move has for its answer over the socket before it is sent as a request. */
const answerTimeout = 4000
/** The close code with which the server revokes a view; it gives a reason. */
const policyViolation = 1008

export class LiveConnection {
  readonly state: Signal<ConnectionState> = signal<ConnectionState>("opening")
  private socket: WebSocket | null = null
  private reconnectTimer = 0
  private watchdog = 0
  private failures = 0
  private version = 0
  private closed = false
  private moves = 0
  /** Callbacks for the answers to moves, by id; called with null if none will come. */
  private readonly waiting = new Map<number, (answer: SocketAnswer | null) => void>()

  constructor(
    private readonly table: string,
    private readonly seat: number,
    private readonly onView: (view: TableView) => Promise<void>,
    /** Called when the server refuses the view, with its reason; empty if it does not say. */
    private readonly onRefused: (why: string) => void,
  ) {
    addEventListener("online", this.reconnect)
    addEventListener("offline", this.drop)
    document.addEventListener("visibilitychange", this.reconnect)
    this.open()
  }

  /** Closes the connection for good. */
  close(): void {
    this.closed = true
    clearTimeout(this.reconnectTimer)
    clearTimeout(this.watchdog)
    removeEventListener("online", this.reconnect)
    removeEventListener("offline", this.drop)
    document.removeEventListener("visibilitychange", this.reconnect)
    this.forgetMoves()
    const { socket } = this
    if (!socket) return
    socket.onclose = socket.onmessage = null
    // Closing a socket that is still connecting would log an error in the console.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
    else socket.close()
  }

  /** Plays an action: over the socket while it is open, else, or if the answer is lost, as a request with the same key. */
  async play(act: Act): Promise<Done> {
    const key = idempotencyKey()
    const answer = this.state.value === "open" && this.socket ? await this.ask(this.socket, key, act) : null
    if (answer?.done) return answer.done
    if (answer?.problem && answer.problem.error !== "not_stored") throw refusal(answer.problem)
    return command(this.table, "act", act, key)
  }

  /** Sends a move and returns the answer; null if the socket closes or stays silent. */
  private ask(socket: WebSocket, key: string, act: Act): Promise<SocketAnswer | null> {
    const move: SocketMove = { id: ++this.moves, key, act }
    return new Promise((resolve) => {
      const done = (answer: SocketAnswer | null): void => {
        clearTimeout(timer)
        this.waiting.delete(move.id)
        resolve(answer)
      }
      const timer = setTimeout(() => done(null), answerTimeout)
      this.waiting.set(move.id, done)
      socket.send(JSON.stringify(move))
    })
  }

  /** Gives up waiting for answers. */
  private forgetMoves(): void {
    for (const done of [...this.waiting.values()]) done(null)
  }

  /** Reconnects now if an attempt is scheduled for later. */
  private readonly reconnect = (): void => {
    if (this.closed || this.socket || document.hidden) return
    clearTimeout(this.reconnectTimer)
    this.open()
  }

  /** Drops a dead socket. */
  private readonly drop = (): void => {
    const { socket } = this
    if (!socket) return
    socket.onclose = socket.onmessage = null
    socket.close()
    this.disconnected()
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:"
    const socket = new WebSocket(
      `${scheme}//${location.host}/api/tables/${this.table}/live?seat=${this.seat}&since=${this.version}&language=${activeLanguage.value}`,
    )
    this.socket = socket
    this.watchdog = setTimeout(this.drop, firstViewTimeout)
    socket.onmessage = (event: MessageEvent<string>) => {
      const message = JSON.parse(event.data) as TableView | SocketAnswer
      if ("answer" in message) {
        this.waiting.get(message.answer)?.(message)
        return
      }
      const view = message
      this.failures = 0
      this.version = view.version
      this.state.value = "open"
      this.watch(socket)
      this.onView(view).catch(() => {
        this.version = 0
        this.drop()
      })
    }
    socket.onclose = (event) => {
      this.disconnected()
      if (event.code === policyViolation) this.onRefused(event.reason)
    }
  }

  /** Waits for the next view; after a long silence checks whether one was missed. */
  private watch(socket: WebSocket): void {
    clearTimeout(this.watchdog)
    this.watchdog = setTimeout(async () => {
      const missed = await get<TableView>(`/api/tables/${this.table}/view?seat=${this.seat}&since=${this.version}`).then(
        (view) => view.version > this.version,
        () => true,
      )
      if (this.closed || this.socket !== socket) return
      if (missed) this.drop()
      else this.watch(socket)
    }, silenceTimeout)
  }

  private disconnected(): void {
    clearTimeout(this.watchdog)
    this.forgetMoves()
    this.socket = null
    if (this.closed) return
    this.failures++
    if (this.failures >= refusedAfter && this.version === 0) {
      this.state.value = "refused"
      this.onRefused("")
    } else this.state.value = "lost"
    const delay = Math.min(maxDelay, minDelay * 2 ** (this.failures - 1))
    this.reconnectTimer = setTimeout(() => this.open(), delay * (0.75 + Math.random() / 2))
  }
}
