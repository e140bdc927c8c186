// The account page. Only this script holds the key, and sends it to this hub in a header. It is gone when the page
// closes, unless the visitor has key.js remember it. It is never in a URL or a cookie.
const { element, group, copy, copyButton, confirmButton, bar, stackedColumns, table, say, run } =
  globalThis.widgets;

/**
 * An element of the page, of the kind that its template gives it.
 * @type {(id: string) => any}
 */
const byId = (id) => document.getElementById(id);
const signIn = byId("sign-in");
const noticesForm = byId("notices");
const keep = byId("keep").elements.remember;
/** The key, and the response of `GET /api-key` for it. */
let key = "";
/** The token of the person's session, if they are logged in. The cookie itself is hidden from scripts. */
let csrf = signIn.dataset.csrf ?? "";
let account;

/** An API error, with messages by field. */
class Refusal extends Error {
  /** @param {{ detail?: string, code?: string, errors?: object[] }} problem */
  constructor({ detail = "Unexpected response from the hub", code, errors = [] }) {
    super(detail);
    this.code = code;
    this.errors = errors;
  }
}

/** Resolves a path against the script's URL, since the hub can run under a base path. */
function locate(path) {
  return new URL(`..${path}`, import.meta.url).href;
}

/**
 * @param {string} method
 * @param {string} path
 * @param {{ body?: object, accept?: string }} options
 */
async function ask(method, path, { body, accept = "application/json" } = {}) {
  const used = key;
  const response = await fetch(locate(path), {
    method,
    cache: "no-store",
    credentials: used ? "omit" : "same-origin",
    headers: {
      ...(used ? { "x-api-key": used } : { "x-csrf-token": csrf }),
      accept,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Refusal({ detail: "Cannot reach the hub" });
  });
  if (response.ok) return response;
  const refusal = new Refusal(await response.json().catch(() => ({})));
  // The key has expired or was revoked, so there is nothing left to show.
  if (response.status === 401 && used === key) {
    csrf = "";
    if (keyStore.read() === key) keyStore.forget();
    if (account) forget(refusal.message);
  }
  throw refusal;
}

/** @param {Parameters<typeof ask>} request */
const read = async (...request) => (await ask(...request)).json();

/** Submits a form with `work` and shows API errors next to their fields. */
function onSend(form, work) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = event.submitter ?? form.querySelector("button");
    if (button.disabled) return;
    clearFaults(form);
    button.disabled = true;
    try {
      await work(form);
    } catch (error) {
      showFaults(form, error);
    } finally {
      button.disabled = false;
    }
  });
}

function clearFaults(form) {
  for (const fault of form.querySelectorAll(".fault")) fault.hidden = true;
  for (const input of form.querySelectorAll("[aria-invalid]")) {
    input.removeAttribute("aria-invalid");
    input.removeAttribute("aria-describedby");
  }
}

/** The field that an error code belongs to if the API names none. */
const fieldsByCode = { address_not_allowed: "webhook_url" };
let faults = 0;

function showFaults(form, { message, code, errors = [] }) {
  const told = errors.length > 0 ? errors : [{ location: `body.${fieldsByCode[code]}`, message }];
  for (const { location, message } of told) {
    const name = CSS.escape(location.split(".")[1] ?? "");
    const field = form.querySelector(`[data-field="${name}"]:not([hidden])`);
    const fault = (field ?? form).querySelector(field ? ".fault" : ":scope > .fault");
    fault.textContent = inWords(message, location);
    fault.id ||= `fault-${++faults}`;
    fault.hidden = false;
    // Screen readers announce a field's description on focus. Errors without a field go to the live region.
    if (field) describe(field.querySelector("input, select, textarea"), fault.id);
    else say(fault.textContent);
  }
  form.querySelector("[aria-invalid]")?.focus();
}

function describe(input, id) {
  input.setAttribute("aria-invalid", "true");
  input.setAttribute("aria-describedby", id);
}

