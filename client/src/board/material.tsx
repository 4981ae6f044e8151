// What a board is made of, drawn once below its cells: a printed mat, an island, and the bands of its sides.
import type { JSX } from "preact"
import { useMemo } from "preact/hooks"
import type { Grid, Side, Theme } from "../api/protocol"
import { badgePlaces, edges, outline, rulers, type Box, type PlacedCell } from "../scene/geometry"
import { narrow } from "../ui/media"
import { areaColour, tone } from "../pieces/palette"
import { Symbol } from "../pieces/symbol"

interface Props {
  theme: Theme | undefined
  grid: Grid
  box: Box
}

/** Draws the material of a board below its cells. */
export function Material({ theme, grid, box }: Props): JSX.Element | null {
  return useMemo(() => {
    if (theme?.board === "coaster") return <Coaster theme={theme} box={box} />
    if (theme?.board === "island") return <Island grid={grid} />
    return null
  }, [theme, grid, box.x, box.y, box.w, box.h])
}

/** The width of the free corner of a beer mat, in letters of size 1: longer mottos are printed smaller. */
const mottoWidth = 400

/** A beer mat: thick pulp board with printed frame lines, a word mark in its free corner and the ring of a wet glass. */
function Coaster({ theme, box }: { theme: Theme; box: Box }): JSX.Element {
  const wide = box.w > box.h
  const inset = (by: number, radius: number): object => ({
    x: box.x + by,
    y: box.y + by,
    width: box.w - 2 * by,
    height: box.h - 2 * by,
    rx: radius,
  })
  const words = (theme.title ?? "").replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2").split(" ")
  return (
    <g class="coaster">
      <rect class="cast" {...inset(2, 36)} transform="translate(6 13)" />
      <rect class="thickness" {...inset(2, 36)} transform="translate(0 6)" />
      <rect class="face" {...inset(2, 36)} />
      <radialGradient id="coaster-light" cx=".32" cy=".2" r=".95">
        <stop class="shine" offset="0" stop-opacity=".42" />
        <stop offset=".5" stop-color="#fff" stop-opacity="0" />
        <stop offset="1" stop-color="#3a2408" stop-opacity=".16" />
      </radialGradient>
      <rect class="gloss" {...inset(2, 36)} fill="url(#coaster-light)" />
      <rect class="print-line" {...inset(12, 27)} stroke-width="2.5" />
      {wide && <rect class="print-line second" {...inset(18, 22)} stroke-width="1.2" />}
      <g class="wet-ring">
        <circle
          cx={wide ? box.x + 92 : box.x + box.w - 86}
          cy={wide ? box.y + box.h - 118 : box.y + 104}
          r={wide ? 70 : 56}
          stroke-width="8"
        />
        <circle
          cx={wide ? box.x + 95 : box.x + box.w - 84}
          cy={wide ? box.y + box.h - 115 : box.y + 107}
          r={wide ? 64 : 51}
          stroke-width="2"
        />
      </g>
      {wide ? (
        <g text-anchor="end">
          <text class="word-mark" x={box.x + box.w - 38} y={box.y + 76} font-size="46">
            {theme.title}
          </text>
          <text class="motto" x={box.x + box.w - 40} y={box.y + 101} font-size={Math.min(16.5, mottoWidth / (theme.motto?.length ?? 1))}>
            {theme.motto}
          </text>
        </g>
      ) : (
        words.map((word, n) => (
          <text key={word} class="word-mark" x={box.x + 28} y={box.y + 62 + 40 * n} font-size="42">
            {word}
          </text>
        ))
      )}
    </g>
  )
}

/** Land in the sea: shallows, foam, a cliff and a beach around all cells. */
function Island({ grid }: { grid: Grid }): JSX.Element {
  const shore = outline(
    grid,
    grid.cells.map((cell) => cell[0]),
  )
  return (
    <g class="island">
      <path class="shallow outer" d={shore} stroke-width="76" transform="translate(0 8)" />
      <path class="shallow" d={shore} stroke-width="50" transform="translate(0 8)" />
      <path class="foam" d={shore} stroke-width="30" transform="translate(0 12)" />
      <path class="cliff low" d={shore} stroke-width="18" transform="translate(0 20)" />
      <path class="cliff" d={shore} stroke-width="18" transform="translate(0 11)" />
      <path class="beach" d={shore} stroke-width="18" />
    </g>
  )
}

