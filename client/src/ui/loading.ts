// Something that is fetched when a part is first shown.
import { useEffect, useState } from "preact/hooks"

export interface Loaded<T> {
  value: T | null
  error: string
  reload: () => void
}

/** Fetches, and again whenever one of `by` changes. */
export function useLoad<T>(fetch: () => Promise<T>, by: readonly unknown[]): Loaded<T> {
  const [value, set] = useState<T | null>(null)
  const [error, fail] = useState("")
  const [round, next] = useState(0)
  useEffect(() => {
    let current = true
    fetch().then(
      (found) => {
        if (!current) return
        set(found)
        fail("")
      },
      (trouble: unknown) => current && fail(trouble instanceof Error ? trouble.message : String(trouble)),
    )
    return () => {
      current = false
    }
  }, [...by, round])
  return { value, error, reload: () => next(round + 1) }
}
