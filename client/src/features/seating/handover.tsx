// The hand-over screen of players who share a device: it shows nothing until the next player has taken it.
import type { JSX } from "preact"
import type { Stage, TableView } from "../../api/protocol"
import { Swatch } from "../../pieces/swatch"
import { t } from "../../i18n/texts"
import type { TableModel } from "../table/model"
import { nameOf } from "../table/names"

export function Handover({ model, view, stage }: { model: TableModel; view: TableView; stage: Stage }): JSX.Element {
  const seat = model.handover.value
  const player = stage.players[seat]
  const name = nameOf(view, stage, seat)
  return (
    <section class="handover">
      {player && <Swatch player={player} stage={stage} />}
      <h1>{t().handover(name)}</h1>
      <p>{t().handoverWhy}</p>
      <button type="button" class="main" autofocus onClick={() => model.confirmHandover()}>
        {t().handoverReady(name)}
      </button>
    </section>
  )
}
