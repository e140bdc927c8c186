// Calls endpoints from their documentation page, with the reader's key (from key.js) or through the keyless
// sample. Shows the responses, and the captured responses to the examples.
/** @type {HTMLInputElement} */
const keyField = document.querySelector("#page-key");
const stands = "YOUR_KEY";
/** Number of expanded JSON levels, and limits on the shown items, values and text. */
const [openDepth, itemsMax, valuesMax, textMax] = [2, 100, 1000, 2000];

/** The original texts of samples that contain the key placeholder. */
let named = findNamed();

function findNamed() {
  return [...document.querySelectorAll(".samples pre")].flatMap((sample) => {
    const walker = document.createTreeWalker(sample, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const node = /** @type {Text} */ (walker.currentNode);
      if (node.data.includes(stands)) found.push({ node, text: node.data });
    }
    return found;
  });
}

keyField?.addEventListener("input", applyKey);
// Browsers restore form values on reload.
if (keyField?.value) applyKey();

/** Returns the reader's key, or an empty text. */
function readKey() {
  return keyField?.value.trim() ?? "";
}

function applyKey() {
  const key = readKey() || stands;
  // The complaint about a missing key.
  if (key !== stands)
    document.querySelector(".progress a[href='#page-key']")?.parentElement.replaceChildren();
  for (const { node, text } of named) node.data = text.replaceAll(stands, () => key);
}

/** @type {HTMLFormElement | null} */
const call = document.querySelector("form.call");
/** @type {HTMLElement} */
const place = document.querySelector(".captured");
if (call) {
  call.addEventListener("submit", (event) => {
    event.preventDefault();
    send(call);
  });
  fillFromLink(call);
  let waiting;
  call.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => writeSamples(call), 300);
  });
}

/** Fills the form with the values of a link: `?data=hello`, or `#data=hello`, which isn't sent to the server. */
function fillFromLink(form) {
  const fields = [...form.querySelectorAll("[data-in]")];
  const values = [location.search, location.hash.slice(1)].flatMap((part) => [
    ...new URLSearchParams(part),
  ]);
  const given = values.flatMap(([name, value]) => {
    const field = fields.find(
      ({ dataset, type }) => dataset.name === name && type !== "file" && type !== "password",
    );
    return field ? [[field, value]] : [];
  });
  for (const [field, value] of given) {
    field.value = value;
    for (let at = field.closest("details"); at; at = at.parentElement.closest("details"))
      at.open = true;
  }
  if (given.length > 0) writeSamples(form);
}

/** Writes the form's call into the samples. */
async function writeSamples(form) {
  if (!form.dataset.code) return;
  const parts = { params: {}, query: {}, body: {}, files: [] };
  try {
    for (const field of form.querySelectorAll("[data-in]")) {
      const { in: part, name, kind } = field.dataset;
      const chosen = field.files?.length ? [...field.files] : [];
      if (kind.startsWith("file")) {
        const links = /** @type {NodeListOf<HTMLAnchorElement>} */ (
          document.querySelectorAll(`.files [data-field="${name}"]`)
        );
        const samples =
          chosen.length > 0 ? [] : [...links].map(({ download }) => ({ name: download, type: "" }));
        for (const file of [...chosen, ...samples])
          parts.files.push({ field: name, name: file.name, type: file.type });
      } else if (field.value.trim() !== "")
        parts[part === "path" ? "params" : part][name] = valueIn(field);
    }
    const headers = { "content-type": "application/json" };
    const response = await fetch(form.dataset.code, {
      method: "POST",
      headers,
      body: JSON.stringify(parts),
    });
    if (!response.ok) return;
    const written = document.createElement("template");
    written.innerHTML = (await response.json()).html;
    const samples = document.querySelectorAll(".samples pre");
    for (const [index, { innerHTML }] of [...written.content.querySelectorAll("pre")].entries())
      if (samples[index]) samples[index].innerHTML = innerHTML;
    named = findNamed();
    applyKey();
  } catch {
    // The samples keep their last call.
  }
}
if (place.dataset.answer) fillIn();

/** Loads the response to the example. */
async function fillIn() {
  const { answer } = place.dataset;
  place.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(`${answer}?part=shown`);
    // The reader may have sent a request in the meantime.
    if (response.ok && place.dataset.answer) place.innerHTML = await response.text();
  } catch {
    // The link to the response remains.
  } finally {
    place.removeAttribute("aria-busy");
  }
}

