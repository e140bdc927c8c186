// Runs the form of an endpoint, on its documentation page and on the page of its tool: sends it, shows the result, keeps
// the samples and the link up to date. Documentation also shows captured responses to the examples.
/** @type {HTMLFormElement | null} */
const form = document.querySelector("form.tool");
/** @type {HTMLElement} */
const result = document.querySelector(".tool-result, .captured");
/** Whether this is a page of the documentation, which shows the status and all of a response. */
const isReference = result.matches(".captured");
/** @type {HTMLElement | undefined} */
const progress = form?.querySelector(".progress");
/** @type {HTMLButtonElement | undefined} */
const runButton = form?.querySelector(".tool-send button");
/** @type {HTMLButtonElement | undefined} */
const cancelButton = form?.querySelector("[name=cancel]");
/** @type {HTMLInputElement | null} */
const keyField = document.querySelector("#page-key");
const stands = "YOUR_KEY";
/** Limits on shown rows, texts and links. */
const [rowsMax, plainMax, linkMax] = [200, 20_000, 2000];
/** Number of expanded JSON levels, and limits on the shown items, values and texts. */
const [openDepth, itemsMax, valuesMax, textMax] = [2, 100, 1000, 2000];
/** The time without typing after which a live tool runs, and samples follow the form. */
const [liveMs, sampleMs] = [700, 300];
/** @type {AbortController | undefined} */
let running;
let waiting;

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

function applyKey() {
  const key = keyField?.value.trim() || stands;
  // The complaint about a missing key.
  if (key !== stands)
    document.querySelector(".progress a[href='#page-key']")?.parentElement.replaceChildren();
  for (const { node, text } of named) node.data = text.replaceAll(stands, () => key);
}

if (form) connectForm();
if (result.dataset.answer) fillIn();

function connectForm() {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    run();
  });
  cancelButton.addEventListener("click", () => running?.abort());
  form.addEventListener("click", changeRows);
  form.addEventListener("input", follow);
  for (const type of ["dragover", "drop", "paste"]) document.addEventListener(type, takeFiles);
  if (isReference) fillFromLink();
}

/** Adds or removes a row of a list. */
function changeRows(event) {
  const target = /** @type {HTMLButtonElement} */ (event.target);
  const { name } = target;
  if (name === "remove") target.closest("[data-row]").remove();
  if (name === "add") {
    const template = target.closest("[data-control=rows]").querySelector("template");
    template.before(template.content.cloneNode(true));
    /** @type {HTMLElement | null} */
    const added = template.previousElementSibling.querySelector("input, select, textarea");
    added?.focus();
  }
  if (name === "add" || name === "remove") follow();
}

/** Brings what depends on the form up to date after a change. */
function follow() {
  clearTimeout(waiting);
  if (isReference) waiting = setTimeout(writeSamples, sampleMs);
  else keepLink();
  if (form.hasAttribute("data-live") && form.checkValidity()) waiting = setTimeout(run, liveMs);
}

async function writeSamples() {
  try {
    await writeCode(await readForm());
  } catch {
    // The samples keep their last call.
  }
}

/** Fills the form with the values of a link: `?data=hello`, or `#data=hello`, which isn't sent to the server. */
function fillFromLink() {
  let isFilled = false;
  const values = [location.search, location.hash.slice(1)].map((part) => new URLSearchParams(part));
  for (const [name, value] of values.flatMap((part) => [...part])) {
    /** @type {HTMLInputElement | null} */
    const field = form.querySelector(`[data-part] > label [data-name="${CSS.escape(name)}"]`);
    if (!field || field.type === "file" || field.type === "password") continue;
    if (field.type === "checkbox") field.checked = value === "true";
    else field.value = field.type === "color" ? `#${value.replace("#", "")}` : value;
    openAround(field);
    isFilled = true;
  }
  if (isFilled) writeSamples();
}

function openAround(field) {
  for (let at = field.closest("details"); at; at = at.parentElement.closest("details"))
    at.open = true;
}

