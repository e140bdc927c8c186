// The admin page. Only this script holds the token. It is sent to this hub in a header and never stored in a
// URL, cookie or browser storage, so it is gone when the page closes.
const { element, group, copyButton, confirmButton, bar, stackedColumns, table, say, run } =
  globalThis.widgets;

/**
 * An element of the page, of the kind that its template gives it.
 * @type {(id: string) => any}
 */
const byId = (id) => document.getElementById(id);
const signIn = byId("sign-in");
/** Polling interval of live figures. */
const pollMs = 5000;
/** Maximum number of samples in the chart of rejected requests. */
const samplesMax = 60;

let token = "";
/** The token of the operator's session, if they are logged in with a role. It is not the session itself. */
const csrf = signIn.dataset.csrf ?? "";
/** The changing requests that the operator's role allows. */
const allowed = JSON.parse(signIn.dataset.may ?? "[]");
let actor = "";
let tiers = [];
let shownAccount;
let samples = [];
let poll;

async function ask(method, path, body) {
  const given = token;
  // Relative to the script's URL, since the hub can run under a base path.
  const response = await fetch(new URL(`../admin/api/${path}`, import.meta.url), {
    method,
    cache: "no-store",
    credentials: token === csrf ? "same-origin" : "omit",
    headers: {
      ...(token === csrf ? { "x-csrf-token": csrf } : { authorization: `Bearer ${token}` }),
      ...(actor && { "x-admin-actor": actor }),
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  }).catch(() => {
    throw new Error("Cannot reach the hub");
  });
  const answer = await response.json().catch(() => ({}));
  // Discards responses that arrive after signing out.
  if (token !== given) throw new Error("Signed out");
  if (response.ok) return answer;
  const words = answer.detail ?? "Unexpected response from the hub";
  if (response.status === 401 && !byId("admin").hidden) leave(words);
  throw new Error(words);
}

const turns = new Map();
/** Returns a function that tests whether no newer request targets the same part of the page. */
function takeTurn(place) {
  const turn = (turns.get(place) ?? 0) + 1;
  turns.set(place, turn);
  return () => turns.get(place) === turn;
}

function button(label, work, attributes = {}) {
  const onclick = ({ currentTarget }) => run(currentTarget, work);
  return element("button", { type: "button", class: "plain", onclick, ...attributes }, label);
}

/** Returns the elements if the operator may send a request, such as `DELETE keys/:key_id`. The token may send all. */
function ifAllowed(request, ...elements) {
  const isAllowed = token !== csrf || allowed.includes(request.replace(" ", " /admin/api/"));
  return isAllowed ? elements : [];
}

/** Submits a form with `work` and shows its error below. */
function onSend(form, work) {
  const fault = form.querySelector(".fault");
  fault.id ||= `fault-${form.id || form.parentElement.id}`;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const sent = event.submitter ?? form.querySelector("button");
    if (sent.disabled) return;
    const first = form.querySelector("input, select");
    fault.hidden = true;
    first.removeAttribute("aria-describedby");
    sent.disabled = true;
    try {
      await work(form.elements);
    } catch (error) {
      fault.textContent = error.message;
      fault.hidden = false;
      first.setAttribute("aria-describedby", fault.id);
      first.focus();
      say(error.message);
    } finally {
      sent.disabled = false;
    }
  });
}

/** Formats a time like the other pages: `2026-01-31 12:00 UTC`. */
function timeText(time) {
  return time ? `${time.slice(0, 16).replace("T", " ")} UTC` : "never";
}

function limitText(limit) {
  return limit === null ? "unlimited" : group(limit);
}

function sizeText(bytes) {
  return bytes < 2 ** 20 ? `${Math.ceil(bytes / 1024)} KiB` : `${Math.round(bytes / 2 ** 20)} MiB`;
}

function facts(pairs) {
  const shown = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return element(
    "dl",
    {},
    shown.map(([term, value]) =>
      element("div", {}, element("dt", {}, term), element("dd", {}, value)),
    ),
  );
}

// Signing in and out

onSend(signIn, async (fields) => {
  const given = fields.token.value.trim();
  // Such a text isn't valid in a header.
  if (!/^[\x21-\x7e]+$/.test(given)) throw new Error("This is not an admin token");
  await open(given, fields);
});

