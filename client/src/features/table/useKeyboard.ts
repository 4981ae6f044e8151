import { useEffect } from "preact/hooks"
import type { Chooser } from "./chooser"

/** Handles keys while the page is shown: Escape steps back, a digit presses the button of that number, Space skips what is told. */
export function useKeyboard(model: Chooser, skip: () => boolean = () => false): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => handleKey(model, skip, event)
    addEventListener("keydown", onKey, true)
    return () => removeEventListener("keydown", onKey, true)
  }, [model])
}

function handleKey(model: Chooser, skip: () => boolean, event: KeyboardEvent): void {
  const typing = event.target instanceof Element && event.target.closest("input, textarea, select, dialog")
  if (typing || event.ctrlKey || event.metaKey || event.altKey) return
  if (event.key === " " && skip()) {
    // Nor may it press the button or cell that has the focus.
    event.preventDefault()
    event.stopPropagation()
    return
  }
  if (event.key === "Escape" && model.stepBack()) event.preventDefault()
  const choice = /^[1-9]$/.test(event.key) ? model.buttons.value[Number(event.key) - 1] : undefined
  if (choice && !model.busy.value) {
    event.preventDefault()
    model.press(choice, event.repeat)
  }
}
