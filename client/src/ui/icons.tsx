// Line icons of 24 x 24.
import type { JSX } from "preact"

const paths = {
  rules: "M4 5c3-1.5 6-1 8 .8C14 4 17 3.5 20 5v14c-3-1.5-6-1-8 .8C10 18 7 17.5 4 19ZM12 5.8V19.8",
  soundOn: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
  soundOff: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5ZM16 9.5l5 5M21 9.5l-5 5",
  undo: "M9 5L4 10l5 5M4 10h9a6 6 0 0 1 0 12h-3",
  friends:
    "M8.5 11a3.5 3.5 0 1 0 0-7a3.5 3.5 0 0 0 0 7ZM2 20c0-4 3-6 6.5-6s6.5 2 6.5 6M15.5 4.5a3.5 3.5 0 0 1 0 6M17.5 14.3c2.7.7 4.5 2.6 4.5 5.7",
  learn: "M2 9l10-5l10 5l-10 5ZM6 11.5v5c3.5 3 8.5 3 12 0v-5M22 9v6",
  menu: "M4.5 7h15M4.5 12h15M4.5 17h15",
} as const

export function Icon({ name }: { name: keyof typeof paths }): JSX.Element {
  return (
    <svg class="line-icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
