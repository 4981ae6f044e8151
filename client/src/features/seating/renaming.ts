// The player's name at the table: it follows the one in the settings.
import { useEffect } from "preact/hooks"
import { command } from "../../api/http"
import { playerName } from "../../ui/settings"
import type { TableModel } from "../table/model"

/** Milliseconds without another letter before a name counts as typed. */
const typingPause = 600

/** Gives the player's seat another name as soon as one is typed; several people on this device have names of their own. */
export function useRenaming(model: TableModel): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let known = playerName.peek()
    const stop = playerName.subscribe((name) => {
      if (name === known) return
      known = name
      clearTimeout(timer)
      timer = setTimeout(() => void rename(model, name.trim()), typingPause)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [model])
}

async function rename(model: TableModel, name: string): Promise<void> {
  const [seat, ...others] = model.info.value?.mine ?? []
  if (!name || seat === undefined || others.length > 0 || model.view.value?.seats[seat]?.name === name) return
  try {
    await command(model.id, "rename", { seat, name })
  } catch (error) {
    model.error.value = error instanceof Error ? error.message : String(error)
  }
}
