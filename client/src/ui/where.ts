// What the top bar says about the page: the game and where it stands.
import { signal } from "@preact/signals"
import { useEffect } from "preact/hooks"

export interface Where {
  game: string
  title: string
  /** Where it stands; those that do not fit are left out. */
  facts: readonly string[]
}

export const where = signal<Where | null>(null)

/** Shows in the top bar where we are, as long as the page is shown. */
export function useWhere(game: string, title: string, facts: readonly string[]): void {
  useEffect(() => {
    where.value = title ? { game, title, facts } : null
  }, [game, title, facts.join()])
  useEffect(() => () => void (where.value = null), [])
}
