// Runs the form of a tool: sends it, shows the result, keeps the link up to date, and writes the call as code.
/** @type {HTMLFormElement} */
const form = document.querySelector("form.tool");
/** @type {HTMLElement} */
const result = document.querySelector(".tool-result");
/** @type {HTMLElement} */
const progress = form.querySelector(".progress");
/** @type {HTMLButtonElement} */
const runButton = form.querySelector(".tool-send button");
/** @type {HTMLButtonElement} */
const cancelButton = form.querySelector("[name=cancel]");
/** Limits on shown rows, and the longest text that is shown. */
const [rowsMax, textMax, linkMax] = [200, 20_000, 2000];
/** The time without typing after which a live tool runs. */
const liveMs = 700;
/** @type {AbortController | undefined} */
let running;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  run();
});
cancelButton.addEventListener("click", () => running?.abort());
form.addEventListener("click", (event) => {
  const target = /** @type {HTMLButtonElement} */ (event.target);
  const { name } = target;
  if (name === "remove") target.closest("[data-row]").remove();
  if (name !== "add") return;
  const template = target.closest("[data-control=rows]").querySelector("template");
  template.before(template.content.cloneNode(true));
  /** @type {HTMLElement | null} */
  const added = template.previousElementSibling.querySelector("input, select, textarea");
  added?.focus();
});
let waiting;
form.addEventListener("input", () => {
  clearTimeout(waiting);
  keepLink();
  if (form.hasAttribute("data-live") && form.checkValidity()) waiting = setTimeout(run, liveMs);
});

for (const type of ["dragover", "drop", "paste"]) document.addEventListener(type, takeFiles);

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
    case "files":
      for (const file of field.files) files.push([name, file]);
      return undefined;
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
        .map(toItem);
      return items.length > 0 ? items : undefined;
    }
  }
  if (field.value === "" || (field.value === standard && !field.required)) return undefined;
  return control === "number" ? Number(field.value) : field.value;
}

function toItem(text) {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
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

function buildRequest({ params, query, body, files }) {
  const { method } = form.dataset;
  const path = form
    .getAttribute("action")
    .replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, asText(value)]),
  );
  const url = search.size > 0 ? `${path}?${search}` : path;
  /** @type {HTMLInputElement | null} */
  const keyField = document.querySelector("#page-key");
  const key = globalThis.keyStore?.read() || keyField?.value;
  const headers = form.hasAttribute("data-keyed") && key ? { "x-api-key": key } : {};
  if (method === "GET") return { url, method, headers };
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

async function run() {
  clearTimeout(waiting);
  running?.abort();
  const own = new AbortController();
  running = own;
  clearFaults();
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
    if (response.ok) {
      result.replaceChildren(...(await show(blob, own.signal)));
      progress.textContent = "Done";
      await writeCode(call);
    } else await showFault(blob);
  } catch (error) {
    if (running === own)
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

function clearFaults() {
  for (const fault of form.querySelectorAll(".fault")) fault.remove();
  for (const field of form.querySelectorAll("[aria-invalid]"))
    field.removeAttribute("aria-invalid");
}

/** Shows why the hub refused a call: at the field, if it is about one. */
async function showFault(blob) {
  const problem = await blob
    .text()
    .then(JSON.parse)
    .catch(() => ({ detail: "The hub did not answer" }));
  const [first] = problem.errors ?? [];
  const names = (first?.location ?? "")
    .split(/[.[\]]+/)
    .slice(1)
    .filter((name) => name && !/^\d+$/.test(name));
  const field = names
    .toReversed()
    .map((name) => form.querySelector(`[data-name="${CSS.escape(name)}"]`))
    .find(Boolean);
  const text = tidy(first?.message ?? problem.detail, first?.location, field);
  progress.textContent = field ? "Please correct the marked field" : text;
  if (!field) return;
  for (let at = field.closest("details"); at; at = at.parentElement.closest("details"))
    at.open = true;
  field.setAttribute("aria-invalid", "true");
  (field.closest("label") ?? field).append(make("strong", { class: "fault" }, text));
  field.focus();
}

/** Writes a message about a field without the field's name in the request. */
function tidy(message, location, field) {
  const rest =
    location && message.startsWith(location) ? message.slice(location.length).trim() : message;
  const label = field?.closest("label")?.querySelector("span")?.firstChild?.textContent ?? "This";
  return rest === message ? message : `${label} ${rest}`;
}

/** Shows a result: as picture, player, first page, table or text, with buttons to save and copy it. */
async function show(blob, signal) {
  const type = blob.type.split(";")[0];
  const url = URL.createObjectURL(blob);
  const save = make("a", { class: "button", href: url, download: getFileName(type) }, "Download");
  const size = blob.size < 1000 ? `${blob.size} bytes` : `${(blob.size / 1024).toFixed(1)} KiB`;
  const actions = make(
    "p",
    { class: "tool-actions" },
    save,
    " ",
    make("span", { class: "note" }, size),
  );
  if (type === "image/svg+xml" || type.startsWith("image/"))
    return [make("figure", { class: "shot" }, make("img", { src: url, alt: "Result" })), actions];
  if (type.startsWith("audio/"))
    return [make("audio", { controls: "", src: url, "aria-label": "Result" }), actions];
  if (type === "application/pdf") return [...(await drawFirstPage(blob, signal)), actions];
  if (!/^text\/|json$|xml|yaml|javascript/.test(type)) return [actions];
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

async function drawFirstPage(blob, signal) {
  const { preview } = form.dataset;
  if (!preview) return [];
  const data = new FormData();
  data.append("file", new File([blob], "result.pdf", { type: "application/pdf" }));
  data.append("pages", "1");
  data.append("dpi", "80");
  data.append("format", "png");
  const response = await fetch(preview, {
    method: "POST",
    body: data,
    signal,
    headers: buildRequest({ params: {}, query: {}, body: {}, files: [["file", blob]] }).headers,
  });
  const drawn = response.ok ? await response.blob() : undefined;
  if (!drawn?.type.startsWith("image/")) return [];
  return [
    make(
      "figure",
      { class: "shot page" },
      make("img", { src: URL.createObjectURL(drawn), alt: "First page of the result" }),
    ),
  ];
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
  return make("pre", { tabindex: "0", dir: "auto" }, text.slice(0, textMax));
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

async function writeCode({ files, ...parts }) {
  const uploads = files.map(([field, { name, type }]) => ({ field, name: name ?? "file", type }));
  const response = await fetch(form.dataset.code, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ...parts, files: uploads }),
  });
  if (!response.ok) return;
  const { html } = await response.json();
  const place = document.querySelector(".tool-samples");
  const chosen = place.querySelector("input:checked")?.id;
  place.innerHTML = html;
  const input = chosen && document.getElementById(chosen);
  if (input) /** @type {HTMLInputElement} */ (input).checked = true;
}

function make(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}
