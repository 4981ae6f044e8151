// Data that a component fetches when it is first shown.
import { useEffect, useState } from "preact/hooks"

export interface Loaded<T> {
  value: T | null
  error: string
  reload: () => void
}

/** Fetches once, and again whenever one of `inputs` changes. */
export function useLoad<T>(fetch: () => Promise<T>, inputs: readonly unknown[]): Loaded<T> {
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
      (reason: unknown) => current && fail(reason instanceof Error ? reason.message : String(reason)),
    )
    return () => {
      current = false
    }
  }, [...inputs, round])
  return { value, error, reload: () => next(round + 1) }
}
