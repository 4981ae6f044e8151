// Keys for choosing: Escape steps back, a digit takes the button of that number.
import { useEffect } from "preact/hooks"
import type { Chooser } from "./chooser"

/** Listens to keys while the page is shown. */
export function useKeys(model: Chooser): void {
  useEffect(() => {
    const key = (event: KeyboardEvent): void => keyed(model, event)
    addEventListener("keydown", key)
    return () => removeEventListener("keydown", key)
  }, [model])
}

function keyed(model: Chooser, event: KeyboardEvent): void {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog")
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === "Escape" && model.back()) event.preventDefault()
  const choice = /^[1-9]$/.test(event.key) ? model.buttons.value[Number(event.key) - 1] : undefined
  if (choice && !model.busy.value) {
    event.preventDefault()
    model.press(choice, event.repeat)
  }
}
