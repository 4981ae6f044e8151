// Before the game: links to share, and a seat to take.
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import type { Stage, TableInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { Qr } from "../../ui/qr"
import { playerName } from "../../ui/settings"
import type { TableModel } from "../table/model"

interface Props {
  model: TableModel
  view: TableView
  stage: Stage
  info: TableInfo
}

export function Waiting({ model, view, stage, info }: Props): JSX.Element {
  const address = `${location.origin}/t/${info.table}`
  const open = view.seats.some((seat) => seat.kind === "open" || seat.kind === "saved")
  const invited = Object.entries(info.invitations)
  return (
    <section class="waiting">
      {info.mine.length === 0 && open && (
        <button type="button" class="main" onClick={() => void model.sit(null)}>
          {t().takeSeat}
        </button>
      )}
      {info.mine.length === 1 && (
        <label class="field own-name">
          <span>{t().yourName}</span>
          <input type="text" maxLength={32} value={playerName.value} onInput={(event) => (playerName.value = event.currentTarget.value)} />
        </label>
      )}
      {(open || invited.length > 0) && <p>{t().shareLink}</p>}
      {open && (info.public || info.link) && <ShareLink label={t().tableLink} link={tableLink(info)} />}
      {invited.map(([seat, token]) => (
        <ShareLink key={seat} label={t().invite(stage.players[Number(seat)]?.name ?? seat)} link={`${address}#invitation=${token}`} />
      ))}
    </section>
  )
}

/** Returns the address that opens a table to everybody who has it. */
export function tableLink(info: TableInfo): string {
  return `${location.origin}/t/${info.table}${info.link ? `#table=${info.link}` : ""}`
}

export function ShareLink({ label, link }: { label: string; link: string }): JSX.Element {
  const [copied, setCopied] = useState(false)
  const copy = (): void => void navigator.clipboard?.writeText(link).then(() => setCopied(true))
  return (
    <div class="share">
      <label class="field">
        <span>{label}</span>
        <input type="text" readOnly value={link} onFocus={(event) => event.currentTarget.select()} />
      </label>
      <button type="button" onClick={copy}>
        {copied ? t().copied : t().copy}
      </button>
      <details>
        <summary>{t().qr}</summary>
        <Qr text={link} label={t().qr} />
      </details>
    </div>
  )
}
