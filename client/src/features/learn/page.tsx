// A tutorial: lessons on the real board, each with something to do and a word about what came of it.
import type { JSX } from "preact"
import { useEffect, useMemo, useState } from "preact/hooks"
import type { LessonView } from "../../api/protocol"
import { learned } from "../../ui/settings"
import { Area } from "../table/boards"
import { useKeys } from "../table/useKeyboard"
import { LessonModel, asTable } from "./lesson"
import { Prompt } from "../table/prompt"
import { ScoreLine } from "../table/result"
import { t } from "../../i18n/texts"

export function LearnPage({ game, number }: { game: string; number: number }): JSX.Element {
  const model = useMemo(() => new LessonModel(game, number), [game, number])
  const [sheet, show] = useState<number | null>(null)
  useEffect(() => void model.open(), [model])
  useKeys(model)
  const lesson = model.shown.value
  useEffect(() => {
    if (lesson) document.title = `${t().learn(lesson.title)} · ${t().name}`
  }, [lesson?.title])
  if (!lesson)
    return (
      <p class={model.trouble.value ? "trouble" : "notice"} role={model.trouble.value ? "alert" : "status"}>
        {model.trouble.value || t().loading}
      </p>
    )
  const view = asTable(lesson)
  const over = lesson.done === lesson.tasks
  const reckoning = lesson.scene.score_breakdown ?? []
  return (
    <div class={`table learn game-${game}`} aria-busy={model.busy.value}>
      <div class="play">
        <Teacher model={model} lesson={lesson} />
        {!over && <Prompt model={model} view={view} stage={lesson.stage} />}
        <Area model={model} view={view} stage={lesson.stage} sheet={sheet} show={show} />
      </div>
      <aside class="beside">
        <Course lesson={lesson} />
        {over &&
          reckoning.map((lines, seat) => (
            <section class="result" key={seat}>
              <ScoreLine name={lesson.stage.players[seat]?.name ?? ""} lines={lines} total={lesson.scene.seats[seat]?.score} />
            </section>
          ))}
      </aside>
    </div>
  )
}

function Teacher({ model, lesson }: { model: LessonModel; lesson: LessonView }): JSX.Element {
  const over = lesson.done === lesson.tasks
  const last = lesson.lesson === lesson.lessons.length
  const [shown, show] = useState<LessonView | null>(null)
  return (
    <section class="teacher">
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
          <p class={lesson.right ? "said" : "said wrong"}>
            {!lesson.right && <strong>{t().notQuite} </strong>}
            {lesson.said}
          </p>
        )}
        {lesson.words && <p class="task">{lesson.words}</p>}
      </div>
      {over && (
        <div class="row">
          {last ? (
            <a class="button main" href={`/new/${lesson.game}`}>
              {t().learnedAll}
            </a>
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
      {!over && (
        <div class="row">
          {shown === lesson ? (
            <span class="quiet">{t().theAnswer(lesson.answer)}</span>
          ) : (
            <button
              type="button"
              class="plain"
              onClick={() => {
                show(lesson)
                model.told.value = lesson.picks
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

function Course({ lesson }: { lesson: LessonView }): JSX.Element {
  return (
    <nav class="course" aria-label={t().lessons}>
      <h2>{t().learn(lesson.title)}</h2>
      <ol>
        {lesson.lessons.map((title, n) => {
          const done = learned.value.includes(`${lesson.game}/${n + 1}`)
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
        <a class="quiet-link" href={`/rules/${lesson.game}`}>
          {t().readRules}
        </a>
      </p>
    </nav>
  )
}