async function open(given, fields) {
  token = given;
  actor = fields.actor.value.trim();
  ({ tiers } = await ask("GET", "tiers"));
  fields.token.value = "";
  signIn.hidden = true;
  byId("admin").hidden = false;
  byId("issue").hidden = ifAllowed("POST keys", true).length === 0;
  byId("rule").hidden = ifAllowed("POST rules", true).length === 0;
  fillTiers(byId("issue").querySelector("select"), "", "the sign-up default");
  byId("search").elements.q.focus();
  await refresh();
  poll = setInterval(() => pollNow().catch((error) => say(error.message)), pollMs);
}

if (csrf) queueMicrotask(() => open(csrf, signIn.elements).catch((error) => leave(error.message)));

function leave(why) {
  clearInterval(poll);
  token = actor = "";
  shownAccount = undefined;
  samples = [];
  byId("admin").hidden = true;
  for (const id of [
    "found",
    "account",
    "components",
    "key-list",
    "rule-list",
    "deliveries",
    "groups",
    "failures",
    "slow",
    "latency",
    "refusals",
    "datasets",
    "jobs",
    "entries",
    "about",
  ])
    byId(id).replaceChildren();
  const issued = byId("issue").querySelector(".result");
  issued.hidden = true;
  issued.replaceChildren();
  for (const form of document.forms) form.reset();
  signIn.hidden = false;
  signIn.elements.token.focus();
  say(why);
}

byId("forget").addEventListener("click", () => leave("Signed out"));
// Browsers can restore a page from the back/forward cache.
addEventListener("pagehide", () => leave(""));
byId("refresh").addEventListener("click", ({ currentTarget }) =>
  run(currentTarget, async () => {
    await refresh();
    say("Refreshed");
  }),
);

async function refresh() {
  await Promise.all([
    search(),
    showNumbers(),
    showKeys(),
    showRules(),
    showDeliveries(),
    showRequests(),
    showDatasets(),
    showWork(),
    showAudit(),
    showAbout(),
    shownAccount && showAccount(shownAccount),
  ]);
}

/** Whether a part has the focus or an open section, and must not be replaced. */
function isInUse(place) {
  return place.contains(document.activeElement) || place.querySelector("details[open]") !== null;
}

async function pollNow() {
  if (document.hidden) return;
  await Promise.all([showNumbers(), showWork()]);
}

// Accounts

const searchForm = byId("search");
onSend(searchForm, () => search());

async function search(after = 0) {
  const isLatest = takeTurn("found");
  const q = encodeURIComponent(searchForm.elements.q.value.trim());
  const { accounts, next } = await ask("GET", `accounts?limit=20&after=${after}&q=${q}`);
  if (!isLatest()) return;
  const rows = accounts.map(({ id, email, tier, working_keys, last_used_at }) => [
    button(email, () => showAccount(id, true), { class: "link", "data-account": id }),
    String(id),
    tier,
    String(working_keys),
    timeText(last_used_at),
  ]);
  byId("found").replaceChildren(
    rows.length > 0
      ? table(["Account", "ID", "Tier", "Keys", "Last used"], rows)
      : element("p", { class: "note" }, "No accounts found."),
    ...(next === null
      ? []
      : [
          element(
            "p",
            { class: "actions" },
            button("Next page", () => search(next)),
          ),
        ]),
  );
}

function fillTiers(select, chosen, first) {
  const options = tiers.map(({ name }) => new Option(name, name, false, name === chosen));
  select.replaceChildren(...(first ? [new Option(first, "")] : []), ...options);
}