/** Removes the field's JSON name from a message, since the message is shown next to the field. */
function inWords(message, location = "") {
  const rest = message.startsWith(`${location} `) ? message.slice(location.length + 1) : message;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** Formats a time like the other pages: `2026-01-31 12:00 UTC`. */
function timeText(time) {
  return `${time.slice(0, 16).replace("T", " ")} UTC`;
}

// Signing in and out

async function open(given) {
  // Such a text isn't valid in a header.
  if (!/^[\x21-\x7e]+$/.test(given)) throw new Refusal({ detail: "This is not an API key" });
  csrf = "";
  key = given;
  await refresh();
  if (!account) return;
  remember(signIn.elements.remember.checked);
  show();
}

/** Opens the account of the person who is logged in. */
async function openSession() {
  await refresh();
  if (account) show();
}

function show() {
  signIn.hidden = true;
  signIn.elements.api_key.value = "";
  byId("account").hidden = false;
  byId("you").focus();
}

/** Keeps the key of the page in the tab, or not. */
function remember(isWanted) {
  keep.checked = isWanted && keyStore.write(key);
  if (!keep.checked) keyStore.forget();
}

/** Signs out for good, also on the other pages of the tab. */
function forget(why) {
  remember(false);
  leave(why);
}

/** Removes the key and the account from the page. */
function leave(why) {
  asked++;
  key = "";
  account = undefined;
  byId("account").hidden = true;
  for (const id of ["new-key", "facts", "limits", "usage", "keys", "sessions", "passkeys"])
    byId(id).replaceChildren();
  byId("new-key").hidden = true;
  byId("ended").querySelector("ul").replaceChildren();
  maker.open = false;
  for (const form of [signIn, byId("rotate"), byId("sign"), byId("erase"), noticesForm])
    form.reset();
  for (const form of [byId("sign"), noticesForm]) closeResult(form);
  showCalls({ prefix: "hub_" });
  signIn.hidden = false;
  signIn.elements.api_key.focus();
  say(why);
}

/** Ends the session on the server, so that a copy of the cookie is worthless too. */
async function logOut() {
  await ask("DELETE", "/api-key");
  csrf = "";
  leave("Logged out");
}

byId("log-out").addEventListener("click", ({ currentTarget }) => run(currentTarget, logOut));
byId("quick-key").addEventListener("click", ({ currentTarget }) =>
  run(currentTarget, () => makeKey({ name: "New key" })),
);
onSend(signIn, () => open(signIn.elements.api_key.value.trim()));
byId("forget").addEventListener("click", () => forget("Key forgotten"));
keep.addEventListener("change", () => {
  remember(keep.checked);
  say(keep.checked ? "Remembered until you close this tab" : "Not remembered any longer");
});
// Browsers can restore a page from the back/forward cache.
addEventListener("pagehide", () => leave(""));
addEventListener("pageshow", ({ persisted }) => persisted && resume());
addEventListener("beforeunload", (event) => {
  if (!byId("new-key").hidden) event.preventDefault();
});
byId("copy-key").addEventListener("click", () => copy(key, say));
byId("refresh").addEventListener("click", ({ currentTarget }) =>
  run(currentTarget, async () => {
    await refresh();
    say("Refreshed");
  }),
);

/** Counts refreshes, to discard responses that are outdated by a newer refresh or by signing out. */
let asked = 0;

async function refresh() {
  const turn = ++asked;
  const known = await read("GET", "/api-key");
  const [usage, keys, notices, passkeys] = await Promise.all([
    read("GET", "/api-key/usage"),
    unlessRestricted(read("GET", "/api-key/keys")),
    unlessRestricted(read("GET", "/api-key/notices")),
    unlessRestricted(read("GET", "/api-key/passkeys")),
  ]);
  if (turn !== asked) return;
  account = known;
  const isSession = known.kind === "session";
  for (const id of ["copy-key", "forget", "keep", "replace"])
    (byId(id).closest("section[aria-labelledby=replace]") ?? byId(id)).hidden = isSession;
  for (const id of ["quick-key", "log-out"]) byId(id).hidden = !isSession;
  showFacts(known);
  showLimits(known);
  showUsage(usage, nameKeys(known, keys));
  showKeys(known, keys);
  showPasskeys(passkeys);
  showNotices(notices);
  showCalls(isSession ? { prefix: "hub_" } : known);
}

/** Returns the response, or the reason if the key may not manage the keys of its account. */
function unlessRestricted(answer) {
  return answer.catch((error) => {
    if (error.code !== "key_restricted") throw error;
    return { refused: error.message };
  });
}

// Key and limits

function showFacts({ kind, prefix, name, email, tier, expires_at, services, routes, methods }) {
  const facts = [
    ["Current key", kind === "session" ? undefined : element("code", {}, `${prefix}…`)],
    [kind === "session" ? "Session" : "Name", name],
    ["Account", email],
    ["Tier", tier],
    ["Expires", expires_at && timeText(expires_at)],
    ["Services", services?.join(", ")],
    ["Endpoints", routes?.join(", ")],
    ["Methods", methods?.join(", ")],
  ];
  byId("facts").replaceChildren(
    ...facts.flatMap(([term, value]) =>
      value ? [element("dt", {}, term), element("dd", {}, value)] : [],
    ),
  );
}

function showLimits({ limits, remaining, used_today, own_limits }) {
  const { per_minute, per_day, per_day_is_soft } = limits;
  const minute = per_minute === null ? null : per_minute - remaining.minute;
  byId("limits").replaceChildren(
    limitBar("Calls in the last 60 seconds", { used: minute, limit: per_minute }),
    limitBar("Units today", { used: used_today, limit: per_day, isSoft: per_day_is_soft }),
  );
  const own = [
    own_limits.per_minute && `${plural(own_limits.per_minute, "call")} per minute`,
    own_limits.per_day && `${plural(own_limits.per_day, "unit")} per day`,
  ].filter(Boolean);
  if (own.length > 0)
    byId("limits").append(
      element("p", { class: "note" }, `This key has its own limit: ${own.join(" and ")}.`),
    );
}

function limitBar(label, { used, limit, isSoft = false }) {
  const text =
    limit === null
      ? `${used === null ? "" : `${group(used)} used, `}unlimited`
      : `${group(used)} of ${group(limit)} used, ${group(Math.max(0, limit - used))} left${isSoft ? ", not enforced" : ""}`;
  return element(
    "div",
    { class: "limit" },
    element("p", {}, element("span", {}, label), element("strong", {}, text)),
    limit === null ? undefined : bar(used / limit),
  );
}

/** Shows a newly issued key, once. */
function showNewKey(title, { api_key }, note) {
  const place = byId("new-key");
  place.hidden = false;
  place.replaceChildren(
    element("h3", { tabindex: "-1" }, title),
    element("p", { class: "key" }, element("code", {}, api_key)),
    element("p", {}, note),
    element(
      "p",
      { class: "actions" },
      copyButton("Copy", () => api_key, { say, name: "Copy the new key" }),
      element("button", { type: "button", class: "plain", onclick: hideNewKey }, "Done"),
    ),
  );
  place.querySelector("h3").focus();
}

function hideNewKey() {
  byId("new-key").hidden = true;
  byId("new-key").replaceChildren();
  byId(key ? "copy-key" : "quick-key").focus();
}

// Usage

const statusTexts = {
  "2xx": "success",
  "3xx": "redirect",
  "4xx": "client error",
  "5xx": "server error",
};

/** Returns the names of keys by id, for those that the current key may see. */
function nameKeys(own, { keys = [own] }) {
  return Object.fromEntries(
    keys.map(({ key_id, name, prefix }) => {
      const shown = name ?? `${prefix}…`;
      return [key_id, key_id === own.key_id ? `${shown} (current key)` : shown];
    }),
  );
}

function showUsage({ from, to, calls, units, usage }, keyNames) {
  const days = daysFrom(from, to);
  const label = `Calls by day and service, ${from} to ${to}, UTC`;
  const by = (field) => {
    const all = new Map();
    for (const row of usage) {
      const name = row[field] ?? "earlier months";
      const one = all.get(name) ?? {
        name,
        calls: 0,
        units: 0,
        values: days.map(() => 0),
      };
      one.calls += row.calls;
      one.units += row.units;
      one.values[days.indexOf(row.day)] += row.calls;
      all.set(name, one);
    }
    return [...all.values()].sort((a, b) => b.calls - a.calls);
  };
  const services = by("service");
  byId("usage").replaceChildren(
    element("p", {}, `${plural(calls, "call")}, ${plural(units, "unit")} in total.`),
    ...(calls === 0
      ? [
          element(
            "p",
            { class: "note" },
            `No calls from ${from} to ${to}. New calls appear here within two seconds.`,
          ),
        ]
      : [
          stackedColumns({ label, unit: "calls", columns: days, series: services }),
          element(
            "div",
            { class: "pair" },
            shares("Service", services, (_, at) => Math.min(at, 7)),
            shares(
              "Status",
              by("status"),
              ({ name }) => `status-${name[0]}`,
              (name) => (statusTexts[name] ? `${name} ${statusTexts[name]}` : name),
            ),
            shares(
              "Key",
              by("key_id"),
              () => 0,
              (id) => keyNames[id] ?? id,
            ),
            shares("Endpoint", by("route"), () => 0),
          ),
        ]),
  );
}

function shares(head, rows, seriesOf, nameRow = (name) => name) {
  const most = Math.max(...rows.map(({ calls }) => calls));
  return table(
    [head, "Calls", "Units"],
    rows.map((row, at) => [
      element("span", {}, nameRow(row.name), bar(row.calls / most, seriesOf(row, at))),
      group(row.calls),
      group(row.units),
    ]),
  );
}

function plural(count, noun) {
  return `${group(count)} ${noun}${count === 1 ? "" : "s"}`;
}

function daysFrom(from, to) {
  const days = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += 86_400_000)
    days.push(new Date(time).toISOString().slice(0, 10));
  return days;
}

