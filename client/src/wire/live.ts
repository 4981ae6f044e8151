// The live view of a table: a socket that is opened again, with growing patience, until it is closed from here.
import { signal, type Signal } from "@preact/signals"
import type { View } from "../protocol"
import { spoken } from "../texts"

export type Link = "opening" | "open" | "lost" | "refused"

const shortest = 500
const longest = 15000
/** So many failures without a single view mean that this seat's view is refused rather than out of reach. */
const doubtful = 4

export class Live {
  readonly link: Signal<Link> = signal<Link>("opening")
  private socket: WebSocket | null = null
  private timer = 0
  private failures = 0
  private version = 0
  private ended = false

  constructor(
    private readonly table: string,
    private readonly seat: number,
    private readonly heard: (view: View) => void,
    private readonly refused: () => void,
  ) {
    addEventListener("online", this.now)
    document.addEventListener("visibilitychange", this.now)
    this.open()
  }

  /** Ends the view for good. */
  close(): void {
    this.ended = true
    clearTimeout(this.timer)
    removeEventListener("online", this.now)
    document.removeEventListener("visibilitychange", this.now)
    this.socket?.close()
  }

  /** Tries at once where a try is due later. */
  readonly now = (): void => {
    if (this.ended || this.socket || document.hidden) return
    clearTimeout(this.timer)
    this.open()
  }

  private open(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:"
    const socket = new WebSocket(
      `${scheme}//${location.host}/api/tables/${this.table}/live?seat=${this.seat}&since=${this.version}&language=${spoken.value}`,
    )
    this.socket = socket
    socket.onmessage = (event: MessageEvent<string>) => {
      const view = JSON.parse(event.data) as View
      this.failures = 0
      this.version = view.version
      this.link.value = "open"
      this.heard(view)
    }
    socket.onclose = () => this.lost()
  }

  private lost(): void {
    this.socket = null
    if (this.ended) return
    this.failures++
    if (this.failures >= doubtful && this.version === 0) {
      this.link.value = "refused"
      this.refused()
    } else this.link.value = "lost"
    const patience = Math.min(longest, shortest * 2 ** (this.failures - 1))
    this.timer = setTimeout(() => this.open(), patience * (0.75 + Math.random() / 2))
  }
}