async function showAccount(id, isAskedFor = false) {
  const isLatest = takeTurn("account");
  const [account, usage] = await Promise.all([
    ask("GET", `accounts/${id}`),
    ask("GET", `accounts/${id}/usage`),
  ]);
  if (!isLatest()) return;
  shownAccount = id;
  const { limits, overrides, keys } = account;
  const place = byId("account");
  place.hidden = false;
  place.replaceChildren(
    element("h3", { id: "shown" }, account.email),
    element(
      "div",
      { class: "keys" },
      facts([
        ["ID", String(id)],
        ["Created", timeText(account.created_at)],
        ["Calls per minute", limitText(limits.per_minute)],
        [
          "Units per day",
          `${limitText(limits.per_day)}${limits.per_day_is_soft ? ", not enforced" : ""}`,
        ],
        ["Used today", group(account.used_today)],
        ["Suspended", account.suspended_at && timeText(account.suspended_at)],
      ]),
    ),
    ...ifAllowed("PATCH accounts/:id", limitsForm(id, { tier: account.tier, ...overrides })),
    buildUsageChart(usage),
    element("h4", {}, "Keys"),
    element(
      "ul",
      { class: "keys" },
      keys.toSorted(byLastUse).map((key) => keyItem(id, key)),
    ),
    element(
      "p",
      { class: "actions" },
      account.suspended_at
        ? ifAllowed(
            "PATCH accounts/:id",
            button("Resume", () => suspend(id, false)),
          )
        : suspendButton(id, account.email),
      resetButton(id),
      ifAllowed(
        "DELETE accounts/:id/keys",
        confirmButton("Revoke all keys", {
          question: `Revoke all keys of ${account.email}? This cannot be undone.`,
          yes: "Revoke them",
          act: ({ currentTarget }) =>
            run(currentTarget, async () => {
              const { revoked } = await ask("DELETE", `accounts/${id}/keys`);
              await changed(id, `Keys revoked: ${revoked}`);
            }),
        }),
      ),
      ifAllowed(
        "DELETE accounts/:id",
        confirmButton("Delete", {
          question: `Delete ${account.email} with its keys, usage, links, jobs and all other data? This cannot be undone.`,
          yes: "Delete it",
          act: ({ currentTarget }) => run(currentTarget, () => erase(id)),
        }),
      ),
    ),
  );
  if (isAskedFor) place.focus();
}

function suspendButton(id, name) {
  return ifAllowed(
    "PATCH accounts/:id",
    confirmButton("Suspend", {
      name: `Suspend ${name}`,
      question: `Reject all keys of ${name} until the account is resumed?`,
      yes: "Suspend it",
      act: ({ currentTarget }) => run(currentTarget, () => suspend(id, true)),
    }),
  );
}

function resetButton(id, attributes) {
  const reset = async () => {
    await ask("DELETE", `accounts/${id}/counters`);
    await changed(id, "Counters reset");
  };
  return ifAllowed("DELETE accounts/:id/counters", button("Reset counters", reset, attributes));
}

async function changed(id, words) {
  await Promise.all([showAccount(id), search(), showAudit()]);
  byId("account").focus();
  say(words);
}

async function erase(id) {
  await ask("DELETE", `accounts/${id}`);
  byId("account").hidden = true;
  byId("account").replaceChildren();
  shownAccount = undefined;
  await Promise.all([search(), showAudit()]);
  say("Account deleted");
}

async function suspend(id, suspended) {
  await ask("PATCH", `accounts/${id}`, { suspended });
  await changed(id, suspended ? "Account suspended" : "Account resumed");
}

function limitsForm(id, { tier, per_minute, per_day }) {
  const select = element("select", { name: "tier" });
  fillTiers(select, tier);
  const number = (name, label, value) =>
    element(
      "label",
      {},
      element("span", {}, label, " ", element("small", {}, "empty: tier default")),
      element("input", { name, type: "number", min: 1, value }),
    );
  const form = element(
    "form",
    { class: "search", id: "limits" },
    element("label", {}, element("span", {}, "Tier"), select),
    number("per_minute", "Calls per minute", per_minute),
    number("per_day", "Units per day", per_day),
    element("button", {}, "Save"),
    element("p", { class: "fault", hidden: true }),
  );
  onSend(form, async (fields) => {
    const numberOf = ({ value }) => (value === "" ? null : Number(value));
    await ask("PATCH", `accounts/${id}`, {
      tier: fields.tier.value,
      per_minute: numberOf(fields.per_minute),
      per_day: numberOf(fields.per_day),
    });
    await changed(id, "Account updated");
  });
  return form;
}

