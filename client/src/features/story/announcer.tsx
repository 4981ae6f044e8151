// Announces what is told to screen readers: every text once, in order.
import type { ReadonlySignal } from "@preact/signals"
import type { JSX } from "preact"

interface Props {
  announcements: ReadonlySignal<readonly { n: number; text: string }[]>
  /** Returns a text of the server with the players' names. */
  text: (text: string) => string
}

export function Announcer({ announcements, text }: Props): JSX.Element {
  return (
    <div class="hidden announcer" role="log" aria-live="polite" aria-relevant="additions">
      {announcements.value.map((one) => (
        <p key={one.n}>{text(one.text)}</p>
      ))}
    </div>
  )
}
