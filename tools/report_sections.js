// Returns the sections of a report of `bestagon balance`, each chart as an SVG that stands alone.
() => {
  const PRESENTATION = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity"];
  const SVG = "http://www.w3.org/2000/svg";
  const set = (element, attributes) => {
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  };
  const drawn = (figure) => {
    const original = figure.querySelector("svg"), copy = original.cloneNode(true);
    const sources = [original, ...original.querySelectorAll("*")], targets = [copy, ...copy.querySelectorAll("*")];
    sources.forEach((source, i) => {
      const style = getComputedStyle(source), target = targets[i];
      if (/^(text|line|rect|circle|polyline)$/.test(source.tagName))
        set(target, Object.fromEntries(PRESENTATION.map((name) => [name, style.getPropertyValue(name)])));
      if (source.tagName === "text") set(target, { "font-size": style.fontSize, "font-weight": style.fontWeight });
    });
    copy.querySelectorAll(".hit").forEach((one) => one.remove());
    copy.querySelectorAll("[class]").forEach((one) => one.removeAttribute("class"));
    const [, , width, height] = copy.getAttribute("viewBox").split(" ").map(Number);
    let top = 0, x = 0;
    for (const entry of figure.querySelectorAll(".legend span")) {
      const length = 30 + 7.4 * entry.textContent.length;
      if (!top || x + length > width) { top += 24; x = 0; }
      const key = document.createElementNS(SVG, "rect"), text = document.createElementNS(SVG, "text");
      const colour = getComputedStyle(entry.querySelector("i")).backgroundColor;
      set(key, { x, y: -top - 8, width: 14, height: 14, rx: 3, fill: colour });
      set(text, { x: x + 20, y: -top + 4, "font-size": "14px", fill: "#333" });
      text.textContent = entry.textContent;
      copy.append(key, text);
      x += length;
    }
    const edge = 12, paper = document.createElementNS(SVG, "rect");
    const box = { x: -edge, y: -top - 2 * edge, width: width + 2 * edge, height: height + top + 3 * edge };
    set(paper, { ...box, rx: 10, fill: "#fdf8ec" });
    copy.prepend(paper);
    set(copy, { viewBox: Object.values(box).join(" "), "font-family": "sans-serif" });
    return { title: figure.querySelector("figcaption").textContent, svg: new XMLSerializer().serializeToString(copy) };
  };
  return [...document.querySelectorAll("main section")].map((section) => ({
    id: section.id,
    title: section.querySelector("h2").textContent,
    findings: [...section.querySelectorAll(".findings h3, .findings li")].map((one) => [one.tagName, one.textContent.trim()]),
    note: section.querySelector(".note")?.textContent.trim() ?? "",
    charts: [...section.querySelectorAll("figure:has(svg)")].map(drawn),
    tables: [...section.querySelectorAll("figure:has(table)")].map((figure) => ({
      title: figure.querySelector("figcaption")?.textContent ?? "",
      rows: [...figure.querySelectorAll("tr")].map((row) => [...row.cells].map((cell) => cell.textContent.trim())),
    })),
  }));
}
