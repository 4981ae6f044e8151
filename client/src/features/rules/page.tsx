// The rules of a game, with pictures.
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { BoardView, unmarked } from "../../board/board"
import { TrayView } from "../../board/tray"
import { useLoad } from "../../ui/loading"
import { Markdown } from "../../ui/markdown"
import type { ExamplePicture } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { rules } from "../../api/http"

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
  const { markdown, pictures, lessons, title } = found.value
  const shown = (section: number): JSX.Element | null => {
    const own = pictures.filter((picture) => picture.section === section)
    return own.length > 0 ? (
      <div class="drawn">
        {own.map((picture) => (
          <Drawn key={picture.words} {...picture} />
        ))}
      </div>
    ) : null
  }
  return (
    <article class="page rules">
      {lessons > 0 && (
        <p>
          <a class="button" href={`/learn/${game}`}>
            {t().learn(title)}
          </a>
        </p>
      )}
      <Markdown text={markdown} extra={shown} />
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

/** An example; its words say all that is to be seen. */
function Drawn({ stage, scene, marks, words }: ExamplePicture): JSX.Element {
  const board = stage.boards?.[0]
  const about = { ...unmarked, lit: new Set(marks) }
  const trays = (stage.trays ?? []).filter((tray) => (scene.trays?.[tray.id] ?? []).some((item) => marks.includes(item.id)))
  return (
    <figure>
      <div class="shown" aria-hidden="true">
        {board && (
          <div class="picture">
            <BoardView stage={stage} board={board} field={scene.boards?.[board.id] ?? {}} marks={about} />
          </div>
        )}
        {trays.map((tray) => (
          <TrayView
            key={tray.id}
            stage={stage}
            tray={tray}
            items={scene.trays?.[tray.id] ?? []}
            marks={about}
            pick={() => undefined}
            point={() => undefined}
          />
        ))}
      </div>
      <figcaption>{words}</figcaption>
    </figure>
  )
}