byId("csv").addEventListener("click", ({ currentTarget }) =>
  run(currentTarget, async () => {
    const response = await ask("GET", "/api-key/usage", { accept: "text/csv" });
    const url = URL.createObjectURL(await response.blob());
    element("a", { href: url, download: "usage.csv" }).click();
    URL.revokeObjectURL(url);
    say("CSV downloaded");
  }),
);

// Keys

function showKeys(own, { keys = [own], refused }) {
  const mayManage = refused === undefined;
  byId("keys-refused").hidden = mayManage;
  byId("keys-refused").textContent = mayManage ? "" : `${refused}.`;
  byId("new").hidden = !mayManage;
  const now = Date.now();
  const [working, ended] = [[], []];
  // Sessions that have ended say nothing.
  for (const one of keys)
    (one.revoked_at || (one.expires_at && Date.parse(one.expires_at) <= now)
      ? ended
      : working
    ).push(one);
  const isSession = ({ kind }) => kind === "session";
  const item = (one) => keyItem(one, { own, mayManage });
  byId("keys").replaceChildren(...working.filter((one) => !isSession(one)).map(item));
  const sessions = working.filter(isSession);
  byId("sessions").replaceChildren(...sessions.map(item));
  byId("sessions-of").hidden = sessions.length === 0;
  const past = byId("ended");
  past.hidden = ended.length === 0;
  past.querySelector("summary").textContent = `Expired and revoked keys: ${ended.length}`;
  past.querySelector("ul").replaceChildren(...ended.map((one) => keyItem(one, { own })));
}

