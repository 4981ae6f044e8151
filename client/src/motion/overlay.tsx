// The layer above boards, trays and panels: things that fly between them, points that rise, and the verdict of an attack.
import { effect, type ReadonlySignal } from "@preact/signals"
import type { JSX } from "preact"
import { useEffect, useRef } from "preact/hooks"
import type { Stage } from "../api/protocol"
import type { Cue } from "../scene/playback"
import { Throw } from "./throw"

/** Milliseconds between two things that leave together. */
const stagger = 180
const longestFlight = 900
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)")

interface Props {
  cue: ReadonlySignal<Cue | null>
  stage: Stage
  /** Returns a text of the server with the players' names. */
  text: (text: string) => string
}

export function Overlay({ cue, stage, text }: Props): JSX.Element {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(
    () =>
      effect(() => {
        const { value } = cue
        // What has been skipped does not go on flying.
        if (!value) layer.current?.replaceChildren()
        else if (layer.current && !reducedMotion.matches) animate(value, layer.current, !stage.standing)
      }),
    [cue, stage],
  )
  const now = cue.value
  const verdict = now?.beat.kind === "verdict" && now.beat.text ? now.beat : null
  return (
    <>
      <div ref={layer} class="flights" aria-hidden="true" />
      <Throw cue={now} stage={stage} text={text} />
      {verdict && (
        <p class={`verdict-ticket ${verdict.success ? "success" : "failure"}`} aria-hidden="true">
          {text(verdict.text ?? "")}
        </p>
      )}
    </>
  )
}

/** Returns the element of a cell, an item, a tray or the panel of a seat. */
function elementOf(id: string): Element | null {
  const name = CSS.escape(id)
  const seat = /^seat\.(\d+)$/.exec(id)
  if (seat) return document.querySelector(`[data-seat="${seat[1]}"] .points, [data-seat="${seat[1]}"]`)
  return document.querySelector(`[data-id="${name}"], [data-tray="${name}"]`)
}

/** Returns where an element is on the screen: what is not shown, such as a hand in a closed sheet, is where its player is. */
function placeOf(element: Element): DOMRect | null {
  const box = element.getBoundingClientRect()
  if (box.width > 0 && box.height > 0) return box
  const seat = element.closest("[data-seat]")
  return seat && seat !== element ? placeOf(seat) : null
}

/** Starts the flights of a cue while the page still shows the picture before it; points fly where seats show theirs (`scored`). */
function animate({ beat, flights, ids, duration, first }: Cue, layer: HTMLElement, scored: boolean): void {
  if (!first) return
  const points = beat.points ?? 0
  if (points !== 0) {
    if (!scored) return
    const from = ids[0] === undefined ? null : elementOf(ids[0])
    const to = elementOf(beat.to?.[0] ?? `seat.${beat.seat ?? -1}`)
    const label = document.createElement("span")
    label.className = points > 0 ? "points-flight" : "points-flight loss"
    label.textContent = points > 0 ? `+${points}` : `−${-points}`
    const target = to && placeOf(to)
    if (target) fly(label, (from && placeOf(from)) ?? target, target, layer, duration, 0)
    return
  }
  flights.forEach(({ id, to }, n) => {
    const from = elementOf(id)
    const target = elementOf(to)
    const picture = from && pictureOf(from)
    const [start, end] = [from && placeOf(from), target && placeOf(target)]
    if (!start || !end || !picture || from === target) return
    fly(picture, start, end, layer, duration, n * stagger)
  })
}

/** Returns a copy of the piece of a cell or of the picture of an item. */
function pictureOf(element: Element): HTMLElement | SVGSVGElement | null {
  const piece = element.querySelector(".piece, .written")
  if (piece) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg")
    svg.setAttribute("viewBox", "-50 -50 100 100")
    svg.append(piece.cloneNode(true))
    return svg
  }
  const item = element.matches(".item") ? element.querySelector("svg") : null
  return item ? (item.cloneNode(true) as SVGSVGElement) : null
}

/** Moves an element in an arc from one place on the screen to another, and removes it. */
function fly(element: HTMLElement | SVGElement, from: DOMRect, to: DOMRect, layer: HTMLElement, duration: number, delay: number): void {
  const size = Math.min(from.width, from.height)
  if (element instanceof SVGElement) {
    // Not as an attribute: the content security policy allows no inline styles.
    element.style.width = `${size}px`
    element.style.height = `${size}px`
  }
  layer.append(element)
  const own = element.getBoundingClientRect()
  const middle = (box: DOMRect): [number, number] => [
    box.x + box.width / 2 - own.x - own.width / 2,
    box.y + box.height / 2 - own.y - own.height / 2,
  ]
  const [ax, ay] = middle(from)
  const [bx, by] = middle(to)
  const lift = Math.min(80, Math.hypot(bx - ax, by - ay) / 4)
  const scale = element instanceof SVGElement ? Math.max(0.4, Math.min(1, Math.min(to.width, to.height) / size)) : 1
  const flight = element.animate(
    [
      { transform: `translate(${ax}px, ${ay}px)` },
      { transform: `translate(${(ax + bx) / 2}px, ${(ay + by) / 2 - lift}px) scale(1.1)`, offset: 0.5 },
      { transform: `translate(${bx}px, ${by}px) scale(${scale})` },
    ],
    { duration: Math.min(longestFlight, duration), delay, easing: "ease-in-out", fill: "both" },
  )
  flight.onfinish = flight.oncancel = () => element.remove()
}
