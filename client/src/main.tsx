import { render } from "preact"
import { App } from "./app"
import { start as startRouter } from "./router"
import { start as startSettings } from "./settings"
import { start as startTexts } from "./texts"
import "./style/base.css"
import "./style/board.css"
import "./style/home.css"
import "./style/table.css"
import "./style/learn.css"
import "./style/replay.css"

startSettings()
startRouter()
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/sw.js").catch(() => undefined)
const root = document.getElementById("app")
await startTexts()
if (root) render(<App />, root)
