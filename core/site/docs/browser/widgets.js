// What pages that act are made of. Text comes in as text alone: nothing is read as markup.
const svgNames = "http://www.w3.org/2000/svg";

/** Makes an element. What begins with "on" is listened to; what is undefined, null or false is left out. */
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

/** A number as people read it: `1,048,576`. */
function group(value) {
  return value > 9999 ? value.toLocaleString("en-US") : String(value);
}

/** A button that copies what `text()` gives, and says so through `say`. */
function copyButton(label, text, { say, name }) {
  return element(
    "button",
    { type: "button", class: "plain", "aria-label": name, onclick: () => copy(text(), say) },
    label,
  );
}

/** Copies a text. The clipboard is there on secure pages alone: elsewhere a selection is copied. */
async function copy(text, say) {
  try {
    await navigator.clipboard.writeText(text);
    say("Copied");
  } catch {
    const focused = /** @type {HTMLElement} */ (document.activeElement);
    const area = element("textarea", { class: "unseen", "aria-label": "What is copied" });
    area.value = text;
    document.body.append(area);
    area.select();
    say(document.execCommand("copy") ? "Copied" : "The browser does not let this page copy");
    area.remove();
    focused?.focus();
  }
}

/** A button that does something for good, and asks in its own place before it does. */
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

/** A bar that is filled to a share from 0 to 1. It says nothing that does not stand beside it. */
function bar(share, series = 0) {
  return svg(
    "svg",
    { class: "bar", viewBox: "0 0 100 1", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: "track", width: 100, height: 1 }),
    svg("rect", { class: `series-${series}`, width: 100 * Math.min(1, share), height: 1 }),
  );
}

/** As many colours as style.css has. Further series are told together. */
const seriesMax = 8;

/**
 * Columns of stacked parts, with a legend and the same as a table: `{ label, unit, columns: ["2026-01-31"],
 * series: [{ name, values: [3] }] }`, the largest series first. `head` is what the columns are in the table.
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
          "aria-label": `${label}, ${group(sum(totals))} ${unit} in all: the table below says the same`,
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
      element("summary", {}, "As a table"),
      table(
        [head, ...series.map(({ name }) => name), "All"],
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

/** The next of 1, 2, 5, 10, 20 …, so that the scale is read at a glance. */
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

/** A table whose first column names its rows. It can be scrolled where there is no room for it. */
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
/** Says how something went, in a line that screen readers read too. */
function say(text) {
  const said = document.getElementById("said");
  said.textContent = text;
  clearTimeout(silence);
  silence = setTimeout(() => said.replaceChildren(), 8000);
}

/** Does something that a button started, one at a time, and says what went wrong. */
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
