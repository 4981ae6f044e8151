import type { RefObject } from "preact"
import { useEffect, useRef } from "preact/hooks"

/** Pixels up to which the height is kept: two rows of buttons. A taller list is rare, and may shrink again. */
const maxHeight = 102

/** Keeps an element from shrinking while its width stays the same, so that the content below does not jump. */
export function useStableHeight<E extends HTMLElement>(): RefObject<E | null> {
  const box = useRef<E>(null)
  useEffect(() => {
    const { current } = box
    if (!current) return
    let width = 0
    let height = 0
    const observer = new ResizeObserver(() => {
      if (current.offsetWidth !== width) {
        width = current.offsetWidth
        height = 0
        current.style.minHeight = ""
      }
      const now = Math.ceil(current.getBoundingClientRect().height)
      if (now > height && now <= maxHeight) current.style.minHeight = `${(height = now)}px`
    })
    observer.observe(current)
    return () => observer.disconnect()
  }, [])
  return box
}
