// The live view of a table: a socket that is opened again, with growing patience, until it is closed from here.
import { signal, type Signal } from "@preact/signals"
import type { TableView } from "./protocol"
import { spoken } from "../i18n/texts"
import { get } from "./http"

export type Link = "opening" | "open" | "lost" | "refused"

const shortest = 500
const longest = 15000
/** So many failures without a single view mean that this seat's view is refused rather than out of reach. */
const doubtful = 4
/** A new socket has so many milliseconds for its first view. */
const patience = 10000
/** After so many without a word it is asked whether the socket still lives: a network may vanish without closing it. */
const silence = 30000

export class Live {
  readonly link: Signal<Link> = signal<Link>("opening")
  private socket: WebSocket | null = null
  private timer = 0
  private watch = 0
  private failures = 0
  private version = 0
  private ended = false

  constructor(
    private readonly table: string,
    private readonly seat: number,
    private readonly heard: (view: TableView) => Promise<void>,
    private readonly refused: () => void,
  ) {
    addEventListener("online", this.now)
    addEventListener("offline", this.drop)
    document.addEventListener("visibilitychange", this.now)
    this.open()
  }

  /** Ends the view for good. */
  close(): void {
    this.ended = true
    clearTimeout(this.timer)
    clearTimeout(this.watch)
    removeEventListener("online", this.now)
    removeEventListener("offline", this.drop)
    document.removeEventListener("visibilitychange", this.now)
    const { socket } = this
    if (!socket) return
    socket.onclose = socket.onmessage = null
    // A browser complains of a connection that ends before it is there.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
    else socket.close()
  }

  /** Tries at once where a try is due later. */
  readonly now = (): void => {
    if (this.ended || this.socket || document.hidden) return
    clearTimeout(this.timer)
    this.open()
  }

  /** Takes the socket for dead. */
  private readonly drop = (): void => {
    const { socket } = this
    if (!socket) return
    socket.onclose = socket.onmessage = null
    socket.close()
    this.lost()
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:"
    const socket = new WebSocket(
      `${scheme}//${location.host}/api/tables/${this.table}/live?seat=${this.seat}&since=${this.version}&language=${spoken.value}`,
    )
    this.socket = socket
    this.watch = setTimeout(this.drop, patience)
    socket.onmessage = (event: MessageEvent<string>) => {
      const view = JSON.parse(event.data) as TableView
      this.failures = 0
      this.version = view.version
      this.link.value = "open"
      this.listen(socket)
      this.heard(view).catch(() => {
        this.version = 0
        this.drop()
      })
    }
    socket.onclose = () => this.lost()
  }

  /** Waits for the next view, and after a long silence asks whether one got lost. */
  private listen(socket: WebSocket): void {
    clearTimeout(this.watch)
    this.watch = setTimeout(async () => {
      const missed = await get<TableView>(`/api/tables/${this.table}/view?seat=${this.seat}&since=${this.version}`).then(
        (view) => view.version > this.version,
        () => true,
      )
      if (this.ended || this.socket !== socket) return
      if (missed) this.drop()
      else this.listen(socket)
    }, silence)
  }

  private lost(): void {
    clearTimeout(this.watch)
    this.socket = null
    if (this.ended) return
    this.failures++
    if (this.failures >= doubtful && this.version === 0) {
      this.link.value = "refused"
      this.refused()
    } else this.link.value = "lost"
    const wait = Math.min(longest, shortest * 2 ** (this.failures - 1))
    this.timer = setTimeout(() => this.open(), wait * (0.75 + Math.random() / 2))
  }
}
