// Returns the layout problems of a page: elements that are off-screen, clipped, too small to touch, overlapping or covered.
() => {
  const describe = (one) => one.outerHTML.slice(0, 140)
  const isShown = (one) => one.checkVisibility() && !one.closest(".hidden, .definitions, .skip, .decorative, [aria-hidden=true]")
  /** The part of an element's box that its ancestors do not clip. */
  const visibleBox = (one) => {
    let { left, top, right, bottom } = one.getBoundingClientRect()
    for (let up = one.parentElement; up; up = up.parentElement) {
      if (getComputedStyle(up).overflowX === "visible") continue
      const box = up.getBoundingClientRect()
      left = Math.max(left, box.left)
      top = Math.max(top, box.top)
      right = Math.min(right, box.right)
      bottom = Math.min(bottom, box.bottom)
    }
    return { left, top, right, bottom, w: right - left, h: bottom - top }
  }
  const dialog = document.querySelector("dialog[open]")
  const all = (selector) => [...(dialog ?? document.getElementById("app")).querySelectorAll(selector)].filter(isShown)
  const found = []
  if (document.documentElement.scrollWidth > innerWidth) found.push("the page is wider than the screen")
  for (const one of all("main *, dialog *")) {
    const box = visibleBox(one)
    if (box.w > 0 && box.h > 0 && (box.left < -1 || box.right > innerWidth + 1)) found.push(`off-screen: ${describe(one)}`)
  }
  const texts = "h1, h2, h3, p, dt, dd, li, th, td, caption, summary, legend, label > span, strong, .points, .muted"
  const controls = "button, .button, input, select, textarea"
  for (const one of all(`${texts}, ${controls}`)) {
    const style = getComputedStyle(one)
    if (style.display === "inline" || style.overflowX === "auto" || style.textOverflow === "ellipsis") continue
    if (one.matches("input, select, textarea, .item") || one.querySelector(".board, .scroll, pre, ul, ol, table")) continue
    if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0) found.push(`clipped: ${describe(one)}`)
  }
  if (innerWidth < 900) for (const one of all("button, .button, select, input:not([type=checkbox], [type=radio], [type=range])")) {
    const { width, height } = one.getBoundingClientRect()
    if (Math.min(width, height) < 39.5) found.push(`too small to touch (${width} x ${height}): ${describe(one)}`)
  }
  // Texts and controls must not overlap, except for those that float over the board or at the bottom of a phone.
  const floats = ".zoom, .fact-card, .owner, .verdict-ticket, .away-recap, .return, .buttons, .count, .banner, .segments, .tile, .choose, .handle, .hint-box"
  const sheet = [...document.querySelectorAll(".sidebar")].find((one) => getComputedStyle(one).position === "fixed")
  const leaves = all(`${texts}, ${controls}`).filter((one) => !one.closest(floats) && !one.querySelector(`${texts}, ${controls}`))
  const boxes = leaves.map((one) => [one, visibleBox(one)]).filter(([, box]) => box.w > 1 && box.h > 1)
  boxes.forEach(([one, a], n) => {
    for (const [other, b] of boxes.slice(n + 1)) {
      const over = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const deep = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      // The sheet of a phone lies above the rest of the page.
      if (sheet && sheet.contains(one) !== sheet.contains(other)) continue
      if (over > 1.5 && deep > 1.5 && !one.contains(other) && !other.contains(one)) found.push(`overlap: ${describe(one)} and ${describe(other)}`)
    }
  })
  // Everything clickable is hit by a click at its centre.
  for (const one of all(".cell.next, .item.next, .choice")) {
    const box = (one.querySelector(".hit") ?? one).getBoundingClientRect()
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
    // On the last pixel, elementFromPoint finds nothing.
    if (y < 0 || y > innerHeight - 1 || sheet?.matches(".open") || document.querySelector(".more-choices[open]")) continue
    const hit = document.elementFromPoint(x, y)
    if (!hit || !(one.contains(hit) || hit.contains(one))) found.push(`covered: ${describe(one)} by ${hit && describe(hit)}`)
  }
  return found
}
