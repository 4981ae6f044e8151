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
import "./features/seating/ask-name.css"
import "./features/create/create.css"
import "./features/dice/dice.css"
import "./board/board.css"
import "./board/surfaces.css"
import "./board/marks.css"
import "./ui/qr.css"
import "./features/home/home.css"
import "./features/table/style/table.css"
import "./features/table/style/dock.css"
import "./features/table/style/side.css"
import "./features/table/style/wide.css"
import "./features/table/style/phone.css"
import "./features/table/style/hint.css"
import "./features/story/story.css"
import "./features/story/log.css"
import "./features/learn/learn.css"
import "./features/rules/rules.css"
import "./features/print/print.css"
import "./features/replay/replay.css"
import "./ui/chart.css"
import "./board/sheets.css"
import "./board/dice-trays.css"
import "./board/sheets-phone.css"
import "./features/table/style/sideways.css"
import "./features/table/style/low.css"

startTheme()
startRouter()
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined)
const root = document.getElementById("app")
await startTexts()
if (root) render(<App />, root)
