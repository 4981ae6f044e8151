// A table as this page knows it: what the server told last, and what has been clicked since.
import { batch, computed, signal } from "@preact/signals"
import type { Choice, LogLine, Scene, Stage, TableInfo, TableView } from "../../api/protocol"
import { picksOf } from "../../scene/picking"
import { share } from "../../scene/structural-sharing"
import { myName, sounds } from "../../ui/settings"
import { t } from "../../i18n/texts"
import { Live, type Link } from "../../api/live"
import { heardIn, playSounds } from "../../ui/sounds"
import { Chooser } from "./chooser"
import { Refusal, command, enter, get, stage, tableInfo } from "../../api/http"

/** How many milliseconds a command waits for the view it led to. */
const patience = 4000

export class TableModel extends Chooser {
  readonly info = signal<TableInfo | null>(null)
  readonly stage = signal<Stage | null>(null)
  readonly view = signal<TableView | null>(null)
  readonly log = signal<LogLine[]>([])
  readonly link = signal<Link>("opening")
  readonly gone = signal("")
  readonly seat = signal(-1)
  /** The seat whose player has to take the device before anything is shown. */
  readonly handover = signal(-1)
  /** When the latest view came, by this machine's clock. */
  arrived = 0
  private live: Live | null = null
  private unlink: () => void = () => undefined
  private shut = false

  constructor(readonly id: string) {
    super()
  }

  /** What the viewer may choose from: nothing before the game has begun. */
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

  /** Begins: asks who we are here, and opens the live view. */
  async open(): Promise<void> {
    try {
      await enter()
      const info = await tableInfo(this.id)
      if (this.shut) return
      this.info.value = info
      if (info.mine.length > 1) await this.share(info)
      else this.look(info.mine[0] ?? -1)
    } catch (error) {
      this.gone.value = error instanceof Error ? error.message : String(error)
    }
  }

  /** Looks from another seat. */
  look(seat: number): void {
    this.unlink()
    this.live?.close()
    batch(() => {
      this.seat.value = seat
      this.view.value = null
      this.log.value = []
      this.picked.value = []
      this.link.value = "opening"
    })
    const live = new Live(
      this.id,
      seat,
      (view) => this.heard(view, live),
      () => void this.check(),
    )
    this.live = live
    this.unlink = live.link.subscribe((link) => (this.link.value = link))
  }

  close(): void {
    this.shut = true
    this.unlink()
    this.live?.close()
  }

  private async check(): Promise<void> {
    try {
      const info = await tableInfo(this.id)
      this.info.value = info
      if (this.seat.value >= 0 && !info.mine.includes(this.seat.value)) this.look(info.mine[0] ?? -1)
    } catch (error) {
      if (error instanceof Refusal && error.name !== "offline") this.gone.value = error.message
    }
  }

  private async heard(view: TableView, live: Live): Promise<void> {
    if (this.stage.value === null) {
      const found = await stage(this.id, view.scene.stage)
      if (this.stage.value === null) this.stage.value = found
    }
    const now = this.view.value
    if (live !== this.live || (now && view.version < now.version)) return
    batch(() => {
      this.arrived = performance.now() - (view.age ?? 0)
      const known = this.log.value
      const since = view.since ?? 0
      this.log.value = [...known.filter((line) => line.n <= since), ...(view.log ?? [])]
      if (now) view.scene = share(now.scene, view.scene)
      if (now && sounds.value) playSounds(heardIn(now, view))
      if (!now || !sameChoices(now.scene, view.scene)) this.picked.value = []
      this.view.value = view
      if (this.trouble.value) this.trouble.value = ""
    })
    if (this.info.value && this.info.value.mine.length > 1) this.turnRound(view, this.info.value)
    else if (view.seats.some((seat, n) => seat.kind === "human" && n === this.seat.value) === false && this.seat.value >= 0)
      void this.check()
  }

  /** Begins with several seats at one device: nothing a seat hides is shown before its player is there. */
  private async share({ mine, hides }: TableInfo): Promise<void> {
    const open = await get<TableView>(`/api/tables/${this.id}/view?seat=-1`)
    const next = mine.find((seat) => open.seats[seat]?.acting)
    if (open.status !== "running") this.look(mine[0] ?? -1)
    else if (next === undefined) this.look(-1)
    else if (hides) {
      const found = await stage(this.id, open.scene.stage)
      batch(() => {
        this.stage.value = found
        this.view.value = open
        this.handover.value = next
      })
    } else this.look(next)
  }

  /** With several seats at one device: looks from the one that is to act, after a hand-over where something is hidden. */
  private turnRound(view: TableView, info: TableInfo): void {
    const acting = info.mine.filter((seat) => view.seats[seat]?.acting)
    const next = acting[0]
    if (view.status === "over" && view.seat < 0) this.look(info.mine[0] ?? -1)
    if (view.status !== "running" || next === undefined || acting.includes(view.seat)) return
    if (info.hides) this.handover.value = next
    else this.look(next)
  }

  /** The next player has the device. */
  taken(): void {
    const seat = this.handover.value
    this.handover.value = -1
    if (seat >= 0) this.look(seat)
  }

  async play(choice: Choice): Promise<void> {
    const view = this.view.value
    if (!view) return
    this.told.value = []
    this.picked.value = picksOf(choice)
    const done = await this.ask("act", { seat: this.seat.value, action: choice[0], version: view.version })
    if (!done) this.picked.value = []
  }

  /** Does a command; troubles are shown. */
  async ask(name: string, body: object): Promise<boolean> {
    this.busy.value = true
    this.trouble.value = ""
    try {
      const done = await command(this.id, name, body)
      if (name === "sit" || name === "leave") {
        this.info.value = await tableInfo(this.id)
        this.look(done.seat !== undefined && done.seat >= 0 && name === "sit" ? done.seat : (this.info.value.mine[0] ?? -1))
      }
      await this.reached(done.version)
      return true
    } catch (error) {
      this.trouble.value = error instanceof Error ? error.message : t().wrong
      return false
    } finally {
      this.busy.value = false
    }
  }

  /** Waits until the live view holds a version, but not for ever: the connection may be lost. */
  private reached(version: number): Promise<void> {
    if ((this.view.value?.version ?? 0) >= version) return Promise.resolve()
    return new Promise((done) => {
      const timer = setTimeout(done, patience)
      const stop = this.view.subscribe((view) => {
        if (!view || view.version < version) return
        clearTimeout(timer)
        queueMicrotask(() => stop())
        done()
      })
    })
  }

  /** Takes a seat: an open one, or the one an invitation is for. */
  sit(seat: number | null, token = ""): Promise<boolean> {
    return this.ask("sit", { ...(seat === null ? {} : { seat }), ...(token ? { token } : {}), name: myName.value })
  }
}

function sameChoices(a: Scene, b: Scene): boolean {
  return JSON.stringify(a.choices ?? []) === JSON.stringify(b.choices ?? [])
}
