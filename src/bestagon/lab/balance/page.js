"use strict";
// Draws the charts and tables of a report from its data; the findings are in the page already.
(() => {
  const SHOWN = 7;
  const SVG = "http://www.w3.org/2000/svg";
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.hidden = true;
  document.body.append(tip);

  const make = (name, attributes = {}, text = "") => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    if (text) element.textContent = text;
    return element;
  };
  const html = (name, className = "", text = "") => {
    const element = document.createElement(name);
    if (className) element.className = className;
    if (text) element.textContent = text;
    return element;
  };
  const digits = (value) => (Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2);
  const shown = (value, unit) => (unit === "%" ? `${(100 * value).toFixed(1)} %` : value.toFixed(digits(value)));
  const colour = (index) => `s${index % 8}`;

  const hover = (element, text) => {
    const show = (event) => {
      tip.textContent = text;
      tip.hidden = false;
      const box = tip.getBoundingClientRect();
      tip.style.left = `${Math.max(8, Math.min(event.clientX + 14, innerWidth - box.width - 8))}px`;
      tip.style.top = `${Math.max(8, event.clientY - box.height - 12)}px`;
    };
    element.addEventListener("pointerenter", show);
    element.addEventListener("pointermove", show);
    element.addEventListener("pointerleave", () => (tip.hidden = true));
    element.append(make("title", {}, text));
  };

  // Round steps, about `wanted` of them.
  const ticks = (low, high, wanted) => {
    const raw = (high - low) / wanted || 1;
    const power = 10 ** Math.floor(Math.log10(raw));
    const step = [1, 2, 5, 10].find((factor) => factor * power >= raw) * power;
    const found = [];
    for (let at = Math.ceil(low / step); at * step <= high + step * 1e-9; at++) found.push(at * step);
    return found;
  };

  const lines = (text, room) => {
    const found = [""];
    for (const word of text.split(" ")) {
      const last = found[found.length - 1];
      if (last && last.length + word.length >= room) found.push(word);
      else found[found.length - 1] = last ? `${last} ${word}` : word;
    }
    return found;
  };

  const drawIntervals = (chart, width) => {
    const percent = chart.unit === "%";
    const left = Math.min(300, Math.max(120, width * 0.36));
    const right = width - 14;
    const rows = chart.rows.map((row) => ({ ...row, words: lines(row.label, Math.floor(left / 7.2)) }));
    const within = (value) => (chart.limit ? Math.max(-chart.limit, Math.min(chart.limit, value)) : value);
    const values = rows.flatMap((row) => [within(row.low), within(row.high)]);
    if (chart.reference !== null) values.push(chart.reference);
    let low = Math.min(...values);
    let high = Math.max(...values);
    const room = (high - low || 0.1) * 0.08;
    low = percent ? Math.max(0, low - room) : low - room;
    high = percent ? Math.min(1, high + room) : high + room;
    const x = (value) => left + ((within(value) - low) / (high - low)) * (right - left);
    let y = 8;
    const svg = make("svg", { role: "img", "aria-label": chart.title });
    const marks = make("g");
    let before = "";
    for (const row of rows) {
      const repeated = row.label === before;
      before = row.label;
      const height = repeated ? 24 : Math.max(30, 17 * row.words.length + 10);
      const middle = y + height / 2;
      if (!repeated) row.words.forEach((word, i) => marks.append(make("text", { class: "label", x: 0, y: middle + 5 + 17 * (i - (row.words.length - 1) / 2) }, word)));
      const group = make("g", { class: chart.unit === "" && row.series ? "muted" : colour(row.series) });
      group.append(make("line", { class: "whisker", x1: x(row.low), x2: x(row.high), y1: middle, y2: middle, opacity: 0.55 }));
      group.append(row.series ? make("rect", { class: "dot", x: x(row.value) - 6, y: middle - 6, width: 12, height: 12, rx: 2 }) : make("circle", { class: "dot", cx: x(row.value), cy: middle, r: 7 }));
      if (within(row.value) !== row.value) {
        const side = Math.sign(row.value);
        group.append(make("text", { class: "value", x: x(row.value) - side * 12, y: middle + 5, "text-anchor": side < 0 ? "start" : "end" }, shown(row.value, chart.unit).replace("-", "−")));
      }
      const hit = make("rect", { class: "hit", x: 0, y, width, height });
      const series = chart.series.length > 1 ? `${chart.series[row.series]}\n` : "";
      hover(hit, `${row.label}\n${series}${shown(row.value, chart.unit)} (${shown(row.low, chart.unit)} to ${shown(row.high, chart.unit)})`);
      group.append(hit);
      marks.append(group);
      y += height;
    }
    for (const tick of ticks(low, high, Math.max(3, (right - left) / 90))) {
      svg.append(make("line", { class: "axis", x1: x(tick), x2: x(tick), y1: 4, y2: y + 4 }));
      svg.append(make("text", { x: x(tick), y: y + 20, "text-anchor": "middle" }, percent ? `${+(100 * tick).toFixed(1)} %` : `${+tick.toFixed(2)}`));
    }
    if (chart.reference !== null) svg.append(make("line", { class: "reference", x1: x(chart.reference), x2: x(chart.reference), y1: 0, y2: y + 6 }));
    svg.append(marks);
    svg.setAttribute("viewBox", `0 0 ${width} ${y + 26}`);
    return svg;
  };

  const frame = (title, width, height, x, y, xs, ys, xName) => {
    const svg = make("svg", { role: "img", "aria-label": title, viewBox: `0 0 ${width} ${height}` });
    for (const [value, text] of ys) {
      svg.append(make("line", { class: "axis", x1: x.from, x2: x.to, y1: y.at(value), y2: y.at(value) }));
      svg.append(make("text", { x: x.from - 6, y: y.at(value) + 4, "text-anchor": "end" }, text));
    }
    for (const [value, text] of xs) svg.append(make("text", { x: x.at(value), y: y.from + 18, "text-anchor": "middle" }, text));
    svg.append(make("text", { x: (x.from + x.to) / 2, y: height - 2, "text-anchor": "middle" }, xName));
    return svg;
  };
  const scale = (from, to, low, high) => ({ from, to, at: (value) => from + ((value - low) / (high - low || 1)) * (to - from) });

  const drawHistogram = (chart, width) => {
    const height = 250;
    const edges = chart.edges;
    const top = Math.max(...chart.series.flatMap((one) => one.shares));
    const x = scale(46, width - 8, edges[0], edges[edges.length - 1]);
    const y = scale(height - 42, 8, 0, top * 1.05);
    const across = ticks(edges[0], edges[edges.length - 1], width / 80).map((value) => [value, `${value}`]);
    const svg = frame(chart.title, width, height, x, y, across, ticks(0, top, 4).map((value) => [value, `${+(100 * value).toFixed(1)} %`]), chart.x);
    const single = chart.series.length === 1;
    chart.series.forEach((series, index) => {
      const group = make("g", { class: colour(index) });
      if (single) {
        series.shares.forEach((part, i) => {
          const [from, to] = [x.at(edges[i]) + 1, x.at(edges[i + 1]) - 1];
          group.append(make("rect", { class: "bar", x: from, width: Math.max(1, to - from), y: y.at(part), height: y.from - y.at(part), rx: 2 }));
        });
      } else {
        const steps = series.shares.flatMap((part, i) => [`${x.at(edges[i])},${y.at(part)}`, `${x.at(edges[i + 1])},${y.at(part)}`]);
        group.append(make("polyline", { class: "line", points: steps.join(" "), "stroke-dasharray": index % 2 ? "7 4" : "none" }));
      }
      svg.append(group);
    });
    for (let i = 0; i + 1 < edges.length; i++) {
      const hit = make("rect", { class: "hit", x: x.at(edges[i]), width: x.at(edges[i + 1]) - x.at(edges[i]), y: 0, height: y.from });
      const last = edges[i + 1] - 1;
      const span = last > edges[i] ? `${edges[i]} to ${last}` : `${edges[i]}`;
      hover(hit, [`${span} ${chart.x}`, ...chart.series.map((one) => `${single ? "" : `${one.name}: `}${shown(one.shares[i], "%")}`)].join("\n"));
      svg.append(hit);
    }
    return svg;
  };

  const drawLines = (chart, width) => {
    const height = 270;
    const low = Math.min(0.5, ...chart.series.flatMap((one) => one.points.map((point) => point[1])));
    const x = scale(46, width - 12, 0, 1);
    const y = scale(height - 42, 8, Math.floor(low * 10) / 10, 1);
    const across = [0, 0.25, 0.5, 0.75, 1].map((value) => [value, `${100 * value} %`]);
    const up = ticks(Math.floor(low * 10) / 10, 1, 5).map((value) => [value, `${Math.round(100 * value)} %`]);
    const svg = frame(chart.title, width, height, x, y, across, up, chart.x);
    chart.series.forEach((series, index) => {
      const points = series.points.map(([px, py]) => `${x.at(px)},${y.at(py)}`).join(" ");
      const group = make("g", { class: colour(index) });
      group.append(make("polyline", { class: "line", points, "stroke-dasharray": index % 2 ? "7 4" : "none" }));
      svg.append(group);
    });
    const first = chart.series[0].points;
    first.forEach(([at], i) => {
      const next = i + 1 < first.length ? first[i + 1][0] : 1;
      const hit = make("rect", { class: "hit", x: x.at(at), width: x.at(next) - x.at(at), y: 0, height: y.from });
      const rows = chart.series.filter((one) => one.points[i]).map((one) => `${one.name}: ${shown(one.points[i][1], "%")}`);
      hover(hit, [`after ${Math.round(100 * at)} % of the game`, ...rows].join("\n"));
      svg.append(hit);
    });
    return svg;
  };

  const table = (data) => {
    const figure = html("figure", "wide");
    if (data.title) figure.append(html("figcaption", "", data.title));
    const scroll = html("div", "scroll");
    scroll.tabIndex = 0;
    const element = html("table");
    const head = element.createTHead().insertRow();
    const body = element.createTBody();
    let rows = data.rows;
    const fill = () => {
      body.replaceChildren(
        ...rows.map((row) => {
          const line = document.createElement("tr");
          row.forEach((value, i) => {
            const kind = data.columns[i].kind;
            const text = value === null ? "" : kind === "percent" ? shown(value, "%") : kind === "p" ? (value < 0.001 ? "< 0.001" : value.toFixed(3)) : kind === "number" ? `${+value.toFixed(Math.abs(value) < 1 ? 3 : 2)}`.replace("-", "−") : value;
            line.append(html("td", kind === "text" ? "" : "num", text));
          });
          return line;
        }),
      );
    };
    data.columns.forEach((column, i) => {
      const cell = html("th", column.kind === "text" ? "" : "num");
      const button = html("button", "", column.label);
      button.type = "button";
      button.addEventListener("click", () => {
        const down = cell.getAttribute("aria-sort") !== "descending" && !(column.kind === "text" && cell.getAttribute("aria-sort") !== "ascending");
        for (const other of head.cells) other.removeAttribute("aria-sort");
        cell.setAttribute("aria-sort", down ? "descending" : "ascending");
        const order = (a, b) => (column.kind === "text" ? `${a}`.localeCompare(`${b}`, "en", { numeric: true }) : (a ?? -Infinity) - (b ?? -Infinity));
        rows = [...data.rows].sort((a, b) => (down ? order(b[i], a[i]) : order(a[i], b[i])));
        fill();
      });
      cell.append(button);
      head.append(cell);
    });
    fill();
    scroll.append(element);
    figure.append(scroll);
    return figure;
  };

  const draw = { intervals: drawIntervals, histogram: drawHistogram, lines: drawLines };
  const figures = [];
  for (const section of JSON.parse(document.getElementById("data").textContent)) {
    const place = document.querySelector(`#${section.id} .charts`);
    for (const chart of section.charts) {
      const figure = html("figure", chart.type === "lines" || chart.rows?.length > 8 ? "wide" : "");
      figure.append(html("figcaption", "", chart.title));
      const names = chart.series.map((one) => one.name ?? one);
      if (names.length > 1) {
        const legend = html("div", "legend");
        names.forEach((name, i) => {
          const entry = html("span");
          entry.append(html("i", `key ${chart.unit === "" && i ? "muted" : colour(i)}`), name);
          legend.append(entry);
        });
        figure.append(legend);
      }
      place.append(figure);
      figures.push([figure, chart]);
    }
    for (const data of section.tables) place.append(table(data));
    const findings = document.querySelector(`#${section.id} .findings`);
    const sentences = findings.querySelectorAll("li");
    if (sentences.length > SHOWN + 2) {
      sentences.forEach((sentence, i) => sentence.classList.toggle("later", i >= SHOWN));
      for (const heading of findings.querySelectorAll("h3")) heading.classList.toggle("later", heading.nextSibling.firstChild.classList.contains("later"));
      const more = html("button", "more", `Show all ${sentences.length} findings`);
      more.type = "button";
      more.addEventListener("click", () => {
        findings.classList.add("open");
        more.remove();
      });
      findings.after(more);
    }
  }
  let drawn = 0;
  const redraw = () => {
    if (document.body.clientWidth === drawn) return;
    drawn = document.body.clientWidth;
    for (const [figure, chart] of figures) {
      figure.querySelector("svg")?.remove();
      figure.append(draw[chart.type](chart, Math.max(280, figure.clientWidth)));
    }
  };
  redraw();
  addEventListener("resize", redraw);
  document.getElementById("theme").addEventListener("click", () => {
    const root = document.documentElement;
    const dark = (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
    root.dataset.theme = dark ? "light" : "dark";
  });
})();
