// Widgets of interactive pages. Text is never parsed as markup.
const svgNames = "http://www.w3.org/2000/svg";

/** Creates an element. Attributes that start with "on" add listeners; undefined, null and false are skipped. */
function element(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return fill(document.createElementNS(svgNames, tag), attributes, children);
}

function fill(made, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return made;
}

/** Formats a number with separators: `1,048,576`. */
function group(value) {
  return value > 9999 ? value.toLocaleString("en-US") : String(value);
}

/** Creates a button that copies the result of `text()` and confirms it with `say`. */
function copyButton(label, text, { say, name }) {
  return element(
    "button",
    { type: "button", class: "plain", "aria-label": name, onclick: () => copy(text(), say) },
    label,
  );
}

/** Copies a text. Falls back to a selection on insecure pages, which lack the clipboard API. */
async function copy(text, say) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied");
  } catch {
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const area = element("textarea", { class: "unseen", "aria-label": "Text to copy" });
    area.value = text;
    document.body.append(area);
    area.select();
    say(document.execCommand("copy") ? "Copied" : "The browser blocked copying");
    area.remove();
    focused?.focus();
  }
}

/** Creates a button that asks for confirmation in place before an irreversible action. */
function confirmButton(label, { question, yes, act, name }) {
  const place = element("span", { class: "confirm" });
  const ask = element(
    "button",
    { type: "button", class: "plain danger", "aria-label": name, onclick: open },
    label,
  );
  place.append(ask);
  return place;

  function open() {
    const sure = element("button", { type: "button", class: "danger", onclick: act }, yes);
    const keep = element("button", { type: "button", class: "plain", onclick: close }, "Cancel");
    const asked = element("span", { role: "group", "aria-label": question }, question, sure, keep);
    asked.addEventListener("keydown", ({ key }) => key === "Escape" && close());
    place.replaceChildren(asked);
    keep.focus();
  }

  function close() {
    place.replaceChildren(ask);
    ask.focus();
  }
}

/** Draws a bar filled to a share from 0 to 1. Decorative: the text next to it has the same value. */
function bar(share, series = 0) {
  return svg(
    "svg",
    { class: "bar", viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "track", width: 100, height: 1 }),
    svg("rect", { class: `series-${series}`, width: 100 * Math.min(1, share), height: 1 }),
  );
}

/** Number of colours in style.css. Further series are merged. */
const seriesMax = 8;

/**
 * Draws a stacked column chart with a legend and a table of the same data: `{ label, unit, columns: ["2026-01-31"],
 * series: [{ name, values: [3] }] }`, the largest series first. `head` is the table's heading for the columns.
 */
function stackedColumns({ label, unit, head = "Day", columns, series: all }) {
  const series = together(all);
  const totals = columns.map((_, at) => sum(series.map(({ values }) => values[at])));
  const top = niceTop(Math.max(1, ...totals));
  const height = 100;
  const columnsDrawn = columns.map((column, at) => {
    let y = height;
    const parts = series.flatMap(({ values }, index) => {
      const size = (values[at] / top) * height;
      y -= size;
      return size > 0
        ? [svg("rect", { class: `series-${index}`, x: at + 0.1, y, width: 0.8, height: size })]
        : [];
    });
    const told = series.flatMap(({ name, values }) =>
      values[at] > 0 ? [`${name}: ${group(values[at])}`] : [],
    );
    const title = svg("title", {}, [column, ...told].join("\n"));
    return svg("g", {}, svg("rect", { class: "ground", x: at, width: 1, height }), parts, title);
  });
  const lines = [0, 0.5].map((share) =>
    svg("line", { x2: columns.length, y1: share * height, y2: share * height }),
  );
  return element(
    "figure",
    { class: "chart" },
    element("figcaption", {}, label),
    element(
      "div",
      { class: "plot" },
      element("span", { class: "top", "aria-hidden": "true" }, group(top)),
      svg(
        "svg",
        {
          role: "img",
          "aria-label": `${label}, ${group(sum(totals))} ${unit} in total. The table below shows the same data`,
          viewBox: `0 0 ${columns.length} ${height}`,
          preserveAspectRatio: "none",
        },
        lines,
        columnsDrawn,
      ),
      element(
        "p",
        { class: "ends", "aria-hidden": "true" },
        element("span", {}, columns[0]),
        element("span", {}, columns.at(-1)),
      ),
    ),
    element(
      "ul",
      { class: "legend" },
      series.map(({ name }, index) => element("li", {}, swatch(index), name)),
    ),
    element(
      "details",
      {},
      element("summary", {}, "View as table"),
      table(
        [head, ...series.map(({ name }) => name), "Total"],
        columns.flatMap((column, at) =>
          totals[at] > 0
            ? [[column, ...series.map(({ values }) => group(values[at])), group(totals[at])]]
            : [],
        ),
      ),
    ),
  );
}

function together(series) {
  if (series.length <= seriesMax) return series;
  const rest = series.slice(seriesMax - 1);
  const values = rest[0].values.map((_, at) => sum(rest.map((one) => one.values[at])));
  return [...series.slice(0, seriesMax - 1), { name: `${rest.length} others`, values }];
}

/** Rounds up to 1, 2, 5, 10, 20 … for a readable scale. */
function niceTop(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= value);
}

function sum(values) {
  return values.reduce((all, value) => all + value, 0);
}

function swatch(series) {
  return svg(
    "svg",
    { class: "swatch", viewBox: "0 0 1 1", "aria-hidden": "true" },
    svg("rect", { class: `series-${series}`, width: 1, height: 1 }),
  );
}

/** Builds a table with row headings. It scrolls on narrow screens. */
function table(heads, rows) {
  return element(
    "div",
    { class: "wide", tabindex: "0", role: "group", "aria-label": heads.join(", ") },
    element(
      "table",
      {},
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          heads.map((head) => element("th", { scope: "col" }, head)),
        ),
      ),
      element(
        "tbody",
        {},
        rows.map(([name, ...cells]) =>
          element(
            "tr",
            {},
            element("th", { scope: "row" }, name),
            cells.map((cell) => element("td", {}, cell)),
          ),
        ),
      ),
    ),
  );
}

let silence;
/** Shows a status message, which screen readers announce. */
function say(text) {
  const said = document.getElementById("said");
  said.textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => said.replaceChildren(), 8000);
}

/** Runs a button's action, one at a time, and shows its error. */
async function run(button, work) {
  if (button.disabled) return;
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    say(error.message);
  } finally {
    button.disabled = false;
  }
}

globalThis.widgets = {
  element,
  group,
  copy,
  copyButton,
  confirmButton,
  bar,
  stackedColumns,
  table,
  say,
  run,
};