function buildUsageChart({ from, to, calls, usage }) {
  if (calls === 0) return element("p", { class: "note" }, `No calls from ${from} to ${to}.`);
  const days = [];
  for (let time = Date.parse(from); time <= Date.parse(to); time += 86_400_000)
    days.push(new Date(time).toISOString().slice(0, 10));
  const series = new Map();
  for (const { service, day, calls } of usage) {
    const one = series.get(service) ?? { name: service, values: days.map(() => 0) };
    one.values[days.indexOf(day)] += calls;
    series.set(service, one);
  }
  const label = `Calls by day and service, ${from} to ${to}, UTC`;
  return stackedColumns({ label, unit: "calls", columns: days, series: largestFirst(series) });
}

function largestFirst(series) {
  const total = ({ values }) => values.reduce((sum, value) => sum + value, 0);
  return [...series.values()].sort((a, b) => total(b) - total(a));
}

/** Sorts keys by their last use, latest first. */
function byLastUse(one, other) {
  return (other.last_used_at ?? "").localeCompare(one.last_used_at ?? "");
}

function keyItem(id, key) {
  const { key_id, prefix, name, revoked_at, suspended_at, expires_at, created_at } = key;
  const hasEnded = revoked_at || (expires_at && Date.parse(expires_at) <= Date.now());
  const label = name ?? `${prefix}…`;
  return element(
    "li",
    {},
    element(
      "p",
      {},
      element("strong", {}, name ?? "Unnamed"),
      " ",
      element("code", {}, `${prefix}…`),
    ),
    facts([
      ["Key ID", element("code", {}, key_id)],
      ["Created", timeText(created_at)],
      ["Last used", timeText(key.last_used_at)],
      ["Created by", key.made_by],
      ["Revoked", revoked_at && timeText(revoked_at)],
      ["Suspended", suspended_at && timeText(suspended_at)],
      ["Expires", expires_at && timeText(expires_at)],
    ]),
    hasEnded ? undefined : element("p", { class: "actions" }, revokeButton(id, key_id, label)),
  );
}

function revokeButton(id, key_id, label) {
  return ifAllowed(
    "DELETE keys/:key_id",
    confirmButton("Revoke", {
      name: `Revoke ${label}`,
      question: `Revoke ${label}? This cannot be undone.`,
      yes: "Revoke it",
      act: ({ currentTarget }) =>
        run(currentTarget, async () => {
          await ask("DELETE", `keys/${encodeURIComponent(key_id)}`);
          await Promise.all([changed(id, "Key revoked"), showKeys()]);
        }),
    }),
  );
}

const issueForm = byId("issue").querySelector("form");
onSend(issueForm, async (fields) => {
  const given = ["email", "name", "tier"].flatMap((name) => {
    const value = fields.namedItem(name).value.trim();
    return value === "" ? [] : [[name, value]];
  });
  const { api_key, account_id } = await ask("POST", "keys", Object.fromEntries(given));
  issueForm.reset();
  const result = issueForm.querySelector(".result");
  result.hidden = false;
  result.replaceChildren(
    element("p", { class: "key" }, element("code", {}, api_key)),
    element("p", {}, "Copy it now: it is not shown again."),
    copyButton("Copy", () => api_key, { say, name: "Copy the new key" }),
  );
  await Promise.all([showAccount(account_id), search(), showAudit()]);
  say("Key issued");
});

// Keys of all accounts

const keyForm = byId("key-search");
onSend(keyForm, () => showKeys());

async function showKeys() {
  const isLatest = takeTurn("keys");
  const { sort, made_by } = keyForm.elements;
  const query = new URLSearchParams({ limit: "20", sort: sort.value });
  if (made_by.value.trim()) query.set("made_by", made_by.value.trim());
  const { keys } = await ask("GET", `keys?${query}`);
  if (!isLatest()) return;
  const rows = keys.map(({ key_id, account_id: id, prefix, name, ...key }) => [
    element("span", {}, name ?? "Unnamed", " ", element("code", {}, `${prefix}…`)),
    button(`account_${id}`, () => showAccount(id, true), { class: "link" }),
    key.made_by ?? "",
    timeText(key.created_at),
    timeText(key.last_used_at),
    revokeButton(id, key_id, name ?? `${prefix}…`),
  ]);
  showTable("key-list", {
    head: ["Key", "Account", "Created by", "Created", "Last used", "Action"],
    rows,
  });
}