/** Takes files that are dropped on the page, or pasted. */
function takeFiles(event) {
  const { files } = event.dataTransfer ?? event.clipboardData ?? {};
  /** @type {HTMLInputElement | null} */
  const field = form.querySelector("input[type=file]");
  if (!field || (event.type !== "dragover" && !files?.length)) return;
  if (event.type === "paste" && event.target.matches("textarea, input")) return;
  event.preventDefault();
  if (event.type === "dragover") return;
  const chosen = new DataTransfer();
  const own = field.multiple ? [...field.files, ...files] : [files[0]];
  for (const file of own) chosen.items.add(file);
  field.files = chosen.files;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Returns the values of a group, by name. Files are added to `files`. */
async function collect(group, files) {
  const values = {};
  for (const field of listFields(group)) {
    const { name, control } = field.dataset;
    const value = await read(field, files);
    if (value !== undefined && control !== "file" && control !== "files") values[name] = value;
  }
  return values;
}

/** Lists the fields of a group, without those of groups inside. */
function listFields(group) {
  const parent = (field) =>
    field.parentElement.closest("[data-control=object], [data-row], [data-part]");
  return [...group.querySelectorAll("[data-control]")].filter((field) => parent(field) === group);
}

async function read(field, files) {
  const { name, control, default: standard } = field.dataset;
  switch (control) {
    case "object": {
      const inside = await collect(field, files);
      return Object.keys(inside).length > 0 ? inside : undefined;
    }
    case "rows": {
      const rows = await Promise.all(
        [...field.children]
          .filter((row) => row.matches("[data-row]"))
          .map((row) => collect(row, files)),
      );
      const filled = rows.filter((row) => Object.keys(row).length > 0);
      return filled.length > 0 ? filled : undefined;
    }
    case "file":
    case "files": {
      const chosen = field.files.length > 0 ? field.files : await loadSamples(name);
      for (const file of chosen) files.push([name, file]);
      return undefined;
    }
    case "json":
      return field.value.trim() === "" ? undefined : parseField(field);
    case "data-file":
      return field.files[0] && (await readBase64(field.files[0]));
    case "check":
      return String(field.checked) === standard ? undefined : field.checked;
    case "color":
      return field.value.slice(1) === standard?.replace("#", "").toLowerCase()
        ? undefined
        : field.value.slice(1);
    case "list": {
      const items = field.value
        .split("\n")
        .map((item) => item.trim())
        .filter(Boolean)
        .map((item) =>
          "numbers" in field.dataset && !Number.isNaN(Number(item)) ? Number(item) : item,
        );
      return items.length > 0 ? items : undefined;
    }
  }
  if (field.value === "" || (field.value === standard && !field.required)) return undefined;
  return control === "number" ? Number(field.value) : field.value;
}

/** Loads the files of the example, unless the reader has unchecked them. */
async function loadSamples(name) {
  if (!form.querySelector(`[data-sample="${name}"]:checked`)) return [];
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const links = document.querySelectorAll(`.files [data-field="${name}"]`);
  return Promise.all(
    [...links].map(async ({ href, download }) => {
      const blob = await (await fetch(href)).blob();
      return new File([blob], download, { type: blob.type });
    }),
  );
}

/** Parses a field with JSON. Bare words are strings. */
function parseField({ value, dataset: { name } }) {
  try {
    return JSON.parse(value);
  } catch {
    if (!/^\s*[[{"]/.test(value)) return value;
    throw Object.assign(new Error(`${name} must be valid JSON`), { location: name });
  }
}

async function readBase64(file) {
  const reader = new FileReader();
  const done = new Promise((resolve) => reader.addEventListener("load", resolve));
  reader.readAsDataURL(file);
  await done;
  return String(reader.result).split(",")[1];
}

/**
 * Returns the groups of fields, one for each part of the request.
 * @returns {NodeListOf<HTMLElement>}
 */
function listGroups() {
  return form.querySelectorAll("[data-part]");
}

/** Reads the form: the values by their part of the request, and the files. */
async function readForm() {
  const files = [];
  const parts = { params: {}, query: {}, body: {} };
  for (const group of listGroups())
    Object.assign(parts[group.dataset.part], await collect(group, files));
  return { ...parts, files };
}

function asText(value) {
  if (Array.isArray(value)) return value.map(asText).join(",");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** Returns the reader's key, or an empty text. */
function readKey() {
  return globalThis.keyStore?.read() || keyField?.value.trim() || "";
}

/** Builds a request. Without a key, the keyless sample is called if there is one. */
function buildRequest({ params, query, body, files }) {
  const { method, target, trial } = form.dataset;
  const isKeyed = form.hasAttribute("data-keyed");
  const key = isKeyed ? readKey() : "";
  const byTrial = trial !== undefined && key === "";
  const given = byTrial ? { ...params, ...query, ...body } : query;
  const path = (byTrial ? trial : target).replace(/:(\w+)/g, (_, name) => {
    const value = byTrial ? given[name] : params[name];
    delete given[name];
    return encodeURIComponent(value ?? "");
  });
  const search = new URLSearchParams(
    Object.entries(given).map(([name, value]) => [name, asText(value)]),
  );
  const url = search.size > 0 ? `${path}?${search}` : path;
  if (byTrial) return { url, method: "GET" };
  const headers = key ? { "x-api-key": key } : {};
  if (method === "GET" || !form.querySelector("[data-part=body]")) return { url, method, headers };
  if (files.length === 0)
    return {
      url,
      method,
      headers: { ...headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    };
  const data = new FormData();
  for (const [name, value] of Object.entries(body))
    for (const item of [value].flat())
      data.append(name, typeof item === "object" ? JSON.stringify(item) : item);
  for (const [name, file] of files) data.append(name, file);
  return { url, method, headers, body: data };
}

/** Returns why the form can't be sent yet, if it can't. */
function findObstacle() {
  const { keyed, trial } = form.dataset;
  if (keyed !== undefined && trial === undefined && readKey() === "") {
    const link = make("a", { href: "#page-key" }, "your API key");
    link.onclick = () => keyField.focus();
    return ["This requires ", link];
  }
  if (form.hasAttribute("data-lasting") && form.toggleAttribute("data-pressed"))
    return ["This permanently changes keys or accounts. Press Send again to confirm"];
  return undefined;
}

async function run() {
  clearTimeout(waiting);
  running?.abort();
  const own = new AbortController();
  running = own;
  clearFaults();
  const obstacle = findObstacle();
  if (obstacle) return progress.replaceChildren(...obstacle);
  const began = performance.now();
  const clock = setInterval(() => {
    progress.textContent = `Working: ${Math.round((performance.now() - began) / 1000)} s`;
  }, 1000);
  progress.textContent = "Working";
  runButton.disabled = !form.hasAttribute("data-live");
  cancelButton.hidden = false;
  try {
    const call = await readForm();
    const { url, ...init } = buildRequest(call);
    const response = await fetch(url, { ...init, cache: "no-store", signal: own.signal });
    const blob = await response.blob();
    const ms = Math.round(performance.now() - began);
    if (response.ok || isReference) {
      delete result.dataset.answer;
      const shown = isReference
        ? view(response, { blob, ms, signal: own.signal })
        : show(blob, own.signal);
      result.replaceChildren(...(await shown));
      result.scrollIntoView({ block: "nearest" });
    }
    if (response.ok) {
      clearInterval(clock);
      progress.textContent = "Done";
      await writeCode(call);
    } else showFaults(await readProblem(blob));
  } catch (error) {
    if (error.location) showFaults({ errors: [error] });
    else if (running === own)
      progress.textContent = own.signal.aborted
        ? "Cancelled"
        : `The hub cannot be reached: ${error.message}`;
  } finally {
    clearInterval(clock);
    if (running === own) {
      runButton.disabled = false;
      cancelButton.hidden = true;
    }
  }
}

async function readProblem(blob) {
  return parse(await blob.text()) ?? { detail: "The hub did not answer" };
}

function clearFaults() {
  for (const fault of form.querySelectorAll(".fault")) fault.remove();
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}

/**
 * Shows why the hub refused a call: at the fields, if it is about any.
 * @param {{ errors?: { location?: string, message: string }[], detail?: string }} problem
 */
function showFaults({ errors = [], detail }) {
  const marked = errors.map(markFault).filter(Boolean);
  progress.textContent =
    marked.length > 0
      ? `Please correct the marked field${marked.length > 1 ? "s" : ""}`
      : (errors[0]?.message ?? detail);
  marked[0]?.focus();
}

/**
 * Shows an error at its field, and returns the field if there is one.
 * @returns {HTMLElement | undefined}
 */
function markFault({ location = "", message }, index) {
  const names = location.split(/[.[\]]+/).filter((name) => name && !/^\d+$/.test(name));
  const find = (name) =>
    /** @type {HTMLElement | null} */ (form.querySelector(`[data-name="${CSS.escape(name)}"]`));
  const field = names.toReversed().map(find).find(Boolean);
  if (!field) return undefined;
  const id = `fault-${index}`;
  openAround(field);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", id);
  const text = isReference ? message : tidy(message, location, field);
  (field.closest("label") ?? field).append(make("strong", { class: "fault", id }, text));
  return field;
}

/** Writes a message about a field without the field's name in the request. */
function tidy(message, location, field) {
  const rest =
    location && message.startsWith(location) ? message.slice(location.length).trim() : message;
  const label = field?.closest("label")?.querySelector("span")?.firstChild?.textContent ?? "This";
  return rest === message ? message : `${label} ${rest}`;
}

/** Shows a result of a tool, with buttons to save and copy it. */
async function show(blob, signal) {
  const type = blob.type.split(";")[0];
  const url = URL.createObjectURL(blob);
  const save = make("a", { class: "button", href: url, download: getFileName(type) }, "Download");
  const size = make("span", { class: "note" }, sizeText(blob.size));
  const actions = make("p", { class: "tool-actions" }, save, " ", size);
  const drawn = await draw(type, { blob, url, signal });
  if (drawn || !isText(type)) return [...(drawn ? [drawn] : []), actions];
  const text = await blob.text();
  const value = /json$/.test(type) ? parse(text) : undefined;
  const main = value && findMainText(value);
  const copy = make("button", { type: "button", class: "plain" }, "Copy");
  copy.addEventListener("click", () =>
    widgets.copy(main ?? text, (said) => {
      progress.textContent = said;
    }),
  );
  actions.append(" ", copy);
  if (main !== undefined) {
    save.setAttribute("href", URL.createObjectURL(new Blob([main])));
    save.setAttribute("download", "result.txt");
  }
  return [main === undefined && value ? table(value) : plain(main ?? text), actions];
}

/** Shows a response as the documentation shows that of the example. */
async function view(response, { blob, ms, signal }) {
  const url = URL.createObjectURL(blob);
  const type = blob.type.split(";")[0];
  const left = /;r=(\d+)/.exec(response.headers.get("ratelimit"))?.[1];
  const facts = [type || "no content", sizeText(blob.size), `${ms} ms`];
  if (left) facts.push(`${left} calls left`);
  const outcome = make(
    "p",
    { class: "outcome" },
    make("span", { class: `status ${response.ok ? "fine" : "failed"}` }, String(response.status)),
    ...facts.flatMap((fact) => [" ", make("span", {}, fact)]),
  );
  if (blob.size === 0) return [outcome];
  outcome.append(" ", make("a", { href: url, download: getFileName(type) }, "Save"));
  const drawn = await draw(type, { blob, url, signal });
  if (drawn) return [outcome, drawn];
  if (!isText(type))
    return [outcome, make("p", {}, "Binary file. Save it to open it in another program.")];
  const text = await blob.text();
  return [outcome, /json$/.test(type) ? json(text) : plain(text)];
}

/** Shows a picture, a recording, or the first page of a PDF. Returns nothing for other files. */
async function draw(type, { blob, url, signal }) {
  if (type.startsWith("image/"))
    return make("figure", { class: "shot" }, make("img", { src: url, alt: "Result" }));
  if (type.startsWith("audio/"))
    return make("audio", { controls: "", src: url, "aria-label": "Result" });
  return type === "application/pdf" ? drawFirstPage({ blob, url, signal }) : undefined;
}

function isText(type) {
  return /^text\/|json$|xml|yaml|javascript/.test(type);
}

function sizeText(bytes) {
  return bytes < 1000 ? `${bytes} bytes` : `${(bytes / 1024).toFixed(1)} KiB`;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the text that a result is about, if one field has all of it. */
function findMainText(value) {
  const entries = Object.entries(value).filter(([name]) => name !== "success");
  const [name, text] =
    entries.find(([name]) => /^(?:text|output|result|formatted|short_url|summary)$/.test(name)) ??
    [];
  return name && typeof text === "string" ? text : undefined;
}

/** Shows the first page of a PDF, if this hub can draw it. */
async function drawFirstPage({ blob, url, signal }) {
  const { preview } = form.dataset;
  if (!preview) return undefined;
  const data = new FormData();
  data.append("file", new File([blob], "result.pdf", { type: "application/pdf" }));
  for (const [name, value] of Object.entries({ pages: "1", dpi: "80", format: "png" }))
    data.append(name, value);
  const key = readKey();
  const headers = key ? { "x-api-key": key } : {};
  const response = await fetch(preview, { method: "POST", body: data, signal, headers });
  const drawn = response.ok ? await response.blob() : undefined;
  if (!drawn?.type.startsWith("image/")) return undefined;
  const image = make("img", {
    src: URL.createObjectURL(drawn),
    alt: "First page of the result",
  });
  const link = make("a", { href: url, target: "_blank" }, image);
  return make("figure", { class: "shot page" }, link);
}

/** Shows values as a table: one row for each item of a list, or for each name. */
function table(value) {
  const body = make("tbody", {});
  const list = Array.isArray(value) ? value : undefined;
  const isFlat = list?.every(
    (one) => typeof one === "object" && one !== null && !Array.isArray(one),
  );
  const heads =
    list && isFlat ? [...new Set(list.flatMap((one) => Object.keys(one)))].slice(0, 12) : [];
  const rows = list ?? Object.entries(value).filter(([name]) => name !== "success");
  for (const row of rows.slice(0, rowsMax)) {
    const cells =
      heads.length > 0
        ? heads.map((name) => cell(row[name]))
        : list
          ? [cell(row)]
          : [make("th", { scope: "row" }, toLabel(row[0])), cell(row[1])];
    body.append(make("tr", {}, ...cells));
  }
  const head =
    heads.length > 0
      ? [
          make(
            "thead",
            {},
            make("tr", {}, ...heads.map((name) => make("th", { scope: "col" }, toLabel(name)))),
          ),
        ]
      : [];
  return make(
    "div",
    { class: "scroll", tabindex: "0", role: "group", "aria-label": "Result as a table" },
    make("table", {}, ...head, body),
  );
}

function cell(value) {
  if (typeof value === "object" && value !== null)
    return make("td", {}, Object.keys(value).length > 0 ? table(value) : "");
  const text = String(value ?? "");
  return make("td", { dir: "auto" }, text.length > 500 ? `${text.slice(0, 500)}…` : text);
}

function toLabel(name) {
  const text = name.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function plain(text) {
  return make("pre", { tabindex: "0", dir: "auto" }, text.slice(0, plainMax));
}

function getFileName(type) {
  const ending = { "image/svg+xml": "svg", "audio/mpeg": "mp3", "text/plain": "txt" }[type];
  return `result.${ending ?? type.split("/")[1]?.split("+").at(-1) ?? "bin"}`;
}

/** Writes the values of the form into the address, so that a link fills it in. Leaves out secrets and files. */
function keepLink() {
  const search = new URLSearchParams();
  for (const group of listGroups())
    for (const field of listFields(group)) {
      const { name, control, default: standard = "" } = field.dataset;
      if (!/^(?:choice|number|line|text|date)$/.test(control)) continue;
      if (field.value !== "" && field.value !== standard)
        search.set(`${group.dataset.part}.${name}`, field.value);
    }
  const link = search.size > 0 ? `?${search}` : location.pathname;
  if (link.length <= linkMax) history.replaceState(null, "", link);
}

/** Writes a call as code into the samples of the page. */
async function writeCode({ files, ...parts }) {
  if (!form.dataset.code) return;
  const uploads = files.map(([field, { name, type }]) => ({ field, name: name ?? "file", type }));
  const response = await fetch(form.dataset.code, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...parts, files: uploads }),
  });
  if (!response.ok) return;
  const written = make("template", {});
  written.innerHTML = (await response.json()).html;
  const samples = document.querySelectorAll(".samples pre");
  for (const [index, { innerHTML }] of [...written.content.querySelectorAll("pre")].entries())
    if (samples[index]) samples[index].innerHTML = innerHTML;
  named = findNamed();
  applyKey();
}

/** Loads the response to the example. */
async function fillIn() {
  const { answer } = result.dataset;
  result.setAttribute("aria-busy", "true");
  try {
    const response = await fetch(`${answer}?part=shown`);
    // The reader may have sent a request in the meantime.
    if (response.ok && result.dataset.answer) result.innerHTML = await response.text();
  } catch {
    // The link to the response remains.
  } finally {
    result.removeAttribute("aria-busy");
  }
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

function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
