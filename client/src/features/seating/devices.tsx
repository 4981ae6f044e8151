// The devices of the player's own seat, and the links that let others in.
import type { JSX } from "preact"
import { useEffect, useRef, useState } from "preact/hooks"
import { fetchDevices } from "../../api/http"
import type { DeviceInfo, Devices, TableInfo, TableView } from "../../api/protocol"
import { activeLanguage, t } from "../../i18n/texts"
import type { TableModel } from "../table/model"
import { ShareLink, tableLink } from "./waiting"

/** Tells the player that another device has joined the seat, or that this one has lost it. */
export function DeviceNotice({ model, view }: { model: TableModel; view: TableView }): JSX.Element | null {
  // What has happened before the page was opened is no news; what the page shows may be older while it is told.
  const seen = useRef(model.view.value?.version ?? view.version)
  const latest = model.log.value.filter((line) => line.kind === "device").at(-1)?.n ?? 0
  const text = model.notice.value || (latest > seen.current ? t().deviceJoined : "")
  const [, refresh] = useState(0)
  if (!text) return null
  const dismiss = (): void => {
    seen.current = latest
    model.notice.value = ""
    refresh(latest)
  }
  return (
    <div class="banner" role="alert">
      {text}{" "}
      <button type="button" class="plain" onClick={dismiss}>
        {t().close}
      </button>
    </div>
  )
}

/** Lists who else holds the seat, and offers links for another device and for spectators. */
export function DevicesPanel({ model, view, info }: { model: TableModel; view: TableView; info: TableInfo }): JSX.Element | null {
  const [open, setOpen] = useState(false)
  const [devices, setDevices] = useState<Devices | null>(null)
  const [token, setToken] = useState("")
  const changes = model.log.value.filter((line) => line.kind === "device" || line.kind === "end_device").length
  const seat = view.seat
  useEffect(() => {
    if (open && seat >= 0) void fetchDevices(info.table, seat).then(setDevices, () => setDevices(null))
  }, [open, seat, changes, info.table])
  if (seat < 0) return null
  return (
    <details class="devices" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t().devices}</summary>
      <ul>
        {devices?.devices.map((one) => (
          <li key={one.device}>
            {describe(one)}{" "}
            {one.can_end && (
              <button type="button" onClick={() => void model.send("end_device", { seat, device: one.device })}>
                {t().endDevice}
                <span class="hidden"> {describe(one)}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
      {devices?.can_link && !info.real_dice && (
        <button type="button" onClick={() => void model.makeLink(seat).then(setToken)}>
          {t().addDevice}
        </button>
      )}
      {token && <ShareLink label={t().deviceLink} link={`${location.origin}/t/${info.table}#invitation=${token}`} />}
      {!info.public && (
        <>
          {info.link && <ShareLink label={t().watchLink} link={tableLink(info)} />}
          <button type="button" onClick={() => void model.makeLink(-1)}>
            {info.link ? t().replaceWatchLink : t().makeWatchLink}
          </button>
        </>
      )}
    </details>
  )
}

function describe(one: DeviceInfo): string {
  const joined = new Date(one.joined).toLocaleString(activeLanguage.value, { dateStyle: "short", timeStyle: "short" })
  const presence = one.presence ? t().presence[one.presence] : ""
  return [one.own ? t().thisDevice : t().deviceNumber(one.device), t().joinedAt(joined), presence].filter(Boolean).join(" · ")
}