// Blocks and limits

const ruleForm = byId("rule").querySelector("form");
onSend(ruleForm, async (fields) => {
  const given = [...fields].flatMap(({ name, value, type }) => {
    if (!name || value.trim() === "") return [];
    const isNumber = type === "number" || name === "expires_in";
    return [[name, isNumber ? Number(value) : value.trim()]];
  });
  await setRule(Object.fromEntries(given));
  ruleForm.reset();
});

async function setRule(rule) {
  await ask("POST", "rules", rule);
  await refresh();
  say(`Applied to ${rule.subject}`);
}

async function showRules() {
  const { rules } = await ask("GET", "rules");
  const rows = rules.map(({ kind, subject, per_minute, per_day, note, ends_at }) => [
    subject,
    kind === "route" && per_minute === 0 ? "paused" : kind,
    per_minute === null ? "" : group(per_minute),
    per_day === null ? "" : group(per_day),
    note ?? "",
    ends_at ? timeText(ends_at) : "when removed",
    ifAllowed(
      "DELETE rules",
      button(
        "Remove",
        async () => {
          await ask("DELETE", `rules?${new URLSearchParams({ kind, subject })}`);
          await Promise.all([showRules(), showAudit()]);
          say(`Removed from ${subject}`);
        },
        { "aria-label": `Remove ${subject}` },
      ),
    ),
  ]);
  showTable("rule-list", {
    head: ["Subject", "Rule", "Per minute", "Per day", "Reason", "Ends", "Action"],
    rows,
  });
}

/** Pauses a route or service. */
function pauseButton(subject) {
  return ifAllowed(
    "POST rules",
    confirmButton("Pause", {
      name: `Pause ${subject}`,
      question: `Refuse all calls of ${subject} until you remove this in Blocks and limits?`,
      yes: "Pause it",
      act: ({ currentTarget }) =>
        run(currentTarget, () => setRule({ kind: "route", subject, per_minute: 0 })),
    }),
  );
}

// Webhooks

async function showDeliveries() {
  const { deliveries } = await ask("GET", "deliveries?limit=20");
  const rows = deliveries.map(({ id, at, account, type, host, state, tries, reason, ...one }) => [
    timeText(at),
    account,
    type,
    host,
    [state, tries > 1 && `${tries} attempts`, reason].filter(Boolean).join(", "),
    one.can_resend
      ? ifAllowed(
          "POST deliveries/:delivery_id",
          button("Send again", async () => {
            const { state } = await ask("POST", `deliveries/${encodeURIComponent(id)}`);
            await Promise.all([showDeliveries(), showAudit()]);
            say(`Webhook: ${state}`);
          }),
        )
      : "",
  ]);
  showTable("deliveries", { head: ["Time", "Account", "Event", "Host", "Result", "Action"], rows });
}

// Requests

const requestForm = byId("request-search");
onSend(requestForm, () => showRequests());

async function showRequests() {
  const isLatest = takeTurn("requests");
  const query = new URLSearchParams();
  for (const { name, value } of requestForm.elements)
    if (name && value.trim()) query.set(name, value.trim().replace(/^account_/, ""));
  const { groups, failures, slow } = await ask("GET", `requests?${query}`);
  if (!isLatest()) return;
  const by = query.get("by");
  const rows = groups.map(({ name, calls, failed }) => [
    by === "account" ? accountActions(Number(name)) : by === "hour" ? timeText(name) : name,
    group(calls),
    group(failed),
    ...(by === "route" ? [pauseButton(name)] : []),
  ]);
  const actions = by === "route" ? ["Action"] : [];
  showTable("groups", { head: [by, "Calls", "Failed", ...actions], rows });
  const eventRows = (events) =>
    events.map(({ at, request_id, account, route, status, ms, code, cause }) => [
      timeText(at),
      request_id,
      account ?? "",
      route,
      [status, code].filter(Boolean).join(" "),
      msText(ms),
      cause ?? "",
    ]);
  const head = ["Time", "Request ID", "Account", "Route", "Status", "Duration", "Cause"];
  showTable("failures", { head, rows: eventRows(failures) });
  showTable("slow", { head, rows: eventRows(slow) });
}

