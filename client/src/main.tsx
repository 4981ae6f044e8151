import { render } from "preact"
import { App } from "./app"
import { startTexts } from "./i18n/texts"
import { startRouter } from "./router"
import { startTheme } from "./ui/settings"
// In cascade order: later rules win over earlier ones of the same specificity.
import "./ui/fonts.css"
import "./ui/base.css"
import "./ui/settings.css"
import "./ui/markdown.css"
import "./features/coach/coach.css"
import "./features/create/create.css"
import "./board/board.css"
import "./board/surfaces.css"
import "./board/marks.css"
import "./ui/qr.css"
import "./features/home/home.css"
import "./features/table/table.css"
import "./features/table/hint.css"
import "./features/story/story.css"
import "./features/learn/learn.css"
import "./features/rules/rules.css"
import "./features/replay/replay.css"
import "./ui/chart.css"

startTheme()
startRouter()
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined)
const root = document.getElementById("app")
await startTexts()
if (root) render(<App />, root)
