// What the top bar says about the page: the game and where it stands.
import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"

export interface Where {
  game: string
  title: string
  detail: string
}

export const where = signal<Where | null>(null)

/** Shows in the top bar where we are, as long as the page is shown. */
export function useWhere(game: string, title: string, detail: string): void {
  useEffect(() => {
    where.value = title ? { game, title, detail } : null
  }, [game, title, detail])
  useEffect(() => () => void (where.value = null), [])
}