function keyItem(one, { own, mayManage = false }) {
  const isOwn = one.key_id === own.key_id;
  const isWorking = mayManage || isOwn;
  const isSession = one.kind === "session";
  const mayChange = mayManage && !isSession;
  const name = one.name ?? one.prefix;
  const form = element("div");
  const item = element(
    "li",
    { "data-key": one.key_id },
    element(
      "p",
      {},
      element("strong", {}, one.name ?? "Unnamed"),
      " ",
      isSession ? undefined : element("code", {}, `${one.prefix}…`),
      isOwn
        ? element("span", { class: "tag" }, isSession ? "this browser" : "current key")
        : undefined,
      one.kind === "publishable" ? element("span", { class: "tag" }, "publishable") : undefined,
    ),
    element(
      "dl",
      {},
      listFacts(one).map(([term, value]) =>
        element("div", {}, element("dt", {}, term), element("dd", {}, value)),
      ),
    ),
    isWorking
      ? element(
          "p",
          { class: "actions" },
          mayChange
            ? element(
                "button",
                { type: "button", class: "plain", "aria-label": `Change ${name}`, onclick: change },
                "Change",
              )
            : undefined,
          mayChange && !isOwn ? suspendButton(one, name) : undefined,
          confirmButton(isSession ? "Log out" : "Revoke", {
            name: `${isSession ? "Log out" : "Revoke"} ${name}`,
            question: isSession
              ? `Log out ${name}?`
              : isOwn
                ? "Revoke the key that you are signed in with? This cannot be undone."
                : `Revoke ${name}? This cannot be undone.`,
            yes: isSession ? "Log out" : "Revoke it",
            act: ({ currentTarget }) => run(currentTarget, () => revoke(one, isOwn)),
          }),
        )
      : undefined,
    form,
  );
  return item;

  function change({ currentTarget }) {
    const opened = keyForm(one, {
      close: () => {
        form.replaceChildren();
        currentTarget.focus();
      },
    });
    form.replaceChildren(opened);
    opened.elements.name.focus();
  }
}

