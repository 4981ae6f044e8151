// A hint on request: what a strong player would do who knows what we know, and why.
import type { JSX } from "preact"
import { useState } from "preact/hooks"
import type { Hint as Found, TableInfo, View } from "../protocol"
import { t } from "../texts"
import { hint } from "../wire/http"
import type { TableModel } from "./model"

interface Props {
  model: TableModel
  view: View
  info: TableInfo
}

export function Hint({ model, view, info }: Props): JSX.Element | null {
  const [found, set] = useState<{ hint: Found; choices: string } | null>(null)
  const [busy, wait] = useState(false)
  const [trouble, complain] = useState("")
  const mine = view.seat >= 0 && view.status === "running" && view.seats[view.seat]?.acting === true
  if (!mine || (info.clock.kind ?? "none") !== "none") return null
  // Others may act meanwhile: a hint holds as long as the choices are the same.
  const choices = (view.scene.choices ?? []).map((choice) => choice[0]).join(" ")
  const ask = async (): Promise<void> => {
    wait(true)
    complain("")
    try {
      const now = await hint(info.table, view.seat)
      set({ hint: now, choices })
      model.told.value = now.picks
    } catch (error) {
      complain(error instanceof Error ? error.message : t().wrong)
    } finally {
      wait(false)
    }
  }
  const shown = found?.choices === choices ? found.hint : null
  if (!shown)
    return (
      <p class="hint-line">
        <button type="button" class="plain" disabled={busy} onClick={() => void ask()}>
          {busy ? t().thinking : t().hint}
        </button>
        {trouble && (
          <span class="trouble" role="alert">
            {trouble}
          </span>
        )}
      </p>
    )
  const light = (): void => void (model.told.value = shown.picks)
  return (
    <section class="hint-box" aria-label={t().hint} aria-live="polite" onMouseEnter={light}>
      <p>
        <strong>{shown.label}</strong>
        {shown.chance !== null && <span class="quiet"> · {t().hintChance(Math.round(100 * shown.chance))}</span>}
      </p>
      {shown.reasons.length > 0 && (
        <ul>
          {shown.reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <button
        type="button"
        class="plain"
        onClick={() => {
          set(null)
          model.told.value = []
        }}
      >
        {t().close}
      </button>
    </section>
  )
}