function showTable(id, { head, rows }) {
  const empty = element("p", { class: "note" }, "None.");
  byId(id).replaceChildren(rows.length > 0 ? table(head, rows) : empty);
}

/** Opens, suspends or resets an account of the list. */
function accountActions(id) {
  const name = `account ${id}`;
  return element(
    "span",
    { class: "actions" },
    button(`account_${id}`, () => showAccount(id, true), { "aria-label": `Open ${name}` }),
    suspendButton(id, name),
    resetButton(id, { "aria-label": `Reset counters of ${name}` }),
  );
}

// Latency and rejected requests

const msText = (ms) => (ms === null ? "over a minute" : ms < 1000 ? `${ms} ms` : `${ms / 1000} s`);

async function showNumbers() {
  const numbers = await ask("GET", "numbers");
  addSample(numbers);
  if (!isInUse(byId("latency"))) showLatency(numbers);
  if (!isInUse(byId("refusals"))) showRefusals(numbers);
}

function showLatency({ latency, bounds_ms, since }) {
  const columns = [...bounds_ms.map((bound) => `up to ${msText(bound)}`), "longer"];
  const series = new Map();
  for (const { service, counts } of latency) {
    const one = series.get(service) ?? { name: service, values: columns.map(() => 0) };
    one.values = one.values.map((value, at) => value + counts[at]);
    series.set(service, one);
  }
  const rows = latency
    .toSorted((a, b) => b.count - a.count)
    .map(({ service, method, count, p50_ms, p95_ms }) => [
      `${method} ${service}`,
      group(count),
      msText(p50_ms),
      msText(p95_ms),
    ]);
  byId("latency").replaceChildren(
    stackedColumns({
      label: `Response times since ${timeText(since)}`,
      unit: "responses",
      head: "Time",
      columns,
      series: largestFirst(series),
    }),
    element(
      "details",
      {},
      element("summary", {}, "By service and method"),
      table(["Endpoints", "Responses", "Median", "95th percentile"], rows),
    ),
  );
}

/** Adds a sample of the rejected requests. */
function addSample({ at, refusals }) {
  const counts = {};
  for (const { code, count } of refusals) counts[code] = (counts[code] ?? 0) + count;
  samples = [...samples, { at, counts }].slice(-samplesMax - 1);
}

function showRefusals({ refusals }) {
  const place = byId("refusals");
  if (refusals.length === 0) {
    place.replaceChildren(element("p", { class: "note" }, "No rejected requests."));
    return;
  }
  const steps = samples.slice(1);
  const codes = [...new Set(refusals.map(({ code }) => code))];
  const series = codes.map((name) => ({
    name,
    values: steps.map(({ counts }, at) =>
      Math.max(0, (counts[name] ?? 0) - (samples[at].counts[name] ?? 0)),
    ),
  }));
  const seen = series.filter(({ values }) => values.some((value) => value > 0));
  const most = Math.max(...refusals.map(({ count }) => count));
  const rows = refusals
    .toSorted((a, b) => b.count - a.count)
    .map(({ service, code, count }) => [
      element("span", {}, `${service}: ${code}`, bar(count / most)),
      group(count),
    ]);
  place.replaceChildren(
    ...(seen.length > 0
      ? [
          stackedColumns({
            label: "Rejected requests while this page is open",
            unit: "rejected requests",
            head: "Time",
            columns: steps.map(({ at }) => `${at.slice(11, 19)} UTC`),
            series: largestFirst(new Map(seen.map((one) => [one.name, one]))),
          }),
        ]
      : []),
    element("h3", {}, "Rejected requests since the start"),
    table(["Service and code", "Requests"], rows),
  );
}

// Datasets

async function showDatasets() {
  const { datasets } = await ask("GET", "datasets");
  byId("datasets").replaceChildren(...datasets.map(datasetItem));
}

