// The side column: players, log and chat. On a phone it is a sheet at the bottom that shows the players and can be opened.
import type { ComponentChildren, JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { t } from "../../i18n/texts"

/** Pixels that a finger moves before a touch of the handle counts as a drag. */
const dragThreshold = 24

interface Props {
  /** Whether the game is over: the sheet opens for the result. */
  over: boolean
  open: boolean
  setOpen: (open: boolean) => void
  children: ComponentChildren
}

export function Side({ over, open, setOpen, children }: Props): JSX.Element {
  useEffect(() => {
    if (over) setOpen(true)
  }, [over])
  const from = useRef<number | null>(null)
  // Only a touch slides the sheet; a change of the window's size does not.
  const [touched, setTouched] = useState(false)
  const drop = (event: PointerEvent): void => {
    const moved = from.current === null ? 0 : event.clientY - from.current
    from.current = null
    if (Math.abs(moved) < dragThreshold) return
    setTouched(true)
    setOpen(moved < 0)
  }
  return (
    <aside
      onClick={(event) => event.target instanceof Element && event.target.closest(".peek") && setOpen(false)}
      class={`sidebar${open ? " open" : ""}${touched ? " touched" : ""}${over ? " over" : ""}`}
    >
      <button
        type="button"
        class="handle"
        aria-expanded={open}
        aria-label={open ? t().closeSheet : t().openSheet}
        onClick={() => {
          setTouched(true)
          setOpen(!open)
        }}
        onPointerDown={(event) => {
          from.current = event.clientY
        }}
        onPointerUp={drop}
      />
      {children}
    </aside>
  )
}
