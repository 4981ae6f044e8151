// Player colours by name, for light and dark; the values are in ui/base.css.
export interface Tone {
  fill: string
  edge: string
}

const known = new Set(["red", "blue", "green", "yellow", "purple", "orange", "teal", "brown", "gold", "silver", "gray"])

/** Returns the colour of an area: that of the theme, or the tone of its name. */
export const areaColour = (name: string): string => `var(--w-area-${name}, ${tone(name).fill})`

export function tone(name: string | undefined): Tone {
  const colour = name && known.has(name) ? name : "gray"
  return { fill: `var(--tone-${colour})`, edge: `var(--edge-${colour})` }
}