async function send(form) {
  const [button, cancel] = form.querySelectorAll(".send button");
  const progress = form.querySelector(".progress");
  const going = new AbortController();
  clearFaults(form);
  const { keyed, trial } = form.dataset;
  if (keyed !== undefined && trial === undefined && readKey() === "") {
    const link = make("a", { href: "#page-key" }, "your API key");
    link.onclick = () => keyField.focus();
    progress.replaceChildren("This endpoint requires ", link);
    return;
  }
  if (form.hasAttribute("data-lasting") && !form.hasAttribute("data-pressed")) {
    form.setAttribute("data-pressed", "");
    progress.textContent = "This permanently changes keys or accounts. Press Send again to confirm";
    return;
  }
  form.removeAttribute("data-pressed");
  let request;
  try {
    request = await buildRequest(form);
  } catch (fault) {
    markFault(form, fault.location, fault.message);
    progress.textContent = fault.message;
    return;
  }
  const began = performance.now();
  const since = () => ((performance.now() - began) / 1000).toFixed(1);
  progress.textContent = "Sent";
  const clock = setInterval(() => {
    progress.textContent = `${since()} s`;
  }, 1000);
  button.disabled = true;
  cancel.hidden = false;
  cancel.onclick = () => going.abort();
  try {
    const { url, ...init } = request;
    // A cached response would show an outdated number of remaining calls.
    const response = await fetch(url, { ...init, cache: "no-store", signal: going.signal });
    const blob = await response.blob();
    const ms = Math.round(performance.now() - began);
    delete place.dataset.answer;
    place.replaceChildren(...(await view(response, { blob, ms })));
    place.scrollIntoView({ block: "nearest" });
    progress.textContent = response.ok
      ? `Completed in ${ms} ms`
      : `Failed with status ${response.status}`;
    if (!response.ok) await markFaults(form, blob);
  } catch (error) {
    progress.textContent = going.signal.aborted
      ? "Cancelled"
      : `Cannot reach the hub: ${error.message}`;
  } finally {
    clearInterval(clock);
    button.disabled = false;
    cancel.hidden = true;
  }
}

/** Builds the request of a form. Throws if a JSON field is invalid or the hub can't be reached. */
async function buildRequest(form) {
  const { method, target, trial } = form.dataset;
  const key = readKey();
  const byTrial = trial !== undefined && key === "";
  let path = byTrial ? trial : target;
  const query = new URLSearchParams();
  const body = {};
  const files = [];
  for (const field of form.querySelectorAll("[data-in]")) {
    const { in: part, name, kind } = field.dataset;
    if (kind === "file" || kind === "files") {
      const chosen = field.files.length > 0 ? [...field.files] : await loadSamples(form, name);
      files.push(...chosen.map((file) => [name, file]));
      continue;
    }
    if (field.value.trim() === "" && part !== "path") continue;
    if (path.split("/").includes(`:${name}`))
      path = path.replace(`:${name}`, () => encodeURIComponent(field.value));
    else if (part === "body" && !byTrial) body[name] = valueIn(field);
    // The keyless sample uses the example's values for omitted fields.
    else if (!byTrial || kind !== "json" || field.value !== field.defaultValue)
      query.set(name, kind === "json" ? jsonText(field) : field.value);
  }
  const url = query.size > 0 ? `${path}?${query}` : path;
  if (byTrial) return { url, method: "GET" };
  const headers = key && form.hasAttribute("data-keyed") ? { "x-api-key": key } : {};
  if (!form.querySelector('[data-in="body"]')) return { url, method, headers };
  if (files.length === 0) {
    headers["content-type"] = "application/json";
    return { url, method, headers, body: JSON.stringify(body) };
  }
  const parts = new FormData();
  for (const [name, value] of Object.entries(body))
    parts.append(name, typeof value === "object" ? JSON.stringify(value) : value);
  for (const [name, file] of files) parts.append(name, file);
  return { url, method, headers, body: parts };
}

/** Loads the example's files of a field, unless the reader has unchecked them. */
async function loadSamples(form, name) {
  if (!form.querySelector(`[data-sample="${name}"]`)?.checked) return [];
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(`.files [data-field="${name}"]`);
  return Promise.all(
    [...links].map(async ({ href, download }) => {
      const blob = await (await fetch(href)).blob();
      return new File([blob], download, { type: blob.type });
    }),
  );
}

function valueIn(field) {
  const { kind } = field.dataset;
  const { value } = field;
  if (kind === "boolean") return value === "true";
  // Other text is sent unchanged, so that the hub reports the error.
  if (kind === "number") return Number.isNaN(Number(value)) ? value : Number(value);
  return kind === "json" ? parse(field) : value;
}

