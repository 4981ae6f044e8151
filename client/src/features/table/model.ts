// The table's state on this page: the latest view of the server, and what was clicked since.
import { batch, computed, signal } from "@preact/signals"
import { ApiError, command, ensureVisitor, fetchEarlier, fetchStage, fetchTableInfo, get } from "../../api/http"
import { LiveConnection, type ConnectionState } from "../../api/live"
import type { Act, Choice, LogLine, Scene, Stage, TableInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { picksOf } from "../../scene/picking"
import { soundCues } from "../../scene/sound-cues"
import { shareScene } from "../../scene/structural-sharing"
import { playerName, soundsOn } from "../../ui/settings"
import { playSounds } from "../../ui/sounds"
import { Chooser } from "./chooser"

/** Milliseconds that a command waits for the view with its result. */
const viewTimeout = 4000

export class TableModel extends Chooser {
  readonly info = signal<TableInfo | null>(null)
  readonly stage = signal<Stage | null>(null)
  readonly view = signal<TableView | null>(null)
  readonly log = signal<LogLine[]>([])
  /** Whether the server has lines before those of `log`. */
  readonly hasEarlier = signal(false)
  readonly connection = signal<ConnectionState>("opening")
  /** What the player must know about this device. */
  readonly notice = signal("")
  /** Why the table cannot be shown at all. */
  readonly fatalError = signal("")
  readonly seat = signal(-1)
  /** The seat whose player must take the device before anything is shown; -1 for none. */
  readonly handover = signal(-1)
  /** When the latest event happened, by this device's clock. */
  eventTime = 0
  private live: LiveConnection | null = null
  private unsubscribe: () => void = () => undefined
  private closed = false

  constructor(readonly id: string) {
    super()
  }

  /** The scene with the viewer's choices; without any while the game is not running. */
  readonly scene = computed((): Scene | null => {
    const view = this.view.value
    if (!view) return null
    return view.status === "running" ? view.scene : { ...view.scene, choices: [] }
  })

  /** The cells of the latest action. */
  readonly recent = computed((): Set<string> => {
    const lines = this.log.value
    for (let n = lines.length - 1; n >= 0; n--) {
      const line = lines[n]
      if (line?.cells?.length) return new Set(line.cells)
    }
    return new Set()
  })

  /** Finds out which seats are ours, and opens the live view; a token of a link may show a private table. */
  async open(token = ""): Promise<void> {
    try {
      await ensureVisitor()
      // A link that does not work any more says nothing about a table that this visitor may see anyway.
      if (token) await command(this.id, "watch", { token }).catch(() => null)
      const info = await fetchTableInfo(this.id)
      if (this.closed) return
      this.info.value = info
      if (info.mine.length > 1) await this.openShared(info)
      else this.viewFrom(info.mine[0] ?? -1)
    } catch (error) {
      this.fatalError.value = error instanceof Error ? error.message : String(error)
    }
  }

  /** Shows the table from another seat. */
  viewFrom(seat: number): void {
    this.unsubscribe()
    this.live?.close()
    batch(() => {
      this.seat.value = seat
      this.view.value = null
      this.log.value = []
      this.hasEarlier.value = false
      this.picked.value = []
      this.connection.value = "opening"
    })
    const live = new LiveConnection(
      this.id,
      seat,
      (view) => this.receive(view, live),
      (why) => {
        if (why === "ended") this.notice.value = t().deviceEnded
        void this.refreshInfo()
      },
    )
    this.live = live
    this.unsubscribe = live.state.subscribe((state) => (this.connection.value = state))
  }

  close(): void {
    this.closed = true
    this.unsubscribe()
    this.live?.close()
  }

  private async refreshInfo(): Promise<void> {
    try {
      const info = await fetchTableInfo(this.id)
      this.info.value = info
      if (this.seat.value >= 0 && !info.mine.includes(this.seat.value)) this.viewFrom(info.mine[0] ?? -1)
    } catch (error) {
      if (error instanceof ApiError && error.name !== "offline") this.fatalError.value = error.message
    }
  }

  private async receive(view: TableView, live: LiveConnection): Promise<void> {
    if (this.stage.value === null) {
      const found = await fetchStage(this.id, view.scene.stage)
      if (this.stage.value === null) this.stage.value = found
    }
    const now = this.view.value
    if (live !== this.live || (now && view.version < now.version)) return
    batch(() => {
      this.eventTime = performance.now() - (view.age ?? 0)
      const since = view.since ?? 0
      // Lines are missing between those we know and a view that leaves some out.
      const known = view.earlier ? [] : this.log.value.filter((line) => line.n <= since)
      this.log.value = [...known, ...(view.log ?? [])]
      if (view.earlier) this.hasEarlier.value = true
      if (now) view.scene = shareScene(now.scene, view.scene)
      if (now && soundsOn.value) playSounds(soundCues(now, view))
      if (!now || !sameChoices(now.scene, view.scene)) this.picked.value = []
      this.view.value = view
      if (this.error.value) this.error.value = ""
    })
    if (this.info.value && this.info.value.mine.length > 1) this.passDevice(view, this.info.value)
    else if (view.seats.some((seat, n) => seat.kind === "human" && n === this.seat.value) === false && this.seat.value >= 0)
      void this.refreshInfo()
  }

  /** Opens a table with several seats on this device; shows nothing hidden before its player has taken the device. */
  private async openShared({ mine, hides }: TableInfo): Promise<void> {
    const view = await get<TableView>(`/api/tables/${this.id}/view?seat=-1`)
    const next = mine.find((seat) => view.seats[seat]?.acting)
    if (view.status !== "running") this.viewFrom(mine[0] ?? -1)
    else if (next === undefined) this.viewFrom(-1)
    else if (hides) {
      const found = await fetchStage(this.id, view.scene.stage)
      batch(() => {
        this.stage.value = found
        this.view.value = view
        this.handover.value = next
      })
    } else this.viewFrom(next)
  }

  /** With several seats on this device, switches to the acting one; through a hand-over if the game hides information. */
  private passDevice(view: TableView, info: TableInfo): void {
    const acting = info.mine.filter((seat) => view.seats[seat]?.acting)
    const next = acting[0]
    if (view.status === "over" && view.seat < 0) this.viewFrom(info.mine[0] ?? -1)
    if (view.status !== "running" || next === undefined || acting.includes(view.seat)) return
    if (info.hides) this.handover.value = next
    else this.viewFrom(next)
  }

  /** Shows the table to the player who has taken the device. */
  confirmHandover(): void {
    const seat = this.handover.value
    this.handover.value = -1
    if (seat >= 0) this.viewFrom(seat)
  }

  /** Adds the page of the log before the lines that are shown. */
  async showEarlier(): Promise<void> {
    const first = this.log.value[0]
    const seat = this.seat.value
    if (!first) return
    try {
      const page = await fetchEarlier(this.id, seat, first.n)
      if (this.seat.value !== seat || this.log.value[0]?.n !== first.n) return
      batch(() => {
        this.log.value = [...page.lines, ...this.log.value]
        this.hasEarlier.value = page.earlier
      })
    } catch (error) {
      this.error.value = error instanceof Error ? error.message : t().unknownError
    }
  }

  async play(choice: Choice): Promise<void> {
    const view = this.view.value
    if (!view) return
    this.highlighted.value = []
    this.picked.value = picksOf(choice)
    const done = await this.send("act", { seat: this.seat.value, action: choice[0], version: view.version })
    if (!done) this.picked.value = []
  }

  /** Sends a command and shows its error, if any; tells whether it succeeded. */
  async send(name: string, body: object): Promise<boolean> {
    this.busy.value = true
    this.error.value = ""
    try {
      const done = name === "act" && this.live ? await this.live.play(body as Act) : await command(this.id, name, body)
      if (name === "sit" || name === "leave") {
        this.info.value = await fetchTableInfo(this.id)
        this.viewFrom(done.seat !== undefined && done.seat >= 0 && name === "sit" ? done.seat : (this.info.value.mine[0] ?? -1))
      }
      await this.waitForVersion(done.version)
      return true
    } catch (error) {
      this.error.value = error instanceof Error ? error.message : t().unknownError
      return false
    } finally {
      this.busy.value = false
    }
  }

  /** Waits until the live view has reached a version, with a timeout, since the connection may be lost. */
  private waitForVersion(version: number): Promise<void> {
    if ((this.view.value?.version ?? 0) >= version) return Promise.resolve()
    return new Promise((done) => {
      const timer = setTimeout(done, viewTimeout)
      const stop = this.view.subscribe((view) => {
        if (!view || view.version < version) return
        clearTimeout(timer)
        queueMicrotask(() => stop())
        done()
      })
    })
  }

  /** Makes a link to a seat, or -1 for the table, and returns its token; empty if that failed, with the error shown. */
  async makeLink(seat: number): Promise<string> {
    try {
      const { token } = await command(this.id, "link", { seat })
      this.info.value = await fetchTableInfo(this.id)
      return token ?? ""
    } catch (error) {
      this.error.value = error instanceof Error ? error.message : t().unknownError
      return ""
    }
  }

  /** Takes an open seat, or the one that an invitation is for. */
  sit(seat: number | null, token = ""): Promise<boolean> {
    return this.send("sit", { ...(seat === null ? {} : { seat }), ...(token ? { token } : {}), name: playerName.value })
  }
}

function sameChoices(a: Scene, b: Scene): boolean {
  return JSON.stringify(a.choices ?? []) === JSON.stringify(b.choices ?? [])
}
