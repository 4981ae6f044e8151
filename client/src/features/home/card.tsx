// A game on the home page: its picture, who plays it and how long, and the ways to begin.
import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import type { GameInfo } from "../../api/protocol"
import { t } from "../../i18n/texts"
import { Icon } from "../../ui/icons"
import { chosenLevels } from "../../ui/settings"
import { startAgainstBots } from "../create/start"
import { LivingPicture } from "./living-picture"

interface Props {
  game: GameInfo
  /** Whether its picture plays now. */
  playing: boolean
  onPoint: (pointed: boolean) => void
  onEnd: () => void
}

export function GameCard({ game, playing, onPoint, onEnd }: Props): JSX.Element {
  const [error, setError] = useState("")
  const [busy, setBusy] = useState(false)
  const chosen = chosenLevels.value[game.name] ?? ""
  const level = game.levels.includes(chosen) ? chosen : (game.levels[0] ?? "")
  const play = (): void => {
    setBusy(true)
    startAgainstBots(game, level).catch((error: unknown) => {
      setBusy(false)
      setError(error instanceof Error ? error.message : t().unknownError)
    })
  }
  return (
    <li
      class="game"
      data-game={game.name}
      onPointerEnter={(event) => event.pointerType === "mouse" && onPoint(true)}
      onPointerLeave={() => onPoint(false)}
      onFocusIn={() => onPoint(true)}
      onFocusOut={() => onPoint(false)}
    >
      <LivingPicture game={game.name} playing={playing} onEnd={onEnd} />
      <div class="text">
        <h2>{game.title}</h2>
        <p class="tag">
          {t().playersRange(game.players)}
          {game.minutes > 0 && ` · ${t().minutes(game.minutes)}`}
        </p>
        <p class="summary">{game.summary}</p>
        {error && (
          <p class="error" role="alert">
            {error}
          </p>
        )}
        <div class="split">
          <button type="button" class="main" disabled={busy} aria-label={t().playNowAgainst(game.title, level)} onClick={play}>
            {t().playGame}
          </button>
          <LevelMenu game={game} level={level} />
        </div>
        <p class="links">
          <a href={`/new/${game.name}`} aria-label={`${game.title}: ${t().withFriends}`}>
            <Icon name="friends" /> {t().withFriends}
          </a>
          {game.lessons > 0 && (
            <a href={`/learn/${game.name}`} aria-label={t().learn(game.title)}>
              <Icon name="learn" /> {t().learnShort}
            </a>
          )}
          <a href={`/rules/${game.name}`} aria-label={`${game.title}: ${t().rules}`} title={t().rules}>
            <Icon name="rules" />
          </a>
        </p>
      </div>
    </li>
  )
}

function levelWord(level: string): string {
  const word = t().levels[level] ?? level
  return word.slice(0, 1).toUpperCase() + word.slice(1)
}

/** The level of the bots: its name and how many of five hexagons it fills; opens a list of all. */
function LevelMenu({ game, level }: { game: GameInfo; level: string }): JSX.Element {
  const box = useRef<HTMLDetailsElement>(null)
  const close = (): void => {
    if (box.current) box.current.open = false
  }
  useEffect(() => {
    const outside = (event: Event): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) close()
    }
    addEventListener("pointerdown", outside)
    return () => removeEventListener("pointerdown", outside)
  }, [])
  const choose = (one: string): void => {
    chosenLevels.value = { ...chosenLevels.value, [game.name]: one }
    close()
  }
  return (
    <details class="levels" ref={box} onKeyDown={(event) => event.key === "Escape" && close()}>
      <summary class="button main" aria-label={t().levelOf(game.title, levelWord(level))}>
        <span>{levelWord(level)}</span>
        <Strength level={game.levels.indexOf(level)} all={game.levels.length} />
      </summary>
      <div class="list" role="group" aria-label={t().levelTitle}>
        {game.levels.map((one, n) => (
          <button key={one} type="button" aria-pressed={one === level} onClick={() => choose(one)}>
            <span>{levelWord(one)}</span>
            <Strength level={n} all={game.levels.length} />
          </button>
        ))}
      </div>
    </details>
  )
}

function Strength({ level, all }: { level: number; all: number }): JSX.Element {
  return (
    <span class="strength" aria-hidden="true">
      {Array.from({ length: all }, (_, n) => (
        <i key={n} class={n <= level ? "on" : ""} />
      ))}
    </span>
  )
}