function listFacts(one) {
  const { own_limits: own } = one;
  return [
    ["Created", timeText(one.created_at)],
    [
      one.kind !== "session" && "Last used",
      one.last_used_at ? timeText(one.last_used_at) : "never",
    ],
    ["Revoked", one.revoked_at && timeText(one.revoked_at)],
    [one.replaced_by ? "Replaced, expires" : "Expires", one.expires_at && timeText(one.expires_at)],
    ["Suspended", one.suspended_at && timeText(one.suspended_at)],
    ["Created by", one.made_by],
    ["Services", one.services?.join(", ")],
    ["Endpoints", one.routes?.join(", ")],
    ["Methods", one.methods?.join(", ")],
    ["Referrers", one.referrers?.join(", ")],
    ["IP addresses", one.addresses?.join(", ")],
    ["Per minute", own.per_minute && plural(own.per_minute, "call")],
    ["Per day", own.per_day && plural(own.per_day, "unit")],
    [one.kind !== "session" && "Can manage keys", one.may_manage_keys ? "yes" : "no"],
  ].filter(([term, value]) => term && value);
}

function suspendButton({ key_id, suspended_at }, name) {
  const isSuspended = suspended_at !== null;
  const label = isSuspended ? "Resume" : "Suspend";
  const act = async () => {
    const body = { suspended: !isSuspended };
    await ask("PATCH", `/api-key/keys/${encodeURIComponent(key_id)}`, { body });
    await refresh();
    say(isSuspended ? "Key resumed" : "Key suspended");
    byId("all-keys").focus();
  };
  return element(
    "button",
    {
      type: "button",
      class: "plain",
      "aria-label": `${label} ${name}`,
      onclick: ({ currentTarget }) => run(currentTarget, act),
    },
    label,
  );
}

async function revoke({ key_id }, isOwn) {
  if (isOwn && !key) return logOut();
  if (isOwn) {
    await ask("DELETE", "/api-key");
    forget("Key revoked");
    return;
  }
  const { made_keys: left } = await read("DELETE", `/api-key/keys/${encodeURIComponent(key_id)}`);
  await refresh();
  say(
    left.length > 0
      ? `Key revoked. It created keys that still work: ${left.join(", ")}`
      : "Key revoked",
  );
  byId("all-keys").focus();
}

/** Builds the form that creates or edits a key. */
function keyForm(one, { close }) {
  const form = byId("key-form").content.cloneNode(true).querySelector("form");
  const { elements } = form;
  const showKind = () => {
    const isPublishable = (one?.kind ?? elements.kind.value) === "publishable";
    for (const name of ["services", "methods", "may_manage_keys"])
      setHidden(form, name, isPublishable);
    setHidden(form, "referrers", !isPublishable);
    for (const choice of form.querySelectorAll("[data-secret-only]")) {
      choice.hidden = isPublishable;
      if (isPublishable) choice.querySelector("input").checked = false;
    }
  };
  if (one) {
    setHidden(form, "kind", true);
    elements.name.value = one.name ?? "";
    const [first] = elements.expires_in.options;
    first.text = one.expires_at ? `unchanged: ${timeText(one.expires_at)}` : "unchanged: never";
    if (one.expires_at) first.after(new Option("never", "null"));
    elements.may_manage_keys.checked = one.may_manage_keys;
    for (const list of ["services", "routes", "methods"])
      for (const box of form.querySelectorAll(`[name=${list}]`))
        box.checked = one[list]?.includes(box.value);
    for (const list of ["referrers", "addresses"])
      elements[list].value = one[list]?.join("\n") ?? "";
    for (const limit of ["per_minute", "per_day"])
      elements[limit].value = one.own_limits[limit] ?? "";
  }
  for (const radio of elements.kind) radio.addEventListener("change", showKind);
  showKind();
  const before = readKeyForm(form);
  elements.cancel.addEventListener("click", close);
  form.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  onSend(form, () =>
    one ? saveKey(one, { before, wish: readKeyForm(form) }) : makeKeyBy(form, close),
  );
  return form;
}