function datasetItem({ id, title, licence, homepage, age_seconds, bytes, entries, ...about }) {
  const state = element("span", { class: "note" }, about.refresh ? refreshText(about.refresh) : "");
  const days = age_seconds === null ? "no data yet" : `${Math.floor(age_seconds / 86_400)} days`;
  const item = element(
    "li",
    { "data-dataset": id },
    element("p", {}, element("strong", {}, id), ` ${title}`),
    facts([
      ["Age", days],
      ["Entries", entries && group(entries)],
      ["Size", bytes && sizeText(bytes)],
      ["Licence", licence],
      ["Source", homepage],
      ["Next refresh", about.next_refresh_at && timeText(about.next_refresh_at)],
      ["Last failure", about.last_failure],
    ]),
    element(
      "p",
      { class: "actions" },
      ifAllowed(
        "POST datasets/:service/:name/refresh",
        button("Fetch now", () => watchRefresh(id, state, item), {
          "aria-label": `Fetch now: ${id}`,
        }),
      ),
      state,
    ),
  );
  return item;
}

function refreshText({ state, phase, elapsed_ms, is_new, failure }) {
  const seconds = `${(elapsed_ms / 1000).toFixed(1)} s`;
  if (state === "running") return `${phase}, ${seconds}`;
  if (state === "succeeded") return `${is_new ? "updated" : "already up to date"}, took ${seconds}`;
  return `${state}: ${failure}`;
}

async function watchRefresh(id, state, item) {
  const path = `datasets/${id.split("/").map(encodeURIComponent).join("/")}/refresh`;
  let { refresh } = await ask("POST", path);
  const progress = element("progress", { "aria-label": `Fetching ${id}` });
  state.before(progress);
  try {
    while (refresh?.state === "running" && token !== "") {
      state.textContent = refreshText(refresh);
      await new Promise((resolve) => setTimeout(resolve, 500));
      ({ refresh } = await ask("GET", path));
    }
  } finally {
    progress.remove();
  }
  state.textContent = refreshText(refresh);
  say(`${id}: ${refreshText(refresh)}`);
  const { datasets } = await ask("GET", "datasets");
  const now = datasets.find((one) => one.id === id);
  if (now && item.isConnected) {
    const fresh = datasetItem(now);
    item.replaceWith(fresh);
    fresh.querySelector("button")?.focus();
  }
  await showAudit();
}

// Work

async function showWork() {
  const { process, started_at, draining_since, jobs, pages, async_jobs } = await ask("GET", "jobs");
  const rows = jobs.map(({ group: name, running, queued, oldest_wait_ms }) => [
    `Jobs: ${name}`,
    String(running),
    String(queued),
    msText(oldest_wait_ms),
  ]);
  rows.push([
    "Browser pages",
    String(pages.running),
    String(pages.queued),
    msText(pages.oldest_wait_ms),
  ]);
  rows.push(["Async jobs (all hubs)", String(async_jobs.running), String(async_jobs.queued), ""]);
  if (!isInUse(byId("jobs")))
    byId("jobs").replaceChildren(
      element("p", {}, `Process ${process}, started ${timeText(started_at)}.`),
      ...(draining_since
        ? [element("p", { class: "fault" }, `Draining since ${timeText(draining_since)}.`)]
        : []),
      table(["Queue", "Running", "Queued", "Longest wait"], rows),
    );
  if (!isInUse(byId("steer"))) showSteer(draining_since !== null);
}

function showSteer(isDraining) {
  const drain = (draining) => async () => {
    await ask("POST", "drain", { draining });
    byId("work").tabIndex = -1;
    byId("work").focus();
    await Promise.all([showWork(), showAudit()]);
    say(draining ? "The hub is draining" : "Draining stopped");
  };
  const reload = async () => {
    const { plugins, broken } = await ask("POST", "reload");
    ({ tiers } = await ask("GET", "tiers"));
    await Promise.all([showAbout(), showAudit()]);
    say(`Plugins loaded: ${plugins.length}. Failed: ${broken.length}`);
  };
  byId("steer").replaceChildren(
    ...ifAllowed(
      "POST drain",
      isDraining
        ? button("Stop draining", drain(false))
        : confirmButton("Drain", {
            question: "Report this hub as not ready, so that load balancers stop sending traffic?",
            yes: "Drain it",
            act: ({ currentTarget }) => run(currentTarget, drain(true)),
          }),
    ),
    ...ifAllowed("POST reload", button("Reload plugins and tiers", reload)),
  );
}

