// The score as it stands on a player's sheet: the total, or every line with what is done and what is begun of it.
import type { JSX } from "preact"
import type { BoardState, Chip, Scene, Stage } from "../../api/protocol"
import { Handwritten } from "../../pieces/handwriting"
import { areaColour } from "../../pieces/palette"
import { Symbol } from "../../pieces/symbol"
import { t } from "../../i18n/texts"

export function Tally({ stage, scene, seat }: { stage: Stage; scene: Scene; seat: number }): JSX.Element | null {
  const kind = stage.theme?.tally
  const score = scene.seats[seat]?.score
  if (!kind || score === undefined) return null
  if (kind === "total")
    return (
      <>
        <p class="tally tally-total">
          <span>{t().total}</span>
          <svg viewBox="-45 -30 90 60" role="img" aria-label={String(score)}>
            <Handwritten text={String(score)} size={String(score).length > 2 ? 38 : 54} />
          </svg>
        </p>
        <Signs stage={stage} state={scene.boards?.[stage.boards?.find((board) => board.seat === seat)?.id ?? ""] ?? {}} />
      </>
    )
  return (
    <table class="tally tally-lines">
      <caption>{t().score}</caption>
      <tbody>
        {(scene.score_breakdown?.[seat] ?? []).map(([text, points, chips, value]) => (
          <tr key={text}>
            <th scope="row">{text}</th>
            <td class="chips">
              {chips?.map((chip, n) => (
                <ChipView key={n} chip={chip} />
              ))}
            </td>
            <td class="worth">{points ?? value}</td>
          </tr>
        ))}
        <tr class="sum">
          <th scope="row">{t().total}</th>
          <td class="chips" />
          <td class="worth">{score}</td>
        </tr>
      </tbody>
    </table>
  )
}

function ChipView({ chip: [text, state, colour] }: { chip: Chip }): JSX.Element {
  return (
    <span class={`chip ${state ?? ""}`} style={colour ? { "--chip": areaColour(colour) } : {}}>
      {text}
    </span>
  )
}

/** The marks that are on a sheet now, with the words of the legend. */
function Signs({ stage, state }: { stage: Stage; state: BoardState }): JSX.Element | null {
  const marks = new Set(Object.values(state.cells ?? {}).flatMap((cell) => (cell.marks ?? []).map((mark) => mark.split(".")[0] ?? mark)))
  if (marks.size === 0) return null
  return (
    <ul class="signs">
      {[...marks].sort().map((mark) => (
        <li key={mark}>
          <svg viewBox="-50 -50 100 100" aria-hidden="true">
            <Symbol kind={mark} />
          </svg>
          {stage.legend?.[mark]}
        </li>
      ))}
    </ul>
  )
}
