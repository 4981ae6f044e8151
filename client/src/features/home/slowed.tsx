// A note while the server's bots play weaker than they will, because it is being compiled.
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import type { GameInfo } from "../../api/protocol"
import { t } from "../../i18n/texts"

const checkInterval = 10000

/** Names the slowed levels, and asks again until there are none. */
export function Slowed({ games, reload }: { games: readonly GameInfo[]; reload: () => void }): JSX.Element | null {
  const levels = [...new Set(games.flatMap((game) => game.slowed))]
  useEffect(() => {
    if (levels.length === 0) return undefined
    const timer = setInterval(() => document.hidden || reload(), checkInterval)
    return () => clearInterval(timer)
  })
  if (levels.length === 0) return null
  return (
    <p class="slowed" role="status">
      {t().slowed(levels.map((level) => t().levels[level] ?? level))}
    </p>
  )
}
