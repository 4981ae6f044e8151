// The strip of one's own games that are not over.
import type { JSX } from "preact"
import { ensureVisitor, fetchMe, fetchTableInfo, fetchView } from "../../api/http"
import type { GameInfo, LobbyEntry } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { useLoad } from "../../ui/loading"
import { isolated } from "../table/names"
import { LivingPicture } from "./living-picture"

/** How many games the strip shows. */
const maxContinued = 3

/** One's own running games; nothing if there are none. */
export function Continue({ games }: { games: readonly GameInfo[] }): JSX.Element | null {
  const mine = useLoad(async () => {
    await ensureVisitor()
    return fetchMe()
  }, [])
  const own = (mine.value?.tables ?? []).filter((line) => line.status !== "over").slice(0, maxContinued)
  if (own.length === 0) return null
  return (
    <section class="continue" aria-label={t().myGames}>
      <h2>{t().myGames}</h2>
      <ul>
        {own.map((line) => (
          <li key={line.table}>
            <Own line={line} title={games.find((game) => game.name === line.game)?.title ?? line.game} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Tells whether a table waits for the visitor. */
async function isMyMove(table: string): Promise<boolean> {
  const [info, view] = await Promise.all([fetchTableInfo(table), fetchView(table)])
  return view.status === "running" && info.mine.some((seat) => view.seats[seat]?.acting)
}

function Own({ line, title }: { line: LobbyEntry; title: string }): JSX.Element {
  const { value: mine } = useLoad(() => isMyMove(line.table), [line.table])
  const waiting = line.seats.some((name) => !name)
  return (
    <a href={`/t/${line.table}`}>
      <LivingPicture game={line.game} playing={false} />
      <span class="what">
        <strong>{title}</strong>
        <span>{line.seats.map((name) => isolated(name) || t().emptySeat).join(", ")}</span>
      </span>
      <span class={mine ? "action mine" : "action"}>{mine ? t().yourMove : waiting ? t().waitingShort : t().resume}</span>
    </a>
  )
}
