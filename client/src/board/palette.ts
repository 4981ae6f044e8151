// Player colours by name, the same as in bestagon.scene.palette.
export interface Tone {
  fill: string
  edge: string
}

const tones: Record<string, Tone> = {
  red: { fill: "#d1495b", edge: "#7a1f2b" },
  blue: { fill: "#3d7ecc", edge: "#1d3f6b" },
  green: { fill: "#4c9f5a", edge: "#22552b" },
  yellow: { fill: "#e5b82f", edge: "#7a5c06" },
  purple: { fill: "#8a5fb5", edge: "#44285f" },
  orange: { fill: "#e2852f", edge: "#7a4009" },
  teal: { fill: "#2f9c95", edge: "#14514d" },
  brown: { fill: "#8f6b4a", edge: "#4a341f" },
  gold: { fill: "#d9a521", edge: "#6d4d00" },
  silver: { fill: "#aab4c2", edge: "#4a5362" },
  gray: { fill: "#9aa0a8", edge: "#4a4e55" },
}
const unknown: Tone = { fill: "#888888", edge: "#444444" }

export const tone = (name: string | undefined): Tone => tones[name ?? ""] ?? unknown

/** SVG paths of the patterns, on tiles of 8 by 8. */
export const patterns: Record<string, string> = {
  plain: "",
  stripes: "M0 8L8 0M-2 2L2-2M6 10L10 6",
  dots: "M4 4h.01",
  checks: "M0 0H4V4H0ZM4 4H8V8H4Z",
  rings: "M4 2a2 2 0 1 0 .01 0",
  waves: "M0 4q2-3 4 0t4 0",
  crosses: "M4 1V7M1 4H7",
  zigzag: "M0 6L4 2L8 6",
}
