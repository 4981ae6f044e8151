// Which options of a game apply to the choices made so far.
import type { GameInfo, OptionInfo } from "../../api/protocol"

export type Value = boolean | number | string

/** Returns the options of a game; those that its quick start sets have that value as their default. */
export function optionsOf(game: GameInfo): OptionInfo[] {
  return game.options.map((option) => ({ ...option, default: game.quick[option.name] ?? option.default }))
}

/** Returns the options that apply, each with only the choices that apply. */
export function applicable(options: readonly OptionInfo[], players: number, chosen: Readonly<Record<string, Value>>): OptionInfo[] {
  const valueOf = (name: string): Value | undefined =>
    name === "players" ? players : (chosen[name] ?? options.find((option) => option.name === name)?.default)
  return options.flatMap((option) => {
    const unmet = option.needs.filter((need) => !need.values.some((value) => value === valueOf(need.option)))
    if (unmet.some((need) => need.choices.length === 0)) return []
    const excluded = new Set(unmet.flatMap((need) => need.choices))
    if (excluded.size === 0) return [option]
    const kept = option.choices.flatMap((choice, n) => (excluded.has(choice) ? [] : [n]))
    return [{ ...option, choices: kept.map((n) => option.choices[n] as Value), words: kept.map((n) => option.words[n] ?? "") }]
  })
}

/** Returns the chosen values that apply; the others keep their defaults. */
export function applying(options: readonly OptionInfo[], players: number, chosen: Readonly<Record<string, Value>>): Record<string, Value> {
  const known = applicable(options, players, chosen)
  return Object.fromEntries(
    Object.entries(chosen).filter(([name, value]) => {
      const option = known.find((one) => one.name === name)
      return option !== undefined && (option.choices.length === 0 || option.choices.includes(value))
    }),
  )
}
