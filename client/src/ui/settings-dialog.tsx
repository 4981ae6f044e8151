// The settings dialog and the button that opens it.
import type { Signal } from "@preact/signals"
import type { ComponentChildren, JSX } from "preact"
import { useRef, useState } from "preact/hooks"
import { revokeOthers } from "../api/http"
import { t } from "../i18n/texts"
import { speeds } from "../scene/playback"
import { Icon } from "./icons"
import {
  coachOn,
  confirmMoves,
  language,
  languages,
  movingPictures,
  playerName,
  rulersOn,
  setCoach,
  soundsOn,
  speed,
  theme,
  type ColourScheme,
} from "./settings"
import { playSounds } from "./sounds"

/** Each language's name for itself. */
const languageNames = { en: "English", de: "Deutsch" }

/** Switches sounds; the first one is played within the click, since browsers allow audio only after a user gesture. */
function setSounds(on: boolean): void {
  soundsOn.value = on
  if (on) playSounds(["place"])
}

/** A part of the dialog with a heading. */
function Part({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class="settings-part">
      <h3>{title}</h3>
      {children}
    </section>
  )
}

/** A setting that is on or off. */
function Switch({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }): JSX.Element {
  return (
    <label class="switch">
      <span>{label}</span>
      <input type="checkbox" checked={on} onChange={(event) => onChange(event.currentTarget.checked)} />
    </label>
  )
}

interface SegmentsProps<T extends string> {
  name: string
  title: string
  values: readonly T[]
  labels: Record<T, string>
  /** The picture of a value. */
  picture?: (value: T) => JSX.Element
  setting: Signal<T>
}

/** A setting with a few values beside each other. */
function Segments<T extends string>({ name, title, values, labels, picture, setting }: SegmentsProps<T>): JSX.Element {
  return (
    <fieldset class="field">
      <legend>{title}</legend>
      <div class="segments joined">
        {values.map((one) => (
          <label key={one}>
            <input type="radio" name={name} checked={setting.value === one} onChange={() => (setting.value = one)} />
            <span>
              {picture?.(one)} {labels[one]}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** A hexagon by day, by night, or half of each. */
function DayAndNight({ scheme }: { scheme: ColourScheme }): JSX.Element {
  const [left, right] = scheme === "system" ? ["day", "night"] : scheme === "light" ? ["day", "day"] : ["night", "night"]
  return (
    <svg class="scheme" viewBox="-12 -12 24 24" width="22" height="22" aria-hidden="true">
      <path class={left} d="M0-10L-8.700-5V5L0 10Z" />
      <path class={right} d="M0-10L8.700-5V5L0 10Z" />
      <path class="rim" d="M0-10L8.700-5V5L0 10L-8.700 5V-5Z" />
    </svg>
  )
}

export function SettingsButton(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const close = (): void => dialog.current?.close()
  return (
    <>
      <button type="button" class="plain icon" aria-label={t().settings} title={t().settings} onClick={() => dialog.current?.showModal()}>
        <svg viewBox="-12 -12 24 24" width="22" height="22" aria-hidden="true">
          <path d="M0-10L8.700-5V5L0 10L-8.700 5V-5Z" fill="none" stroke="currentColor" stroke-width="1.800" stroke-linejoin="round" />
          <circle r="3.300" fill="none" stroke="currentColor" stroke-width="1.800" />
        </svg>
      </button>
      <dialog ref={dialog} class="settings" aria-label={t().settings} onClick={(event) => event.target === dialog.current && close()}>
        <header>
          <h2>{t().settings}</h2>
          <button type="button" class="plain icon" aria-label={t().close} title={t().close} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        <div class="settings-body">
          <Part title={t().settingsYou}>
            <div class="pair">
              <label class="field">
                <span>{t().yourName}</span>
                <input
                  type="text"
                  maxLength={32}
                  value={playerName.value}
                  onInput={(event) => (playerName.value = event.currentTarget.value)}
                />
              </label>
              <label class="field">
                <span>{t().language}</span>
                <select value={language.value} onChange={(event) => (language.value = event.currentTarget.value as typeof language.value)}>
                  <option value="system">{t().themes.system}</option>
                  {languages.map((one) => (
                    <option key={one} value={one} lang={one}>
                      {languageNames[one]}
                    </option>
                  ))}
                </select>
              </label>
            </div>
          </Part>
          <Part title={t().settingsLook}>
            <Segments
              name="theme"
              title={t().theme}
              values={Object.keys(t().themes) as ColourScheme[]}
              labels={t().themes}
              picture={(scheme) => <DayAndNight scheme={scheme} />}
              setting={theme}
            />
            <Switch label={t().movingPictures} on={movingPictures.value} onChange={(on) => (movingPictures.value = on)} />
            <Switch label={t().rulers} on={rulersOn.value} onChange={(on) => (rulersOn.value = on)} />
          </Part>
          <Part title={t().settingsPlay}>
            <Segments name="speed" title={t().speed} values={speeds} labels={t().speeds} setting={speed} />
            <Switch label={t().confirm} on={confirmMoves.value} onChange={(on) => (confirmMoves.value = on)} />
            <Switch label={t().coachSetting} on={coachOn.value} onChange={setCoach} />
            <Switch label={t().sounds} on={soundsOn.value} onChange={setSounds} />
          </Part>
          <p class="muted keyboard-help">{t().keyboardHelp}</p>
          <SignOutOthers />
        </div>
      </dialog>
    </>
  )
}

/** Replaces the cookie after a confirmation, so that copies of it elsewhere stop working; the page reloads with the new one. */
function SignOutOthers(): JSX.Element {
  const [asking, setAsking] = useState(false)
  const [error, setError] = useState("")
  const revoke = (): void =>
    void revokeOthers().then(
      () => location.reload(),
      (problem: unknown) => setError(problem instanceof Error ? problem.message : t().unknownError),
    )
  if (!asking)
    return (
      <button type="button" class="plain sign-out" onClick={() => setAsking(true)}>
        {t().signOutOthers}
      </button>
    )
  return (
    <div class="settings-part" role="group" aria-label={t().signOutOthers}>
      <p>{t().signOutAbout}</p>
      {error && <p role="alert">{error}</p>}
      <div class="row">
        <button type="button" class="danger" onClick={revoke}>
          {t().signOutOthers}
        </button>
        <button type="button" onClick={() => setAsking(false)}>
          {t().no}
        </button>
      </div>
    </div>
  )
}