function setHidden(form, name, isHidden) {
  form.querySelector(`[data-field=${name}]`).hidden = isHidden;
}

/** Reads the key form. Empty fields are null; hidden fields are omitted. */
function readKeyForm(form) {
  const { elements } = form;
  const text = (name) => elements[name].value.trim() || null;
  const number = (name) => (elements[name].value === "" ? null : Number(elements[name].value));
  const list = (values) => (values.length > 0 ? values : null);
  const checked = (name) =>
    list([...form.querySelectorAll(`[name=${name}]:checked`)].map(({ value }) => value));
  const linesOf = (name) =>
    list(
      elements[name].value
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    );
  const wish = {
    name: text("name"),
    services: checked("services"),
    routes: checked("routes"),
    methods: checked("methods"),
    referrers: linesOf("referrers"),
    addresses: linesOf("addresses"),
    per_minute: number("per_minute"),
    per_day: number("per_day"),
    may_manage_keys: elements.may_manage_keys.checked,
  };
  const { value } = elements.expires_in;
  if (value !== "") wish.expires_in = JSON.parse(value);
  return Object.fromEntries(
    Object.entries(wish).filter(([name]) => !form.querySelector(`[data-field=${name}]`).hidden),
  );
}

function makeKeyBy(form, close) {
  const given = Object.entries(readKeyForm(form)).filter(([, value]) => value !== null);
  return makeKey({ kind: form.elements.kind.value, ...Object.fromEntries(given) }, close);
}

async function makeKey(body, close = () => {}) {
  const issued = await read("POST", "/api-key/keys", { body });
  close();
  showNewKey("Key created", issued, "Copy it now: it is not shown again.");
  await refresh();
  say("Key created");
}

async function saveKey({ key_id }, { before, wish }) {
  const body = Object.fromEntries(
    Object.entries(wish).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
    ),
  );
  await ask("PATCH", `/api-key/keys/${encodeURIComponent(key_id)}`, { body });
  await refresh();
  say("Key updated");
  /** @type {HTMLElement | null} */
  const button = document.querySelector(`[data-key="${CSS.escape(key_id)}"] button`);
  button?.focus();
}

const maker = byId("new");
maker.addEventListener("toggle", () => {
  const close = () => {
    maker.open = false;
    maker.querySelector("summary").focus();
  };
  maker.querySelector("form")?.remove();
  if (maker.open) maker.append(keyForm(undefined, { close }));
});

// Replacing and signing

onSend(byId("rotate"), async ({ elements }) => {
  const body = { grace_seconds: Number(elements.grace_seconds.value) };
  const issued = await read("POST", "/api-key/rotate", { body });
  key = issued.api_key;
  remember(keep.checked);
  const { old_key_expires_at: end } = issued;
  showNewKey(
    "Key rotated",
    issued,
    body.grace_seconds > 0
      ? `Copy it now: it is not shown again. The old key works until ${timeText(end)}.`
      : "Copy it now: it is not shown again. The old key no longer works.",
  );
  await refresh();
  say("Key rotated");
});

onSend(byId("sign"), async (signForm) => {
  const { elements } = signForm;
  const body = { path: elements.path.value.trim(), expires_in: Number(elements.expires_in.value) };
  const { url, expires_at } = await read("POST", "/api-key/sign", { body });
  showResult(
    signForm,
    element("pre", { tabindex: "0" }, element("code", {}, url)),
    element("p", {}, `Expires on ${timeText(expires_at)}.`),
    element(
      "p",
      { class: "actions" },
      copyButton("Copy", () => url, { say, name: "Copy the signed URL" }),
    ),
  );
  say("Signed URL created");
});

function showResult(form, ...shown) {
  const result = form.querySelector(".result");
  result.hidden = false;
  result.replaceChildren(...shown);
}

