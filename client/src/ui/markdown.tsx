// Markdown as elements, never as HTML text: headings, lists, tables, code, emphasis and links within the text.
import type { ComponentChildren, JSX } from "preact"

const inlines = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g

function inline(text: string): ComponentChildren[] {
  const found: ComponentChildren[] = []
  let at = 0
  for (const match of text.matchAll(inlines)) {
    found.push(text.slice(at, match.index))
    const [whole, code, strong, soft, label] = match
    if (code !== undefined) found.push(<code>{code}</code>)
    else if (strong !== undefined) found.push(<strong>{inline(strong)}</strong>)
    else if (soft !== undefined) found.push(<em>{inline(soft)}</em>)
    else if (label !== undefined) found.push(label)
    at = match.index + whole.length
  }
  found.push(text.slice(at))
  return found
}

const heading = /^(#{1,6})\s+(.*)$/
const bullet = /^(\s*)([-*]|\d+\.)\s+(.*)$/
const starts = /^(#{1,6}\s|```|\s*([-*]|\d+\.)\s|\||>)/

interface Props {
  text: string
  /** What goes to the end of a section (`## 4 Attack`), by its number. */
  extra?: (section: number) => JSX.Element | null
}

/** Shows a text in Markdown. */
export function Markdown({ text, extra }: Props): JSX.Element {
  const lines = text.split("\n")
  const blocks: JSX.Element[] = []
  let n = 0
  let section = 0
  const line = (): string => lines[n] ?? ""
  const finish = (): void => {
    const more = section > 0 ? extra?.(section) : null
    if (more) blocks.push(<div key={blocks.length}>{more}</div>)
  }
  while (n < lines.length) {
    const head = heading.exec(line())
    if (line().trim() === "") n++
    else if (head) {
      if (head[1] === "##") {
        finish()
        section = Number.parseInt(head[2] ?? "") || 0
      }
      blocks.push(title(head[1]?.length ?? 1, head[2] ?? "", blocks.length))
      n++
    } else if (line().startsWith("```")) {
      const from = ++n
      while (n < lines.length && !line().startsWith("```")) n++
      blocks.push(
        <pre key={blocks.length} tabIndex={0}>
          {lines.slice(from, n).join("\n")}
        </pre>,
      )
      n++
    } else if (line().startsWith("|")) {
      const from = n
      while (line().startsWith("|")) n++
      blocks.push(table(lines.slice(from, n), blocks.length))
    } else if (bullet.test(line())) {
      const from = n
      while (n < lines.length && (bullet.test(line()) || (line().startsWith("  ") && line().trim() !== ""))) n++
      blocks.push(list(lines.slice(from, n), blocks.length))
    } else {
      const from = n++
      while (n < lines.length && line().trim() !== "" && !starts.test(line())) n++
      blocks.push(<p key={blocks.length}>{inline(lines.slice(from, n).join(" "))}</p>)
    }
  }
  finish()
  return <div class="markdown">{blocks}</div>
}

function title(level: number, text: string, key: number): JSX.Element {
  const words = inline(text)
  if (level === 1) return <h1 key={key}>{words}</h1>
  return level === 2 ? <h2 key={key}>{words}</h2> : <h3 key={key}>{words}</h3>
}

function list(lines: readonly string[], key: number): JSX.Element {
  const items: string[] = []
  const ordered = /^\s*\d/.test(lines[0] ?? "")
  for (const line of lines) {
    const found = bullet.exec(line)
    if (found) items.push(found[3] ?? "")
    else items[items.length - 1] += ` ${line.trim()}`
  }
  const drawn = items.map((item, n) => <li key={n}>{inline(item)}</li>)
  return ordered ? <ol key={key}>{drawn}</ol> : <ul key={key}>{drawn}</ul>
}

function table(lines: readonly string[], key: number): JSX.Element {
  const rows = lines
    .filter((line) => !/^\|[\s:|-]+\|?$/.test(line))
    .map((line) =>
      line
        .replace(/^\||\|\s*$/g, "")
        .split("|")
        .map((cell) => cell.trim()),
    )
  const [head, ...body] = rows
  return (
    <div class="scroll" key={key} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head?.map((cell, n) => (
              <th key={n} scope="col">
                {inline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, n) => (
            <tr key={n}>
              {row.map((cell, m) => (
                <td key={m}>{inline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