// Audit log

const auditForm = byId("audit-search");
onSend(auditForm, () => showAudit());

async function showAudit(before) {
  const isLatest = takeTurn("entries");
  const query = new URLSearchParams({ limit: "20", ...(before && { before }) });
  for (const name of ["actor", "action", "subject"]) {
    const value = auditForm.elements[name].value.trim();
    if (value) query.set(name, value);
  }
  const { entries, next } = await ask("GET", `audit?${query}`);
  if (!isLatest()) return;
  const rows = entries.map(({ at, actor, address, action, subject, before, after }) => [
    timeText(at),
    [actor, address].filter(Boolean).join(", "),
    action,
    subject,
    changeText(before, after),
  ]);
  byId("entries").replaceChildren(
    rows.length > 0
      ? table(["Time", "Actor", "Action", "Subject", "Change"], rows)
      : element("p", { class: "note" }, "No entries found."),
    ...(next === null
      ? []
      : [
          element(
            "p",
            { class: "actions" },
            button("Older", () => showAudit(next)),
          ),
        ]),
  );
}

/** Describes the changed fields: `tier: free → pro`. */
function changeText(before, after) {
  const text = (value) => (typeof value === "string" ? value : JSON.stringify(value ?? null));
  const [old, now] = [before ?? {}, after ?? {}];
  return [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter((name) => text(old[name]) !== text(now[name]))
    .map((name) =>
      name in old && name in now
        ? `${name}: ${text(old[name])} → ${text(now[name])}`
        : `${name}: ${text(now[name] ?? old[name])}`,
    )
    .join(", ");
}

// Plugins, hosts and settings

/** Shows the components that fail, and counts the others. */
function componentTable(components) {
  const failing = components.filter(({ state }) => state === "degraded" || state === "down");
  const count = (wanted) => components.filter(({ state }) => state === wanted).length;
  const rest = `Operational: ${count("operational")}. Not used yet: ${count("unused")}.`;
  if (failing.length === 0) return element("p", {}, `Nothing fails. ${rest}`);
  const rows = failing.map(({ kind, name, state, reasons, since, last_error, last_error_at }) => [
    `${kind} ${name}`,
    state,
    reasons.join("; "),
    since ? timeText(since) : "",
    last_error ? `${last_error}, ${timeText(last_error_at)}` : "",
    kind === "service" ? pauseButton(name) : "",
  ]);
  const head = ["Component", "State", "What fails", "Since", "Last error", "Action"];
  return element("div", {}, table(head, rows), element("p", {}, rest));
}

async function showAbout() {
  const [{ plugins, broken }, { upstreams, components }, { settings, version, commit }] =
    await Promise.all([ask("GET", "plugins"), ask("GET", "upstreams"), ask("GET", "config")]);
  const kinds = (permissions) => Object.keys(permissions).join(", ") || "none";
  const fold = (title, ...content) =>
    element("details", {}, element("summary", {}, title), ...content);
  byId("components").replaceChildren(componentTable(components));
  byId("about").replaceChildren(
    fold(
      `Plugins: ${plugins.length}`,
      table(
        ["Plugin", "Requested", "Granted", "Denied"],
        plugins.map(({ name, permissions: { requested, granted, denied } }) => [
          name,
          kinds(requested),
          kinds(granted),
          denied.join(", ") || "none",
        ]),
      ),
    ),
    ...broken.map(({ name, reason }) =>
      element("p", { class: "fault" }, `${name} could not be loaded: ${reason}`),
    ),
    fold(
      `Upstream hosts: ${upstreams.length}`,
      table(
        ["Host", "State", "Sent", "Failed", "Last error"],
        upstreams.map(({ host, state, counts, last_error }) => [
          host,
          state,
          group(counts.sent),
          group(counts.failed),
          last_error ?? "",
        ]),
      ),
    ),
    fold(
      `Settings of version ${version} (${commit})`,
      table(
        ["Setting", "Value"],
        settings.shown.map(({ name, value }) => [name, value ?? "default"]),
      ),
      element("p", {}, `Set but hidden: ${settings.hidden.join(", ") || "none"}.`),
    ),
  );
}