/** Parses a JSON field. Bare words are strings. */
function parse({ value, dataset: { in: place, name } }) {
  try {
    return JSON.parse(value);
  } catch {
    if (!/^\s*[[{"]/.test(value)) return value;
    throw Object.assign(new Error(`${name} must be valid JSON`), {
      location: `${place}.${name}`,
    });
  }
}

function jsonText(field) {
  const value = parse(field);
  return typeof value === "string" ? value : JSON.stringify(value);
}

function clearFaults(form) {
  for (const fault of form.querySelectorAll(".fault")) fault.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}

async function markFaults(form, blob) {
  try {
    const { errors = [] } = JSON.parse(await blob.text());
    for (const { location, message } of errors) markFault(form, location, message);
  } catch {
    // The response is shown unchanged.
  }
}

/** Shows an error at its field: `body.items[0].price` belongs to the field `items`. */
function markFault(form, location = "", message = "") {
  const [place, rest = ""] = [location.split(".")[0], location.slice(location.indexOf(".") + 1)];
  const name = rest.split(/[.[]/)[0];
  const fields = [...form.querySelectorAll("[data-in]")].filter(
    ({ dataset }) => dataset.name === name,
  );
  const field = fields.find(({ dataset }) => dataset.in === place) ?? fields[0];
  if (!field) return;
  for (let at = field.closest("details"); at; at = at.parentElement.closest("details"))
    at.open = true;
  const fault = make("p", { class: "fault", id: `${field.id}-fault` }, message);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", fault.id);
  field.after(fault);
  field.focus();
}

async function view(response, { blob, ms }) {
  const url = URL.createObjectURL(blob);
  const type = blob.type.split(";")[0];
  const left = /;r=(\d+)/.exec(response.headers.get("ratelimit"))?.[1];
  const facts = [type || "no content", sizeText(blob.size), `${ms} ms`];
  if (left) facts.push(`${left} calls left`);
  return [
    make(
      "p",
      { class: "outcome" },
      make("span", { class: `status ${response.ok ? "fine" : "failed"}` }, String(response.status)),
      ...facts.flatMap((fact) => [" ", make("span", {}, fact)]),
      ...(blob.size > 0
        ? [" ", make("a", { href: url, download: getFileName(type) }, "Save")]
        : []),
    ),
    ...(blob.size > 0 ? [await body(type, { blob, url })] : []),
  ];
}

async function body(type, { blob, url }) {
  if (type.startsWith("image/"))
    return make(
      "figure",
      { class: "shot" },
      make("img", { src: url, alt: "Response to your request" }),
    );
  if (type.startsWith("audio/"))
    return make("audio", { controls: "", src: url, "aria-label": "Response to your request" });
  if (type === "application/pdf") return drawFirstPage(blob, url);
  if (/json$/.test(type)) return json(await blob.text());
  if (/^text\/|xml|yaml|javascript/.test(type)) return plain(await blob.text());
  return make("p", {}, "Binary file. Save it to open it in another program.");
}

/** Shows the first page of a PDF, or links to it if it can't be drawn. */
async function drawFirstPage(blob, url) {
  const link = (content) => make("a", { href: url, target: "_blank" }, content);
  const data = new FormData();
  data.append("file", new File([blob], "answer.pdf", { type: "application/pdf" }));
  for (const [name, value] of [
    ["pages", "1"],
    ["dpi", "80"],
    ["format", "png"],
  ])
    data.append(name, value);
  const headers = { "x-api-key": readKey() };
  const drawn = await fetch(call.dataset.preview, { method: "POST", headers, body: data }).catch(
    () => undefined,
  );
  const picture = drawn?.ok ? await drawn.blob() : undefined;
  if (!picture?.type.startsWith("image/")) return make("p", {}, link("Open the PDF"));
  const image = make("img", {
    src: URL.createObjectURL(picture),
    alt: "First page of the response",
  });
  return make("figure", { class: "shot page" }, link(image));
}

function json(text) {
  try {
    const tree = branch(JSON.parse(text), { depth: 0, left: { values: valuesMax } });
    return make(
      "div",
      { class: "json", tabindex: "0", role: "group", "aria-label": "Response as JSON" },
      tree,
    );
  } catch {
    return plain(text);
  }
}

/** Renders a value as an expandable tree. */
function branch(value, { depth, left }, name) {
  left.values--;
  const label =
    name === undefined ? [] : [make("span", { class: "k" }, JSON.stringify(name)), ": "];
  if (typeof value !== "object" || value === null) return make("div", {}, ...label, scalar(value));
  const isList = Array.isArray(value);
  const entries = isList ? value.map((item) => [undefined, item]) : Object.entries(value);
  const [open, close] = isList ? "[]" : "{}";
  if (entries.length === 0) return make("div", {}, ...label, open + close);
  const shown = entries.slice(0, Math.max(1, Math.min(itemsMax, left.values)));
  const count = `${entries.length} ${isList ? "item" : "field"}${entries.length === 1 ? "" : "s"}`;
  const rest = entries.length - shown.length;
  return make(
    "details",
    depth < openDepth ? { open: "" } : {},
    make("summary", {}, ...label, open, make("span", { class: "count" }, count)),
    make(
      "div",
      { class: "in" },
      ...shown.map(([key, item]) => branch(item, { depth: depth + 1, left }, key)),
      ...(rest > 0 ? [make("div", { class: "count" }, `and ${rest} more`)] : []),
    ),
    close,
  );
}

function scalar(value) {
  if (typeof value !== "string")
    return make("span", { class: typeof value === "number" ? "n" : "b" }, String(value));
  const cut = value.length > textMax ? `${value.slice(0, textMax)}…` : value;
  return make("bdi", { class: "s" }, JSON.stringify(cut));
}

function plain(text) {
  return make("pre", { tabindex: "0", dir: "auto" }, text.slice(0, 20_000));
}

function getFileName(type) {
  const ending = { "image/svg+xml": "svg", "audio/mpeg": "mp3", "text/plain": "txt" }[type];
  return `answer.${ending ?? type.split("/")[1]?.split("+").at(-1) ?? "bin"}`;
}

function sizeText(bytes) {
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KiB`;
}

function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
