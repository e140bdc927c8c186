// Shows search results below the search field while typing: a combobox with a list, as in the ARIA
// Authoring Practices. Without JavaScript the form opens the search page.
/** @type {HTMLFormElement} */
const form = document.querySelector("form.find");
const field = form.querySelector("input");
const list = Object.assign(document.createElement("ul"), { id: "find-results", hidden: true });
const told = Object.assign(document.createElement("p"), { className: "unseen" });
list.setAttribute("role", "listbox");
list.setAttribute("aria-label", "Results");
told.setAttribute("role", "status");
form.append(list, told);
for (const [name, value] of Object.entries({
  role: "combobox",
  "aria-autocomplete": "list",
  "aria-controls": "find-results",
  "aria-expanded": "false",
  "aria-keyshortcuts": "/",
}))
  field.setAttribute(name, value);

const waitMs = 120;
let waiting;
let asked = 0;
let active = -1;

field.addEventListener("input", () => {
  clearTimeout(waiting);
  waiting = setTimeout(find, waitMs);
});
field.addEventListener("focus", () => field.value.trim() && list.hidden && find());
field.addEventListener("blur", close);
field.addEventListener("keydown", onKey);
// Keeps the focus in the field: otherwise the list would close before the click.
list.addEventListener("mousedown", (event) => event.preventDefault());
list.addEventListener("click", ({ target }) =>
  open(/** @type {Element} */ (target).closest("[role=option]")),
);
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/** @type {Element} */ (event.target).closest?.("input, textarea, select, [contenteditable]"))
    return;
  event.preventDefault();
  field.focus();
  field.select();
});

async function find() {
  const query = field.value.trim();
  const turn = ++asked;
  if (query === "") return close();
  const answer = await ask(query);
  // Discards responses to earlier input.
  if (turn !== asked || document.activeElement !== field) return;
  if (typeof answer === "string") {
    close();
    told.textContent = answer;
    return;
  }
  show(answer.length > 0 ? answer : [suggestServices(query)]);
  if (answer.length === 0) told.textContent = "No results. See all services";
}

/** Returns a way on for a search that finds nothing. */
function suggestServices(query) {
  const href = form.action.replace(/\/search$/, "#services");
  return { kind: "page", title: "See all services", detail: `No results for “${query}”`, href };
}

async function ask(query) {
  try {
    const response = await fetch(`${form.action}?${new URLSearchParams({ q: query })}`, {
      headers: { accept: "application/json" },
    });
    const answer = await response.json();
    return response.ok ? answer.results : answer.detail;
  } catch {
    return "Cannot reach the hub";
  }
}

function show(results) {
  const chosen = list.children[active]?.getAttribute("data-href");
  list.replaceChildren(...results.map(option));
  // Results for more letters keep the choice that the first letters led to.
  const options = [...list.children];
  mark(
    options,
    options.findIndex((item) => item.getAttribute("data-href") === chosen),
  );
  list.hidden = false;
  field.setAttribute("aria-expanded", "true");
  told.textContent = `${results.length} ${results.length === 1 ? "result" : "results"}`;
}

function option({ kind, title, detail, href }, index) {
  const item = document.createElement("li");
  item.id = `find-result-${index}`;
  item.dataset.href = href;
  item.setAttribute("role", "option");
  item.setAttribute("aria-selected", "false");
  for (const [tag, text] of [
    ["strong", title],
    ["small", kind],
    ["span", detail],
  ])
    item.append(Object.assign(document.createElement(tag), { textContent: text }), " ");
  return item;
}

function onKey(event) {
  const options = [...list.children];
  if (event.key === "Escape") {
    if (list.hidden) field.value = "";
    close();
  } else if (event.key === "Enter" && active >= 0 && !list.hidden) open(options[active]);
  else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && list.hidden) void find();
  else if (event.key === "ArrowDown") mark(options, active + 1);
  else if (event.key === "ArrowUp") mark(options, active < 0 ? options.length - 1 : active - 1);
  else return;
  event.preventDefault();
}

/** Selects an option, or none if the index is past the end. */
function mark(options, index) {
  options[active]?.setAttribute("aria-selected", "false");
  active = index < options.length ? index : -1;
  const chosen = options[active];
  if (!chosen) return field.removeAttribute("aria-activedescendant");
  chosen.setAttribute("aria-selected", "true");
  chosen.scrollIntoView({ block: "nearest" });
  field.setAttribute("aria-activedescendant", chosen.id);
}

function open(item) {
  if (!item) return;
  close();
  location.assign(item.dataset.href);
}

function close() {
  clearTimeout(waiting);
  asked++;
  active = -1;
  list.hidden = true;
  field.setAttribute("aria-expanded", "false");
  field.removeAttribute("aria-activedescendant");
}
