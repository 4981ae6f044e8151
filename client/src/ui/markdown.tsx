// Renders the Markdown of our rules as elements, never as HTML text: headings, lists, tables, code, emphasis. Links become plain text.
import type { ComponentChildren, JSX } from "preact"

const inlinePattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*]+)\*|\[([^\]]+)\]\(([^)\s]+)\)/g

function renderInline(text: string): ComponentChildren[] {
  const found: ComponentChildren[] = []
  let at = 0
  for (const match of text.matchAll(inlinePattern)) {
    found.push(text.slice(at, match.index))
    const [whole, code, strong, emphasis, label] = match
    if (code !== undefined) found.push(<code>{code}</code>)
    else if (strong !== undefined) found.push(<strong>{renderInline(strong)}</strong>)
    else if (emphasis !== undefined) found.push(<em>{renderInline(emphasis)}</em>)
    else if (label !== undefined) found.push(label)
    at = match.index + whole.length
  }
  found.push(text.slice(at))
  return found
}

const headingPattern = /^(#{1,6})\s+(.*)$/
const itemPattern = /^(\s*)([-*]|\d+\.)\s+(.*)$/
/** The first line of any block other than a paragraph. */
const blockStart = /^(#{1,6}\s|```|\s*([-*]|\d+\.)\s|\||>|!\[)/
const picturePattern = /^!\[([^\]]*)\]\((\d+)\)$/

interface Props {
  text: string
  /** Returns what to append to a section (`## 4 Attack`), by its number. */
  sectionEnd?: (section: number) => JSX.Element | null
  /** Returns the picture that a line `![caption](3)` stands for. */
  picture?: (number: number, caption: string) => JSX.Element | null
}

export function Markdown({ text, sectionEnd, picture }: Props): JSX.Element {
  const lines = text.split("\n")
  const blocks: JSX.Element[] = []
  let n = 0
  let section = 0
  const line = (): string => lines[n] ?? ""
  const endSection = (): void => {
    const appended = section > 0 ? sectionEnd?.(section) : null
    if (appended) blocks.push(<div key={blocks.length}>{appended}</div>)
  }
  while (n < lines.length) {
    const head = headingPattern.exec(line())
    const drawn = picturePattern.exec(line())
    if (line().trim() === "") n++
    else if (head) {
      if (head[1] === "##") {
        endSection()
        section = Number.parseInt(head[2] ?? "") || 0
      }
      blocks.push(renderHeading(head[1]?.length ?? 1, head[2] ?? "", blocks.length))
      n++
    } else if (drawn) {
      const shown = picture?.(Number(drawn[2]), drawn[1] ?? "")
      if (shown) blocks.push(<div key={blocks.length}>{shown}</div>)
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
      blocks.push(renderTable(lines.slice(from, n), blocks.length))
    } else if (itemPattern.test(line())) {
      const from = n
      while (n < lines.length && (itemPattern.test(line()) || (line().startsWith("  ") && line().trim() !== ""))) n++
      blocks.push(renderList(lines.slice(from, n), blocks.length))
    } else {
      const from = n++
      while (n < lines.length && line().trim() !== "" && !blockStart.test(line())) n++
      blocks.push(<p key={blocks.length}>{renderInline(lines.slice(from, n).join(" "))}</p>)
    }
  }
  endSection()
  return <div class="markdown">{blocks}</div>
}

function renderHeading(level: number, text: string, key: number): JSX.Element {
  const content = renderInline(text)
  if (level === 1) return <h1 key={key}>{content}</h1>
  return level === 2 ? <h2 key={key}>{content}</h2> : <h3 key={key}>{content}</h3>
}

function renderList(lines: readonly string[], key: number): JSX.Element {
  const items: string[] = []
  const ordered = /^\s*\d/.test(lines[0] ?? "")
  for (const line of lines) {
    const found = itemPattern.exec(line)
    if (found) items.push(found[3] ?? "")
    else items[items.length - 1] += ` ${line.trim()}`
  }
  const rendered = items.map((item, n) => <li key={n}>{renderInline(item)}</li>)
  return ordered ? <ol key={key}>{rendered}</ol> : <ul key={key}>{rendered}</ul>
}

function renderTable(lines: readonly string[], key: number): JSX.Element {
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
                {renderInline(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map((row, n) => (
            <tr key={n}>
              {row.map((cell, m) => (
                <td key={m}>{renderInline(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