/** What is printed in the sea around an island: its name, and a compass rose that turns with the map. */
export function Chart({ theme, turned }: { theme: Theme | undefined; turned: number }): JSX.Element | null {
  if (theme?.board !== "island") return null
  return (
    <div class="chart-print" aria-hidden="true">
      {theme.title && <p class="word-mark">{theme.title}</p>}
      {theme.motto && <p class="motto">{theme.motto}</p>}
      {theme.compass && (
        <svg class="compass" viewBox="-80 -80 160 160">
          <g transform={`rotate(${turned})`}>
            <circle r="50" />
            <circle r="44" />
            <circle r="22" />
            <path class="ray" d={compassRays(58, 10, 45)} />
            <path class="ray" d={compassRays(76, 12, 0)} />
            <path class="ray dark" d={compassRays(76, 12, 0, true)} />
            <path class="north" d="M-6-60V-74L6-60V-74" transform="translate(16 6) scale(.8)" />
          </g>
        </svg>
      )}
    </div>
  )
}

/** Returns four rays of a compass rose as a path; `half` gives only the right half of each. */
function compassRays(length: number, width: number, from: number, half = false): string {
  return [0, 90, 180, 270]
    .map((angle) => {
      const at = (radius: number, turn: number): string => {
        const radians = ((angle + from + turn - 90) * Math.PI) / 180
        return `${(radius * Math.cos(radians)).toFixed(1)} ${(radius * Math.sin(radians)).toFixed(1)}`
      }
      return `M${at(length, 0)}L${at(width, 45)}L0 0${half ? "" : `L${at(width, -45)}`}Z`
    })
    .join("")
}

/** The bands of the sides, in metal: a dark edge, the colour and a line of light; their badges leave room for rulers. */
export function Sides({ grid, ruled }: { grid: Grid; ruled: boolean }): JSX.Element {
  const drawn = useMemo(
    () =>
      (grid.sides ?? []).flatMap((side: Side) => {
        const path = edges(grid, side.edges)
        return [
          <path key={`${side.name} under`} class="side" d={path} stroke={tone(side.colour).edge} stroke-width="17" />,
          <path key={side.name} class="side" d={path} stroke={tone(side.colour).fill} stroke-width="13" />,
          <path key={`${side.name} light`} class="side light" d={path} stroke-width="3" transform="translate(-1.5 -2.5)" />,
          ...(side.badge ? badgePlaces(grid, side.edges, ruled) : []).map(([x, y]) => (
            <g key={`${side.name} ${x} ${y}`} transform={`translate(${x} ${y}) scale(${ruled ? 0.5 : 0.6})`}>
              <Symbol kind={side.badge ?? ""} />
            </g>
          )),
        ]
      }),
    [grid, ruled],
  )
  return <g>{drawn}</g>
}

/** The outlines of the areas. */
export function Areas({ grid }: { grid: Grid }): JSX.Element {
  const drawn = useMemo(
    () =>
      (grid.areas ?? [])
        .filter((area) => area.colour)
        .map((area) => (
          <path key={area.name} class="outline" d={outline(grid, area.cells)} style={{ stroke: areaColour(area.colour ?? "") }} />
        )),
    [grid],
  )
  return <g>{drawn}</g>
}

/** The height of the letters along the edges, large enough to be read on a phone. */
export const rulerSize = (): number => (narrow.value ? 34 : 18)

/** Letters and numbers along the edges. */
export function Rulers({ cells }: { cells: readonly PlacedCell[] }): JSX.Element {
  const height = rulerSize()
  return (
    <g class="rulers" aria-hidden="true">
      {rulers(cells, 53 + height / 2).map(({ text, x, y }) => (
        <text key={text} x={x} y={y + height / 3} font-size={height}>
          {text}
        </text>
      ))}
    </g>
  )
}
