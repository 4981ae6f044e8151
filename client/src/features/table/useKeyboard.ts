import { useEffect } from "preact/hooks"
import type { Chooser } from "./chooser"

/** Handles keys while the page is shown: Escape steps back, a digit presses the button of that number. */
export function useKeyboard(model: Chooser): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => handleKey(model, event)
    addEventListener("keydown", onKey)
    return () => removeEventListener("keydown", onKey)
  }, [model])
}

function handleKey(model: Chooser, event: KeyboardEvent): void {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog")
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === "Escape" && model.stepBack()) event.preventDefault()
  const choice = /^[1-9]$/.test(event.key) ? model.buttons.value[Number(event.key) - 1] : undefined
  if (choice && !model.busy.value) {
    event.preventDefault()
    model.press(choice, event.repeat)
  }
}
