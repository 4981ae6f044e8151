import { render } from "preact"
import { App } from "./app"
import { start as startRouter } from "./router"
import { start as startSettings } from "./ui/settings"
import { start as startTexts } from "./i18n/texts"
import "./ui/base.css"
import "./board/board.css"
import "./features/home/home.css"
import "./features/table/table.css"
import "./features/learn/learn.css"
import "./features/replay/replay.css"

startSettings()
startRouter()
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined)
const root = document.getElementById("app")
await startTexts()
if (root) render(<App />, root)
