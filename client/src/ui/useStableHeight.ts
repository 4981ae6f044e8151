// Something that has grown keeps its room, so that what is below it stays where it is.
import type { RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"

/** Two rows of buttons; the room for a rare list is given back. */
const most = 102

/** Keeps an element as high as it has been, as long as it is as wide. */
export function useSteady<E extends HTMLElement>(): RefObject<E | null> {
  const box = useRef<E>(null)
  useEffect(() => {
    const { current } = box
    if (!current) return
    let wide = 0
    let high = 0
    const watch = new ResizeObserver(() => {
      if (current.offsetWidth !== wide) {
        wide = current.offsetWidth
        high = 0
        current.style.minHeight = ""
      }
      const now = Math.ceil(current.getBoundingClientRect().height)
      if (now > high && now <= most) current.style.minHeight = `${(high = now)}px`
    })
    watch.observe(current)
    return () => watch.disconnect()
  }, [])
  return box
}
