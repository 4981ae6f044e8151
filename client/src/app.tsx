// The frame around every page, and the route to each.
import type { JSX } from "preact"
import { useEffect } from "preact/hooks"
import { SymbolDefinitions } from "./pieces/symbol"
import { CreatePage } from "./features/create/page"
import { HomePage } from "./features/home/page"
import { LearnPage } from "./features/learn/page"
import { ReplayPage } from "./features/replay/page"
import { RulesPage } from "./features/rules/page"
import { TablePage } from "./features/table/page"
import { activeLanguage, t } from "./i18n/texts"
import { path, segments } from "./router"
import { Icon } from "./ui/icons"
import { SettingsButton } from "./ui/settings-dialog"
import { where } from "./ui/where"

function currentPage(): JSX.Element {
  const [first, second, third] = segments()
  if (!first) return <HomePage />
  if (first === "t" && second) return <TablePage key={second} id={second} />
  if (first === "replay") return <ReplayPage key={second ?? ""} table={second ?? ""} />
  if (first === "new" && second) return <CreatePage key={second} game={second} />
  if (first === "learn" && second) return <LearnPage key={`${second} ${third}`} game={second} number={Number(third ?? 1)} />
  if (first === "rules" && second) return <RulesPage key={second} game={second} />
  return (
    <div class="notice">
      <p>{t().notFound}</p>
      <a class="button main" href="/">
        {t().home}
      </a>
    </div>
  )
}

/** The game that the page is about, and its rules. */
function TopMiddle(): JSX.Element {
  const now = where.value
  return (
    <div id="top-middle">
      {now && (
        <>
          <p class="where">
            <b>{now.title}</b>{" "}
            <span class="facts">
              {now.facts.map((fact) => (
                <span key={fact}>{fact}</span>
              ))}
            </span>
          </p>
          <a class="button plain icon" href={`/rules/${now.game}`} target="_blank" aria-label={t().rules} title={t().rules}>
            <Icon name="rules" />
          </a>
        </>
      )}
    </div>
  )
}

/** Tables, replays and lessons fill the window; everything else lies on a table of its own. */
function pageClass(first: string): string {
  return ["t", "replay", "learn"].includes(first) ? "wide" : "tabletop"
}

export function App(): JSX.Element {
  useEffect(() => {
    if (path.value === "/") document.title = t().name
  }, [path.value])
  return (
    <>
      <SymbolDefinitions />
      <a class="skip" href="#content">
        {t().skipToContent}
      </a>
      <header class="top">
        <a class="brand" href="/" aria-label={t().name}>
          <img src="/icon.svg" alt="" width="28" height="28" />
          <span>{t().name}</span>
        </a>
        <TopMiddle />
        {path.value === "/" && (
          <nav class="site" aria-label={t().siteLinks}>
            <a href="/#tables">{t().watch}</a>
            <a href="/replay">{t().replays}</a>
          </nav>
        )}
        <SettingsButton />
      </header>
      <main key={activeLanguage.value} id="content" class={pageClass(segments()[0] ?? "")} tabIndex={-1}>
        {currentPage()}
      </main>
    </>
  )
}
