// The tutorial page: lessons on the real board, each with tasks and feedback.
import type { JSX } from "preact"
import { useEffect, useMemo, useState } from "preact/hooks"
import { fetchGames } from "../../api/http"
import type { LessonView } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { completedLessons } from "../../ui/settings"
import { themeClasses, themeColours } from "../../pieces/theme"
import { startAgainstBots } from "../create/start"
import { Announcer } from "../story/announcer"
import { Scores } from "../story/scores"
import { Boards, heldCount } from "../table/boards"
import { Actions } from "../table/dock"
import { Prompt } from "../table/prompt"
import { useKeyboard } from "../table/useKeyboard"
import { LessonModel, asTable } from "./lesson"

export function LearnPage({ game, number }: { game: string; number: number }): JSX.Element {
  const model = useMemo(() => new LessonModel(game, number), [game, number])
  const [sheet, setSheet] = useState<number | null>(null)
  useEffect(() => {
    void model.open()
    return () => model.close()
  }, [model])
  useKeyboard(model, () => model.skip())
  const lesson = model.view.value
  useEffect(() => {
    if (lesson) document.title = `${t().learn(lesson.title)} · ${t().name}`
  }, [lesson?.title])
  if (!lesson)
    return (
      <p class={model.error.value ? "error" : "notice"} role={model.error.value ? "alert" : "status"}>
        {model.error.value || t().loading}
      </p>
    )
  const view = asTable(lesson)
  const over = lesson.done === lesson.tasks
  return (
    <div class={`table learn game-${game}`} aria-busy={model.busy.value}>
      <div class={`play ${themeClasses(lesson.stage.theme)}`} style={themeColours(lesson.stage.theme)}>
        <LessonBox model={model} lesson={lesson} />
        {!over && <Prompt model={model} view={view} stage={lesson.stage} />}
        <Announcer announcements={model.director.announcements} text={(text) => text} />
        <Boards model={model} view={view} stage={lesson.stage} sheet={sheet} onShow={setSheet}>
          <Actions model={model} held={heldCount(view, lesson.stage, sheet)} />
        </Boards>
      </div>
      <aside class="sidebar">
        <LessonList lesson={lesson} />
        {over && lesson.scene.score_breakdown && (
          <section class="result">
            <Scores
              stage={lesson.stage}
              scene={lesson.scene}
              names={lesson.stage.players.map((player) => player.name)}
              places={[]}
              totals={lesson.scene.seats.map((seat) => seat.score)}
            />
          </section>
        )}
      </aside>
    </div>
  )
}

function LessonBox({ model, lesson }: { model: LessonModel; lesson: LessonView }): JSX.Element {
  const over = lesson.done === lesson.tasks
  const last = lesson.lesson === lesson.lessons.length
  const [answered, showAnswer] = useState<LessonView | null>(null)
  const told = model.cue.value?.text
  return (
    <section class="lesson">
      <p class="small">
        <span>{t().lessonOf(lesson.title, lesson.lesson, lesson.lessons.length)}</span>
        <span class="dots" role="img" aria-label={t().tasksDone(lesson.done, lesson.tasks)}>
          {Array.from({ length: lesson.tasks }, (_, n) => (
            <i key={n} class={n < lesson.done ? "done" : ""} />
          ))}
        </span>
      </p>
      <h1>{lesson.lessons[lesson.lesson - 1]}</h1>
      <div aria-live="polite">
        {lesson.said && (
          <p class={lesson.right ? "feedback" : "feedback wrong"}>
            {!lesson.right && <strong>{t().notQuite} </strong>}
            {lesson.said}
          </p>
        )}
        {lesson.words && <p class="task">{lesson.words}</p>}
      </div>
      {told && (
        <p class="row told" onClick={() => model.skip()}>
          {told}
        </p>
      )}
      {over && !told && (
        <div class="row">
          {last ? (
            <RealGame game={lesson.game} />
          ) : (
            <a class="button main" href={`/learn/${lesson.game}/${lesson.lesson + 1}`}>
              {t().nextLesson}
            </a>
          )}
          <button type="button" onClick={() => void model.open()}>
            {t().lessonAgain}
          </button>
        </div>
      )}
      {!over && !told && (
        <div class="row">
          {answered === lesson ? (
            <span class="muted">{t().exampleMove(lesson.answer)}</span>
          ) : (
            <button
              type="button"
              class="plain"
              onClick={() => {
                showAnswer(lesson)
                model.highlighted.value = lesson.picks
              }}
            >
              {t().showMe}
            </button>
          )}
          {lesson.done > 0 && (
            <button type="button" class="plain" onClick={() => void model.open()}>
              {t().lessonAgain}
            </button>
          )}
        </div>
      )}
    </section>
  )
}

/** Starts a game against friendly bots at once. */
function RealGame({ game }: { game: string }): JSX.Element {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState("")
  const start = async (): Promise<void> => {
    setBusy(true)
    try {
      const found = (await fetchGames()).find((one) => one.name === game)
      if (found) await startAgainstBots(found, found.levels[0] ?? "")
    } catch (problem) {
      setBusy(false)
      setError(problem instanceof Error ? problem.message : t().unknownError)
    }
  }
  return (
    <>
      <button type="button" class="main" disabled={busy} onClick={() => void start()}>
        {t().playRealGame}
      </button>
      {error && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
    </>
  )
}

function LessonList({ lesson }: { lesson: LessonView }): JSX.Element {
  return (
    <nav class="lesson-list" aria-label={t().lessons}>
      <h2>{t().learn(lesson.title)}</h2>
      <ol>
        {lesson.lessons.map((title, n) => {
          const done = completedLessons.value.includes(`${lesson.game}/${n + 1}`)
          return (
            <li key={title} class={done ? "done" : ""}>
              <a href={`/learn/${lesson.game}/${n + 1}`} aria-current={n + 1 === lesson.lesson ? "step" : undefined}>
                <span class="mark" aria-hidden="true">
                  {done ? "✓" : n + 1}
                </span>
                {title}
                {done && <span class="hidden"> ({t().lessonDone})</span>}
              </a>
            </li>
          )
        })}
      </ol>
      <p>
        <a class="muted-link" href={`/rules/${lesson.game}`}>
          {t().readRules}
        </a>
      </p>
    </nav>
  )
}
