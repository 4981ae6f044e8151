import assert from "node:assert/strict"
import { readFileSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { describe, test } from "node:test"
import { h, type JSX } from "preact"
import { Markdown } from "../../src/ui/markdown"
import { html } from "../support/html"

const render = (text: string): string => html(Markdown({ text })).replace(/^<div class="markdown">(.*)<\/div>$/s, "$1")

describe("pictures", () => {
  const picture = (number: number, caption: string): JSX.Element | null => (number === 3 ? h("b", null, `${number} ${caption}`) : null)

  test("a line with a number stands for a picture, and ends a paragraph", () => {
    assert.match(
      html(Markdown({ text: "text\n![Look here.](3)\nmore", picture })),
      /<p>text<\/p><div><b>3 Look here\.<\/b><\/div><p>more<\/p>/,
    )
  })

  test("an unknown picture is left out", () => {
    assert.doesNotMatch(html(Markdown({ text: "![Look here.](4)", picture })), /Look/)
  })
})

describe("blocks", () => {
  test("headings; below the third level all look alike", () => {
    assert.equal(render("# One\n## Two\n### Three\n#### Four"), "<h1>One</h1><h2>Two</h2><h3>Three</h3><h3>Four</h3>")
  })

  test("lines of a paragraph are joined, blank lines separate paragraphs", () => {
    assert.equal(render("one\ntwo\n\nthree"), "<p>one two</p><p>three</p>")
  })

  test("unordered and ordered lists", () => {
    assert.equal(render("- a\n* b"), "<ul><li>a</li><li>b</li></ul>")
    assert.equal(render("1. a\n2. b"), "<ol><li>a</li><li>b</li></ol>")
  })

  test("an indented line continues its list item", () => {
    assert.equal(render("- a\n  b\n- c"), "<ul><li>a b</li><li>c</li></ul>")
  })

  test("a list ends a paragraph", () => {
    assert.equal(render("text\n- a"), "<p>text</p><ul><li>a</li></ul>")
  })

  test("code blocks keep their lines and markup", () => {
    assert.equal(render("```\na *b*\n\n  c\n```\nd"), "<pre>a *b*\n\n  c</pre><p>d</p>")
  })

  test("a code block without an end reaches to the end of the text", () => {
    assert.equal(render("```\na"), "<pre>a</pre>")
  })

  test("tables have a head and a body", () => {
    const expected =
      '<div class="scroll"><table><thead><tr><th>A</th><th>B</th></tr></thead>' +
      "<tbody><tr><td>1</td><td><strong>2</strong></td></tr></tbody></table></div>"
    assert.equal(render("| A | B |\n|---|:-:|\n| 1 | **2** |"), expected)
  })

  test("blank lines and an empty text give nothing", () => {
    assert.equal(render(""), "")
    assert.equal(render("\n\n \n"), "")
  })
})

describe("inline markup", () => {
  test("emphasis, strong text and code", () => {
    assert.equal(render("*a* **b** `c`"), "<p><em>a</em> <strong>b</strong> <code>c</code></p>")
  })

  test("emphasis within strong text", () => {
    assert.equal(render("**a `b` c**"), "<p><strong>a <code>b</code> c</strong></p>")
  })

  test("code is not parsed further", () => {
    assert.equal(render("`*a*`"), "<p><code>*a*</code></p>")
  })

  test("a link becomes its label", () => {
    assert.equal(render("see [the rules](RULES.md) there"), "<p>see the rules there</p>")
  })

  test("HTML is text, not markup", () => {
    assert.equal(render("<img src=x onerror=alert(1)>"), "<p>&lt;img src=x onerror=alert(1)></p>")
    assert.equal(render("`<b>` & more"), "<p><code>&lt;b></code> &amp; more</p>")
  })

  test("a single asterisk stays", () => {
    assert.equal(render("2 * 3"), "<p>2 * 3</p>")
  })
})

test("the end of each numbered section is extended", () => {
  const seen: number[] = []
  const sectionEnd = (section: number): JSX.Element => {
    seen.push(section)
    return h("i", null, String(section))
  }
  const found = html(Markdown({ text: "## 1 One\na\n## Two\nb\n## 3 Three\nc", sectionEnd }))
  assert.deepEqual(seen, [1, 3])
  assert.equal(
    found,
    '<div class="markdown"><h2>1 One</h2><p>a</p><div><i>1</i></div><h2>Two</h2><p>b</p><h2>3 Three</h2><p>c</p><div><i>3</i></div></div>',
  )
})

/** The rules of all games, in all languages. */
const games = join(process.cwd(), "../src/bestagon/games")
const files = readdirSync(games, { recursive: true, encoding: "utf8" }).filter((name) => /RULES[^/]*\.md$/.test(name))

test("there are rules to render", () => {
  assert.ok(files.length >= 10)
})

for (const name of files) {
  describe(name, () => {
    const text = readFileSync(join(games, name), "utf8")
    const found = render(text)

    test("leaves no markup in the text", () => {
      const visible = found.replace(/<(pre|code)[^>]*>.*?<\/\1>/gs, "").replace(/<[^>]+>/g, "\n")
      assert.doesNotMatch(visible, /\*\*|`|^#|^\||\]\(/m)
    })

    test("keeps every heading and every table row", () => {
      const outside = text.replace(/^```.*?^```/gms, "")
      assert.equal(found.match(/<h[123]>/g)?.length ?? 0, outside.match(/^#{1,6} /gm)?.length ?? 0)
      assert.equal(found.match(/<tr>/g)?.length ?? 0, outside.match(/^\|(?![\s:|-]+$).*$/gm)?.length ?? 0)
    })
  })
}
