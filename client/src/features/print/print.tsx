// A game for paper: a button that downloads its PDF, and the choice of the paper.
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { fetchPrintout } from "../../api/http"
import { t } from "../../i18n/texts"
import { Icon } from "../../ui/icons"
import { chosenPaper, papers, type PaperName } from "../../ui/settings"
import type { Value } from "../create/conditions"

/** Milliseconds until the browser has certainly begun to read a file that it downloads. */
const readBy = 60_000

interface Props {
  game: string
  /** 0 for the usual number. */
  players?: number
  /** Only what is chosen: without options everything that the game has is printed. */
  options?: Record<string, Value>
  /** Whether the paper can be chosen here. */
  papersShown?: boolean
}

/** Lets the browser save a file. */
function save(file: Blob, name: string): void {
  const link = document.createElement("a")
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), readBy)
}

/** Downloads the PDF of a game. */
async function printGame(game: string, players = 0, options: Record<string, Value> = {}): Promise<void> {
  save(await fetchPrintout(game, { players, options, paper: chosenPaper.value }), `${game}.pdf`)
}

/** A button, the paper beside it, and below them what went wrong. */
export function PrintBox({ game, players, options, papersShown = true }: Props): JSX.Element {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState("")
  const print = (): void => {
    setBusy(true)
    setError("")
    printGame(game, players, options)
      .catch((error: unknown) => setError(error instanceof Error ? error.message : t().unknownError))
      .finally(() => setBusy(false))
  }
  return (
    <div class="print">
      <button type="button" disabled={busy} onClick={print}>
        <Icon name="print" /> <span class="what">{busy ? t().printing : t().print}</span>
      </button>
      {papersShown && (
        <label>
          <span class="hidden">{t().paper}</span>
          <select value={chosenPaper.value} onChange={(event) => (chosenPaper.value = event.currentTarget.value as PaperName)}>
            {papers.map((name) => (
              <option key={name} value={name}>
                {t().papers[name]}
              </option>
            ))}
          </select>
        </label>
      )}
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
