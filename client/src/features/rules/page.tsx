// The rules page, with example pictures.
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { fetchRules } from "../../api/http"
import type { ExamplePicture } from "../../api/protocol"
import { BoardView, noHighlights } from "../../board/board"
import { themeClasses, themeColours } from "../../pieces/theme"
import { TrayView } from "../../board/tray"
import { t } from "../../i18n/texts"
import { Icon } from "../../ui/icons"
import { useLoad } from "../../ui/loading"
import { Markdown } from "../../ui/markdown"
import { PrintBox } from "../print/print"

export function RulesPage({ game }: { game: string }): JSX.Element {
  const found = useLoad(() => fetchRules(game), [game])
  useEffect(() => {
    document.title = `${t().rules} · ${t().name}`
  }, [])
  if (found.error)
    return (
      <p class="error" role="alert">
        {found.error}
      </p>
    )
  if (!found.value) return <p class="notice">{t().loading}</p>
  const { guide, markdown, pictures, lessons, title } = found.value
  const pictureOf = (number: number, caption: string): JSX.Element | null => {
    const shown = pictures.find((picture) => picture.number === number)
    return shown ? (
      <div class="examples">
        <Example {...shown} words={caption} />
      </div>
    ) : null
  }
  const examplesOf = (section: number): JSX.Element | null => {
    const own = pictures.filter((picture) => picture.section === section)
    return own.length > 0 ? (
      <div class="examples">
        {own.map((picture) => (
          <Example key={picture.words} {...picture} />
        ))}
      </div>
    ) : null
  }
  return (
    <article class="page rules">
      <div class="row tools">
        {lessons > 0 && (
          <a class="button" href={`/learn/${game}`}>
            <Icon name="learn" /> {t().learn(title)}
          </a>
        )}
        <a class="button" href={`/new/${game}`}>
          <Icon name="friends" /> {t().newTable}
        </a>
        <PrintBox game={game} />
      </div>
      {guide ? (
        <>
          <Markdown text={guide} picture={pictureOf} />
          <details class="reference">
            <summary>{t().rulesInDetail}</summary>
            <Markdown text={markdown} sectionEnd={examplesOf} />
          </details>
        </>
      ) : (
        <Markdown text={markdown} sectionEnd={examplesOf} />
      )}
      <p>
        <a class="muted-link" href="/">
          {t().home}
        </a>
      </p>
    </article>
  )
}

/** An example; the picture is hidden from screen readers, since the caption says the same. */
function Example({ stage, scene, marks, words }: ExamplePicture): JSX.Element {
  const board = stage.boards?.[0]
  const highlights = { ...noHighlights, highlighted: new Set(marks) }
  const trays = (stage.trays ?? []).filter((tray) => (scene.trays?.[tray.id] ?? []).some((item) => marks.includes(item.id)))
  return (
    <figure>
      <div class={`shown ${themeClasses(stage.theme)}`} style={themeColours(stage.theme)} aria-hidden="true">
        {board && (
          <div class="picture">
            <BoardView stage={stage} board={board} state={scene.boards?.[board.id] ?? {}} highlights={highlights} />
          </div>
        )}
        {trays.map((tray) => (
          <TrayView key={tray.id} stage={stage} tray={tray} items={scene.trays?.[tray.id] ?? []} highlights={highlights} />
        ))}
      </div>
      <figcaption>{words}</figcaption>
    </figure>
  )
}
