// The table's state on this page: the latest view of the server, and what was clicked since.
import { batch, computed, effect, signal, untracked } from "@preact/signals"
import { ApiError, command, ensureVisitor, fetchEarlier, fetchReason, fetchStage, fetchTableInfo, get } from "../../api/http"
import { LiveConnection, type ConnectionState } from "../../api/live"
import type { Act, Beat, Choice, LogLine, Scene, Stage, TableInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { picksOf } from "../../scene/picking"
import { isAct, linesSince, marksOf } from "../../scene/since"
import { soundOf } from "../../scene/sound-cues"
import { shareScene } from "../../scene/structural-sharing"
import { playerName, soundsOn, speed } from "../../ui/settings"
import { playSounds } from "../../ui/sounds"
import { DiceEntry } from "../dice/entry"
import { Chooser } from "./chooser"
import { Director } from "./director"
import { lineText } from "./names"
import { haveSameChoices, retelling } from "./retelling"

/** Milliseconds that a command waits for the view with its result. */
const viewTimeout = 4000
/** Milliseconds after which an action is told no more to a page that opens. */
const freshness = 8000
/** Milliseconds without another click before a reason is asked for, and those that it is shown. */
const explainDelay = 120
const explainDuration = 8000

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
  readonly director = new Director<TableView>({ speed: () => speed.value, onBeat: (beat) => this.sound(beat) })
  readonly cue = this.director.cue
  /** Real dice that people enter. */
  readonly dice = new DiceEntry()
  /** What the others did while the page was hidden. */
  readonly away = signal<readonly LogLine[]>([])
  /** When the latest event happened, by this device's clock. */
  eventTime = 0
  /** The version that led to the present choices. */
  private readonly choicesSince = signal(-1)
  /** Whether something is shown again. */
  private readonly again = signal(false)
  /** Whether what is told leads to the present choices or was asked for, so that nothing can be chosen before. */
  private readonly blocked = computed(
    () => this.director.playing.value && (this.again.value || (this.director.shown.value?.version ?? -1) < this.choicesSince.value),
  )
  private hiddenLines: LogLine[] = []
  /** The latest version that was told on this page. */
  private toldVersion = -1
  /** Whether the next view is the first one that a player sees after taking the device. */
  private takenOver = false
  private explainTimer = 0
  private live: LiveConnection | null = null
  private unsubscribe: () => void = () => undefined
  private closed = false

  private readonly stopPassing: () => void

  constructor(readonly id: string) {
    super()
    document.addEventListener("visibilitychange", this.changeVisibility)
    // Others take the device when everything has been told to its player.
    this.stopPassing = effect(() => {
      const view = this.view.value
      const info = this.info.value
      if (this.director.playing.value || !view || !info || info.mine.length < 2) return
      untracked(() => this.passDevice(view, info))
    })
  }

  /** The view as far as it has been told; clocks and connections are always the latest. */
  readonly shown = computed((): TableView | null => {
    const shown = this.director.shown.value
    const latest = this.view.value
    if (!shown || !latest || shown === latest) return latest && shown
    const seats = latest.seats.map((seat, n) => ({ ...seat, acting: shown.seats[n]?.acting ?? false, out: shown.seats[n]?.out ?? false }))
    return { ...shown, seats, ask: latest.ask ?? null, undo: this.canChoose.value ? (latest.undo ?? "") : "" }
  })

  /** Whether nothing has to be told before the viewer chooses. */
  readonly canChoose = computed(() => !this.blocked.value)

  /** The scene with the viewer's choices; without any while the game is not running or is being told. */
  readonly scene = computed((): Scene | null => {
    const view = this.view.value
    if (!view) return null
    return view.status === "running" && this.canChoose.value ? view.scene : { ...view.scene, choices: [] }
  })

  /** The seat whose action is told, unless the viewer can choose meanwhile and needs the own sheet. */
  override readonly followed = computed((): number | null => {
    const cue = this.cue.value
    const view = this.view.value
    const choosing = this.canChoose.value && view?.seats[view.seat]?.acting === true
    return !cue || cue.own || cue.seat < 0 || choosing ? null : cue.seat
  })

  /** The lines of the log that have been told. */
  readonly toldLog = computed((): LogLine[] => {
    const version = this.director.shown.value?.version ?? 0
    const lines = this.log.value
    return this.director.playing.value ? lines.filter((line) => line.n <= version || line.kind === "chat") : lines
  })

  /** What the others did since the viewer's last action. */
  readonly sinceLines = computed((): LogLine[] => {
    const seat = this.view.value?.seat ?? -1
    return seat < 0 ? [] : linesSince(this.toldLog.value, seat)
  })

  /** By id, the number of the latest action since the viewer's last one; empty while something is told. */
  readonly since = computed(() => (this.director.playing.value ? new Map<string, number>() : marksOf(this.sinceLines.value)))

  /** The cells of the latest action. */
  readonly recent = computed((): Set<string> => {
    if (this.director.playing.value) return new Set()
    const lines = this.log.value.filter((line) => line.cells?.length)
    return new Set(lines[lines.length - 1]?.cells)
  })

  /** Finds out which seats are ours, and opens the live view; a token of a link may show a private table. */
  async open(token = ""): Promise<void> {
    try {
      await ensureVisitor()
      // A link that no longer works does not matter for a table that this visitor may see anyway.
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
    this.director.close()
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
    document.removeEventListener("visibilitychange", this.changeVisibility)
    this.stopPassing()
    this.director.close()
    clearTimeout(this.explainTimer)
    this.unsubscribe()
    this.live?.close()
  }

  /** Stops the film of a page that is hidden, and lists on return what happened meanwhile. */
  private readonly changeVisibility = (): void => {
    if (document.hidden) {
      this.director.skip()
      return
    }
    this.away.value = this.hiddenLines
    this.hiddenLines = []
  }

  private async refreshInfo(): Promise<void> {
    try {
      const info = await fetchTableInfo(this.id)
      this.info.value = info
      if (this.seat.value >= 0 && !info.mine.includes(this.seat.value)) this.viewFrom(info.mine[0] ?? -1)
    } catch (error) {
      if (!(error instanceof ApiError) || error.name === "offline") return
      this.live?.close()
      // A device that was ended cannot watch a private table either; the player needs to know why, not that there is no such table.
      this.fatalError.value = this.notice.value || error.message
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
      const changed = !now || !haveSameChoices(now, view)
      if (changed) {
        this.picked.value = []
        this.refusal.value = null
        this.inspected.value = null
      }
      if (changed) this.choicesSince.value = view.version
      if (!this.director.playing.value) this.again.value = false
      this.view.value = view
      if (this.error.value) this.error.value = ""
      this.direct(now, view)
    })
    if (
      this.info.value &&
      this.info.value.mine.length <= 1 &&
      view.seats.some((seat, n) => seat.kind === "human" && n === this.seat.value) === false &&
      this.seat.value >= 0
    )
      void this.refreshInfo()
  }

  /** Lets the director tell what led from one view to the next. */
  private direct(before: TableView | null, view: TableView): void {
    const told = before?.version ?? this.toldVersion
    const lines = (view.log ?? []).filter((line) => line.n > told)
    const first = this.toldVersion < 0
    const takenOver = this.takenOver
    this.takenOver = false
    this.toldVersion = Math.max(this.toldVersion, view.version)
    if (!before) {
      // A page that opens has no former picture; it tells what happened just now about the present one.
      this.director.show(view)
      const since = takenOver ? linesSince(view.log ?? [], view.seat) : lines.filter((line) => !first || this.isFresh(line, view))
      const opening = first && (view.log ?? []).every((line) => !isAct(line) || this.isFresh(line, view)) ? (view.opening ?? []) : []
      const beats = since.flatMap((line) => line.beats ?? [])
      // After the end the result says it.
      if (opening.length + beats.length > 0 && view.status === "running") this.director.retell(...retelling(view, opening, beats))
      return
    }
    const mine = this.info.value?.mine ?? []
    const acts = lines.filter((line) => line.beats?.length)
    const own = acts.length > 0 && acts.every((line) => mine.includes(line.seat ?? -1))
    const opening = before.status === "open" && view.status === "running" ? (view.opening ?? []) : []
    const beats = acts.flatMap((line) => line.beats ?? [])
    if (opening.length > 0) this.director.retell(...retelling(view, opening, beats))
    else this.director.push({ after: view, beats, own, viewer: view.seat })
    const stage = this.stage.value
    for (const line of lines) if (!line.beats?.length && line.kind !== "chat" && stage) this.director.announce(lineText(line, view, stage))
    if (!document.hidden) return
    this.director.skip()
    this.hiddenLines.push(...acts.filter((line) => !mine.includes(line.seat ?? -1)))
  }

  /** Tells whether an action happened just before its view was made. */
  private isFresh(line: LogLine, view: TableView): boolean {
    return isAct(line) && line.seat !== view.seat && view.at - line.at + (view.age ?? 0) < freshness
  }

  /** Shows again what the others did: as a film as far as its pictures are known, else in words on the present one. */
  showAgain(lines: readonly LogLine[]): void {
    const view = this.view.value
    if (!view) return
    this.again.value = true
    const beats = lines.flatMap((line) => line.beats ?? [])
    if (this.director.canShowAgain) this.director.showAgain()
    else this.director.retell(view, [{ after: view, beats, own: false, viewer: view.seat }])
  }

  private sound(beat: Beat): void {
    const view = this.view.value
    if (!view || !soundsOn.value) return
    const sound = soundOf(beat, view.seat, view.places?.[view.seat] === 1)
    if (sound) playSounds([sound])
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
        this.director.show(view)
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
    this.takenOver = true
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

  /** Goes to the present; tells whether something was being told. */
  skip(): boolean {
    if (!this.director.playing.value) return false
    this.director.skip()
    return true
  }

  /** Picks an id; while something is told that a choice has to wait for, goes to the present instead. */
  override pick(id: string, touch = false): void {
    const cue = this.director.cue.value
    const blocked = this.blocked.value
    if (blocked) this.director.skip()
    if (cue && !cue.own && blocked) return
    super.pick(id, touch)
  }

  /** Asks the server why an id cannot be picked, and shows the answer for a while. */
  protected explain(id: string): void {
    const view = this.view.value
    clearTimeout(this.explainTimer)
    this.refusal.value = null
    if (!view || view.seat < 0 || view.status !== "running") return
    const picks = [...this.picked.value, id]
    this.explainTimer = setTimeout(async () => {
      try {
        const reason = await fetchReason(this.id, view.seat, picks)
        if (this.view.value?.version !== view.version) return
        this.refusal.value = reason
        this.explainTimer = setTimeout(() => (this.refusal.value = null), explainDuration)
      } catch (error) {
        this.error.value = error instanceof Error ? error.message : t().unknownError
      }
    }, explainDelay)
  }

  async play(choice: Choice): Promise<void> {
    const view = this.view.value
    if (!view) return
    this.highlighted.value = []
    this.pointedChoice.value = null
    this.inspected.value = null
    this.away.value = []
    this.picked.value = picksOf(choice)
    const done = await this.send("act", { seat: this.seat.value, action: choice[0], version: view.version })
    if (!done) this.picked.value = []
  }

  /** Sends a command and shows its error, if any; tells whether it succeeded. */
  async send(name: string, body: object): Promise<boolean> {
    this.busy.value = true
    this.error.value = ""
    try {
      const done = await this.dice.send((dice) => {
        const whole = dice.length > 0 ? { ...body, dice } : body
        return name === "act" && this.live ? this.live.play(whole as Act) : command(this.id, name, whole)
      })
      if (!done) return false
      if (name === "sit" || name === "leave") {
        this.info.value = await fetchTableInfo(this.id)
        this.viewFrom(done.seat !== undefined && done.seat >= 0 && name === "sit" ? done.seat : (this.info.value.mine[0] ?? -1))
      }
      // The link to a private table is void now.
      if (name === "end_device") this.info.value = await fetchTableInfo(this.id)
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
