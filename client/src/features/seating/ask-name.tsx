// Asks a player who sits with other people and has no name yet, as after following an invitation.
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import type { Stage, TableInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { playerName } from "../../ui/settings"

export function AskName({ view, stage, info }: { view: TableView; stage: Stage; info: TableInfo }): JSX.Element | null {
  const [name, setName] = useState("")
  const [declined, setDeclined] = useState(false)
  const [seat, ...more] = info.mine
  const together = view.seats.some((one, n) => one.kind === "human" && n !== seat)
  // Without a name of its own a seat is called by its colour or number.
  const unnamed = seat !== undefined && more.length === 0 && view.seats[seat]?.name === stage.players[seat]?.name && !playerName.value
  if (view.status !== "running" || !together || !unnamed || declined) return null
  return (
    <form
      class="ask-name"
      onSubmit={(event) => {
        event.preventDefault()
        playerName.value = name.trim()
      }}
    >
      <label>
        <span>{t().askName}</span>
        <input type="text" maxLength={32} placeholder={t().yourName} value={name} onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit" class="main" disabled={!name.trim()}>
        {t().saveName}
      </button>
      <button type="button" class="plain" onClick={() => setDeclined(true)}>
        {t().notNow}
      </button>
    </form>
  )
}
