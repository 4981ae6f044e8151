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
  print: "M7 8V3.5h10V8M7 17H4.5V9.5A1.5 1.5 0 0 1 6 8h12a1.5 1.5 0 0 1 1.5 1.5V17H17M7 14h10v6.5H7ZM16.5 11h.5",
  offline:
    "M3 3l18 18M9 17.500a4.500 4.500 0 0 1 6 0M5.500 13.500a9.500 9.500 0 0 1 4-2.400M14.500 11.100a9.500 9.500 0 0 1 4 2.400M2 9.500a14.500 14.500 0 0 1 4.600-2.900M10 5.600a14.500 14.500 0 0 1 12 3.900",
  close: "M6 6l12 12M18 6L6 18",
  menu: "M4.5 7h15M4.5 12h15M4.5 17h15",
} as const

export function Icon({ name }: { name: keyof typeof paths }): JSX.Element {
  return (
    <svg class="line-icon" viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}
