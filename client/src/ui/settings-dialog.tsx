// The settings dialog and the button that opens it.
import type { JSX } from "preact"
import { useRef, useState } from "preact/hooks"
import { revokeOthers } from "../api/http"
import { t } from "../i18n/texts"
import { speeds } from "../scene/playback"
import {
  coachOn,
  confirmMoves,
  language,
  languages,
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

export function SettingsButton(): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  return (
    <>
      <button type="button" class="plain icon" aria-label={t().settings} title={t().settings} onClick={() => dialog.current?.showModal()}>
        <svg viewBox="-12 -12 24 24" width="22" height="22" aria-hidden="true">
          <path d="M0-10L8.700-5V5L0 10L-8.700 5V-5Z" fill="none" stroke="currentColor" stroke-width="1.800" stroke-linejoin="round" />
          <circle r="3.300" fill="none" stroke="currentColor" stroke-width="1.800" />
        </svg>
      </button>
      <dialog
        ref={dialog}
        class="sheet"
        aria-label={t().settings}
        onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      >
        <h2>{t().settings}</h2>
        <label class="field">
          <span>{t().yourName}</span>
          <input type="text" maxLength={32} value={playerName.value} onInput={(event) => (playerName.value = event.currentTarget.value)} />
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
        <fieldset class="field">
          <legend>{t().theme}</legend>
          <div class="segments">
            {(Object.keys(t().themes) as ColourScheme[]).map((one) => (
              <label key={one}>
                <input type="radio" name="theme" checked={theme.value === one} onChange={() => (theme.value = one)} />
                <span>{t().themes[one]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset class="field">
          <legend>{t().speed}</legend>
          <div class="segments">
            {speeds.map((one) => (
              <label key={one}>
                <input type="radio" name="speed" checked={speed.value === one} onChange={() => (speed.value = one)} />
                <span>{t().speeds[one]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <label class="check">
          <input type="checkbox" checked={confirmMoves.value} onChange={(event) => (confirmMoves.value = event.currentTarget.checked)} />{" "}
          {t().confirm}
        </label>
        <label class="check">
          <input type="checkbox" checked={rulersOn.value} onChange={(event) => (rulersOn.value = event.currentTarget.checked)} />{" "}
          {t().rulers}
        </label>
        <label class="check">
          <input type="checkbox" checked={soundsOn.value} onChange={(event) => setSounds(event.currentTarget.checked)} /> {t().sounds}
        </label>
        <label class="check">
          <input type="checkbox" checked={coachOn.value} onChange={(event) => setCoach(event.currentTarget.checked)} /> {t().coachSetting}
        </label>
        <SignOutOthers />
        <p class="muted">{t().keyboardHelp}</p>
        <button type="button" onClick={() => dialog.current?.close()}>
          {t().close}
        </button>
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
      <button type="button" onClick={() => setAsking(true)}>
        {t().signOutOthers}
      </button>
    )
  return (
    <div role="group" aria-label={t().signOutOthers}>
      <p>{t().signOutAbout}</p>
      {error && <p role="alert">{error}</p>}
      <button type="button" class="danger" onClick={revoke}>
        {t().signOutOthers}
      </button>{" "}
      <button type="button" onClick={() => setAsking(false)}>
        {t().no}
      </button>
    </div>
  )
}