function closeResult(form) {
  const result = form.querySelector(".result");
  result.hidden = true;
  result.replaceChildren();
}

// Passkeys

/** The options for another passkey. */
let creation;

function showPasskeys({ passkeys = [], creation: options }) {
  const isPossible = !!options && SimpleWebAuthnBrowser.browserSupportsWebAuthn();
  creation = options;
  byId("add-passkey").hidden = !isPossible;
  byId("passkeys-of").hidden = !isPossible && passkeys.length === 0;
  byId("passkeys").replaceChildren(
    ...passkeys.map(({ passkey_id, name, created_at }) =>
      element(
        "li",
        {},
        element("p", {}, element("strong", {}, name), ` added ${timeText(created_at)}`),
        confirmButton("Remove", {
          name: `Remove ${name}`,
          question: `Remove ${name}?`,
          yes: "Remove it",
          act: ({ currentTarget }) => run(currentTarget, () => removePasskey(passkey_id)),
        }),
      ),
    ),
  );
}

async function removePasskey(id) {
  await ask("DELETE", `/api-key/passkeys/${encodeURIComponent(id)}`);
  await refresh();
  say("Passkey removed");
  byId("unlocked").focus();
}

byId("add-passkey").addEventListener("click", ({ currentTarget }) =>
  run(currentTarget, async () => {
    const response = await SimpleWebAuthnBrowser.startRegistration({ optionsJSON: creation });
    const name = `Passkey of ${new Date().toISOString().slice(0, 10)}`;
    await ask("POST", "/api-key/passkeys", { body: { name, response } });
    await refresh();
    say("Passkey added");
  }),
);

// Quota alerts

/** @param {any} notices */
function showNotices({ refused, ...notices }) {
  // Both require an unrestricted key.
  for (const form of [noticesForm, byId("erase")])
    form.closest("section").hidden = refused !== undefined;
  if (refused === undefined) fillNotices(notices);
}

function fillNotices({ webhook_url, webhook_secret, mail }) {
  const { elements } = noticesForm;
  elements.webhook_url.value = webhook_url ?? "";
  elements.mail.checked = mail;
  elements.new_secret.checked = false;
  if (webhook_url === null) return closeResult(noticesForm);
  showResult(
    noticesForm,
    element(
      "p",
      { class: "actions" },
      copyButton("Copy the webhook secret", () => webhook_secret, { say }),
    ),
  );
}

onSend(byId("erase"), async ({ elements }) => {
  await ask("DELETE", "/api-key/account", { body: { email: elements.email.value } });
  forget("Account deleted");
});

onSend(noticesForm, async ({ elements }) => {
  const body = {
    webhook_url: elements.webhook_url.value.trim() || null,
    mail: elements.mail.checked,
    new_secret: elements.new_secret.checked,
  };
  fillNotices(await read("PUT", "/api-key/notices", { body }));
  say("Saved");
});

// Sample requests

for (const call of document.querySelectorAll(".call")) {
  const code = call.querySelector("code");
  const { textContent } = code;
  code.dataset.call = textContent;
  call.querySelector("button").addEventListener("click", () =>
    copy(
      textContent.replaceAll("YOUR_KEY", () => key),
      say,
    ),
  );
}

function showCalls({ prefix }) {
  /** @type {NodeListOf<HTMLElement>} */
  const samples = document.querySelectorAll("[data-call]");
  for (const code of samples)
    code.textContent = code.dataset.call.replaceAll("YOUR_KEY", () => `${prefix}…`);
}

// The sign-up page passes the new key in the form. Remove it from the form and the history, so that a reload
// asks for the key.
const { api_key: handed } = signIn.elements;
if (handed.value) {
  history.replaceState(null, "", locate("/account"));
  signIn.elements.remember.checked = keyStore.read() !== "";
  signIn.requestSubmit();
  handed.removeAttribute("value");
} else resume();

/** Signs in with the remembered key. */
function resume() {
  const known = keyStore.read();
  signIn.elements.remember.checked = known !== "";
  if (known === "" && csrf) openSession().catch((error) => showFaults(signIn, error));
  if (known === "") return;
  handed.value = known;
  signIn.requestSubmit();
}
