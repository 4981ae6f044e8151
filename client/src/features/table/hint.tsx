// A hint on request: the move of a strong bot that knows what this seat knows, with reasons.
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import { fetchHint } from "../../api/http"
import type { Hint, TableInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import type { TableModel } from "./model"

/** Returns the button that requests a hint, and the hint; null where hints are not available. */
export function useHint(
  model: TableModel,
  view: TableView | null,
  info: TableInfo | null,
): { button: JSX.Element | null; box: JSX.Element | null } {
  const [found, set] = useState<{ hint: Hint; choices: string } | null>(null)
  const [busy, setBusy] = useState(false)
  if (!view || !info || !isAvailable(view, info)) return { button: null, box: null }
  // Other seats may act meanwhile; the hint stays valid as long as the choices are the same.
  const choices = (view.scene.choices ?? []).map((choice) => choice[0]).join(" ")
  const request = async (): Promise<void> => {
    setBusy(true)
    try {
      const now = await fetchHint(info.table, view.seat)
      set({ hint: now, choices })
      model.highlighted.value = now.picks
    } catch (error) {
      model.error.value = error instanceof Error ? error.message : t().unknownError
    } finally {
      setBusy(false)
    }
  }
  const close = (): void => {
    set(null)
    model.highlighted.value = []
  }
  const shown = found?.choices === choices ? found.hint : null
  const button = (
    <button type="button" class="plain ask-hint" disabled={busy || shown !== null} aria-busy={busy} onClick={() => void request()}>
      {t().hint}
    </button>
  )
  return { button, box: shown && <HintBox hint={shown} onHover={() => (model.highlighted.value = shown.picks)} onClose={close} /> }
}

function isAvailable(view: TableView, info: TableInfo): boolean {
  const mine = view.seat >= 0 && view.status === "running" && view.seats[view.seat]?.acting === true
  return mine && (info.clock.kind ?? "none") === "none"
}

function HintBox({ hint, onHover, onClose }: { hint: Hint; onHover: () => void; onClose: () => void }): JSX.Element {
  return (
    <section class="hint-box" aria-label={t().hint} aria-live="polite" onMouseEnter={onHover}>
      <p>
        <strong>{hint.label}</strong>
        {hint.chance !== null && <span class="muted"> · {t().hintChance(Math.round(100 * hint.chance))}</span>}
      </p>
      {hint.reasons.length > 0 && (
        <ul>
          {hint.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <button type="button" class="plain" onClick={onClose}>
        {t().close}
      </button>
    </section>
  )
}
