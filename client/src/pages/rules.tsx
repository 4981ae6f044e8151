// The rules of a game.
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { useLoad } from "../parts/load"
import { Markdown } from "../parts/markdown"
import { t } from "../texts"
import { rules } from "../wire/http"

export function RulesPage({ game }: { game: string }): JSX.Element {
  const found = useLoad(() => rules(game), [game])
  useEffect(() => {
    document.title = `${t().rules} · ${t().name}`
  }, [])
  if (found.error)
    return (
      <p class="trouble" role="alert">
        {found.error}
      </p>
    )
  if (!found.value) return <p class="notice">{t().loading}</p>
  return (
    <article class="page rules">
      <Markdown text={found.value.markdown} />
      <p>
        <a class="button" href={`/new/${game}`}>
          {t().newTable}
        </a>{" "}
        <a class="quiet-link" href="/">
          {t().home}
        </a>
      </p>
    </article>
  )
}
