// A hint on request: what a strong player would do who knows what we know, and why.
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import type { Hint, TableInfo, TableView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { hint } from "../../api/http"
import type { TableModel } from "./model"

/** The button that asks for a hint, and what came of it; nothing where there is none to be had. */
export function useHint(
  model: TableModel,
  view: TableView | null,
  info: TableInfo | null,
): { button: JSX.Element | null; box: JSX.Element | null } {
  const [found, set] = useState<{ hint: Hint; choices: string } | null>(null)
  const [busy, wait] = useState(false)
  if (!view || !info || !allowed(view, info)) return { button: null, box: null }
  // Others may act meanwhile: a hint holds as long as the choices are the same.
  const choices = (view.scene.choices ?? []).map((choice) => choice[0]).join(" ")
  const ask = async (): Promise<void> => {
    wait(true)
    try {
      const now = await hint(info.table, view.seat)
      set({ hint: now, choices })
      model.told.value = now.picks
    } catch (error) {
      model.trouble.value = error instanceof Error ? error.message : t().wrong
    } finally {
      wait(false)
    }
  }
  const close = (): void => {
    set(null)
    model.told.value = []
  }
  const shown = found?.choices === choices ? found.hint : null
  const button = (
    <button type="button" class="plain ask-hint" disabled={busy || shown !== null} aria-busy={busy} onClick={() => void ask()}>
      {t().hint}
    </button>
  )
  return { button, box: shown && <Box hint={shown} light={() => (model.told.value = shown.picks)} close={close} /> }
}

function allowed(view: TableView, info: TableInfo): boolean {
  const mine = view.seat >= 0 && view.status === "running" && view.seats[view.seat]?.acting === true
  return mine && (info.clock.kind ?? "none") === "none"
}

function Box({ hint, light, close }: { hint: Hint; light: () => void; close: () => void }): JSX.Element {
  return (
    <section class="hint-box" aria-label={t().hint} aria-live="polite" onMouseEnter={light}>
      <p>
        <strong>{hint.label}</strong>
        {hint.chance !== null && <span class="quiet"> · {t().hintChance(Math.round(100 * hint.chance))}</span>}
      </p>
      {hint.reasons.length > 0 && (
        <ul>
          {hint.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <button type="button" class="plain" onClick={close}>
        {t().close}
      </button>
    </section>
  )
}
