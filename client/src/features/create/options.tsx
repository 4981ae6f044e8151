// The fields for a game's options and for the clock.
import type { JSX } from "preact"
import type { Clock, OptionInfo } from "../../api/protocol"
import { capitalised, t } from "../../i18n/texts"
import type { Value } from "./conditions"

/** Returns the values to choose from: a list, or a range whose numbers have labels. */
function valuesOf(option: OptionInfo): Value[] {
  if (option.choices.length > 0) return option.choices
  return option.words.map((_, n) => option.low + n)
}

/** The most letters of labels that fit beside each other. */
const shortLabels = 36

interface Props {
  option: OptionInfo
  value: Value
  onChange: (value: Value) => void
  /** Returns the picture of a value that is chosen by one, with what it is called below it. */
  picture: (value: Value, word: string) => JSX.Element
}

export function OptionField({ option, value, onChange, picture }: Props): JSX.Element {
  if (typeof option.default === "boolean") {
    return (
      <label class="check">
        <input type="checkbox" checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} /> {option.text}
      </label>
    )
  }
  const values = valuesOf(option)
  const words = values.map((one, n) => {
    const word = capitalised(option.words[n] ?? "")
    return one === option.default ? t().byDefault(word) : word
  })
  if (option.pictured.length > 0) {
    return (
      <fieldset class="field">
        <legend>{option.text}</legend>
        <div class="tiles">
          {values.map((one, n) => (
            <label key={String(one)} class="tile">
              <input type="radio" name={option.name} checked={one === value} onChange={() => onChange(one)} />
              {option.pictured.includes(one) ? (
                picture(one, words[n] ?? "")
              ) : (
                <>
                  <span class="unknown" aria-hidden="true">
                    ?
                  </span>
                  <span>{words[n]}</span>
                </>
              )}
            </label>
          ))}
        </div>
      </fieldset>
    )
  }
  if (values.length > 0 && words.join("").length <= shortLabels) {
    return (
      <fieldset class="field">
        <legend>{option.text}</legend>
        <div class="segments">
          {values.map((one, n) => (
            <label key={String(one)}>
              <input type="radio" name={option.name} checked={one === value} onChange={() => onChange(one)} />
              <span>{words[n]}</span>
            </label>
          ))}
        </div>
      </fieldset>
    )
  }
  if (values.length > 0) {
    return (
      <label class="field">
        <span>{option.text}</span>
        <select
          value={String(value)}
          onChange={(event) => onChange(values.find((one) => String(one) === event.currentTarget.value) ?? option.default)}
        >
          {values.map((one, n) => (
            <option key={String(one)} value={String(one)}>
              {words[n]}
            </option>
          ))}
        </select>
      </label>
    )
  }
  if (typeof option.default === "number") {
    return (
      <label class="field whole">
        <span>{t().numberWithDefault(option.text, option.default)}</span>
        <input
          type="number"
          min={option.low}
          max={option.high}
          value={Number(value)}
          onInput={(event) => onChange(event.currentTarget.valueAsNumber || option.default)}
        />
      </label>
    )
  }
  return (
    <details class="field">
      <summary>{option.text}</summary>
      <p class="muted">{t().fileHint}</p>
      <textarea rows={6} aria-label={option.text} value={String(value)} onInput={(event) => onChange(event.currentTarget.value)} />
    </details>
  )
}

type ClockKind = NonNullable<Clock["kind"]>

function initialClock(kind: ClockKind): Clock {
  return kind === "none"
    ? { kind }
    : { kind, seconds: kind === "move" ? 60 : 600, increment: kind === "fischer" ? 5 : 0, timeout: "resign" }
}

/** Tells whether an option is for those who know the game: a number without words, or a file. */
export const isRare = (option: OptionInfo): boolean => typeof option.default !== "boolean" && valuesOf(option).length === 0

export function ClockField({ clock, onChange }: { clock: Clock; onChange: (clock: Clock) => void }): JSX.Element {
  return (
    <>
      <label class="field">
        <span>{t().clock}</span>
        <select value={clock.kind} onChange={(event) => onChange(initialClock(event.currentTarget.value as ClockKind))}>
          {(Object.keys(t().clocks) as ClockKind[]).map((kind) => (
            <option key={kind} value={kind}>
              {kind === "none" ? t().byDefault(t().clocks[kind]) : t().clocks[kind]}
            </option>
          ))}
        </select>
      </label>
      {clock.kind !== "none" && (
        <div class="field pair">
          <label>
            <span>{clock.kind === "move" ? t().secondsPerMove : t().secondsInTotal}</span>
            <input
              type="number"
              min={5}
              max={1209600}
              value={clock.seconds}
              onInput={(event) => onChange({ ...clock, seconds: event.currentTarget.valueAsNumber || 60 })}
            />
          </label>
          {clock.kind === "fischer" && (
            <label>
              <span>{t().increment}</span>
              <input
                type="number"
                min={0}
                max={86400}
                value={clock.increment}
                onInput={(event) => onChange({ ...clock, increment: event.currentTarget.valueAsNumber || 0 })}
              />
            </label>
          )}
          <label>
            <span>{t().timeout}</span>
            <select
              value={clock.timeout}
              onChange={(event) => onChange({ ...clock, timeout: event.currentTarget.value === "bot" ? "bot" : "resign" })}
            >
              <option value="resign">{t().timeouts.resign}</option>
              <option value="bot">{t().timeouts.bot}</option>
            </select>
          </label>
        </div>
      )}
    </>
  )
}
