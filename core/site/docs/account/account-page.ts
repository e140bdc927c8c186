import { keyMethods } from "../../../accounts/account-fields.ts";
import type { LoggedIn } from "../../../accounts/logins.ts";
import type { ServedRoutes } from "../../../accounts/own-keys.ts";
import type { Reply } from "../../../contract/reply.ts";
import type { LoadedPlugin, LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { type Html, html } from "../../../lib/html.ts";
import { curl } from "../../examples/curl.ts";
import { buildSampleCall } from "../../examples/sample-call.ts";
import type { Catalogue } from "../../view/site.ts";
import { rememberBox } from "../page/key-form.ts";
import { page } from "../page/page.ts";

interface AccountPageOptions {
  /** The base URL of the hub. */
  base: string;
  /** The new key, if the visitor comes from the sign-up page. */
  key?: string | undefined;
  /** The person who is logged in. */
  session?: LoggedIn | undefined;
  /** The endpoints that a key can be restricted to. */
  endpoints: ServedRoutes["endpoints"];
}

const daySeconds = 86_400;

/** Builds the account page. Its script loads and changes everything through `/api-key`. */
export function accountPage(
  site: Pick<Catalogue, "plugins">,
  { base, key, session, endpoints }: AccountPageOptions,
): Reply {
  const body = html`<h1>Your account</h1>
${signInForm(key, session)}
<div id="account" hidden>
<section aria-labelledby="you"><h2 id="you" tabindex="-1">Key and limits</h2>
<div class="issued" id="new-key" hidden></div>
<dl class="facts" id="facts"></dl>
<div id="limits"></div>
<p class="actions"><button type="button" class="plain" id="copy-key">Copy key</button> <button type="button" class="plain" id="refresh">Refresh</button> <button type="button" class="plain" id="forget">Forget key</button> <button type="button" id="quick-key" hidden>Create a new key</button> <button type="button" class="plain" id="log-out" hidden>Log out</button></p>
<form id="keep">${rememberBox}</form></section>
<section aria-labelledby="logged-in" hidden id="sessions-of"><h2 id="logged-in">Sessions</h2><p>Browsers that are logged in to this account.</p><ul class="keys" id="sessions"></ul></section>
<section aria-labelledby="unlocked" hidden id="passkeys-of"><h2 id="unlocked" tabindex="-1">Passkeys</h2><p>Log in with your fingerprint, face or PIN, without mail and without a key.</p><ul class="keys" id="passkeys"></ul><p class="actions"><button type="button" class="plain" id="add-passkey">Add a passkey</button></p></section>
<section aria-labelledby="used"><h2 id="used">Usage</h2><div id="usage"></div>
<p class="actions"><button type="button" class="plain" id="csv">Download as CSV</button></p></section>
<section aria-labelledby="all-keys"><h2 id="all-keys" tabindex="-1">Keys</h2>
<p class="note" id="keys-refused" hidden></p>
<ul class="keys" id="keys"></ul>
<details id="ended" hidden><summary></summary><ul class="keys"></ul></details>
<details id="new"><summary class="button plain">Create a key</summary></details></section>
${rotateForm()}
${signForm()}
${noticesForm()}
${eraseForm()}
<section aria-labelledby="calls"><h2 id="calls">Sample requests</h2>
<p>One request per service. Your key is hidden here and included when you copy a request.</p>
${site.plugins.map((plugin) => readyCall(plugin, base))}</section>
</div>
<p class="said" id="said" role="status"></p>
<template id="key-form">${keyForm(site, endpoints)}</template>`;
  return page(
    {
      title: "Your account",
      path: "/account",
      body,
      scripts: ["widgets.js", "key.js", "passkeys.js", "account.js"],
    },
    {
      "x-robots-tag": "noindex",
      ...((key ?? session) !== undefined && { "cache-control": "no-store" }),
    },
  );
}

function signInForm(key: string | undefined, session: LoggedIn | undefined): Html {
  return html`<form class="card" id="sign-in" method="post" action="/account"${session && html` data-csrf="${session.csrf}"`}>
${field("api_key", html`<label><span>API key</span><input name="api_key" type="password" required maxlength="200" autocomplete="current-password" spellcheck="false" value="${key}"></label>`)}
${rememberBox}
${otherFault}
<p><button>Sign in</button></p>
<p class="note">This page forgets your key when you leave or reload it, unless you have it remembered. Lost your key? <a href="/login">Log in</a> No key yet? <a href="/signup">Get a key</a></p>
<noscript><p>This page requires JavaScript. <a href="/documentation/hub">Manage keys with the API instead</a></p></noscript>
</form>`;
}

function rotateForm(): Html {
  return html`<section aria-labelledby="replace"><h2 id="replace">Rotate the key</h2>
<p>Creates a new key with the same permissions. The old key stays active for the time you choose, so that you can update your programs. Signed URLs stop working when the key that signed them expires.</p>
<form class="card" id="rotate">
${field("grace_seconds", choice("grace_seconds", "Keep the old key active for", graces))}
${otherFault}
<p><button>Rotate the key</button></p>
</form></section>`;
}

function signForm(): Html {
  return html`<section aria-labelledby="addresses"><h2 id="addresses">Create a signed URL</h2>
<p>For an <code>&lt;img&gt;</code> tag or a README: anyone with the URL can fetch it without a key. Requests count towards your account.</p>
<form class="card" id="sign">
${field("path", html`<label><span>Path of a GET endpoint, including the query</span><input name="path" required maxlength="100000" autocomplete="off" spellcheck="false" placeholder="/api/qr/generate?data=hello"></label>`)}
${field("expires_in", choice("expires_in", "Expires after", listLifetimes(30 * daySeconds)))}
${otherFault}
<p><button>Create URL</button></p>
<div class="result" hidden></div>
</form></section>`;
}

function noticesForm(): Html {
  return html`<section aria-labelledby="told"><h2 id="told">Quota alerts</h2>
<p>Get an alert at 80% and at 100% of your daily quota, each at most once a day.</p>
<form class="card" id="notices">
${field("webhook_url", html`<label><span>Webhook URL <small>empty: none</small></span><input name="webhook_url" type="url" maxlength="2000" autocomplete="off" spellcheck="false" placeholder="https://example.com/hooks/quota"></label>`)}
${field("mail", html`<label class="check"><input name="mail" type="checkbox"> <span>Also send an email to the account's address</span></label>`)}
${field("new_secret", html`<label class="check"><input name="new_secret" type="checkbox"> <span>Generate a new webhook signing secret</span></label>`)}
${otherFault}
<p><button>Save</button></p>
<div class="result" hidden></div>
</form></section>`;
}

function eraseForm(): Html {
  return html`<section aria-labelledby="erasing"><h2 id="erasing">Delete the account</h2>
<p>Permanently deletes your email address, all keys, usage history, short links, jobs and stored responses. This takes effect immediately. Short-link codes are never reused.</p>
<form class="card" id="erase">
${field("email", html`<label><span>Confirm the account's email address</span><input name="email" type="email" required maxlength="254" autocomplete="off" spellcheck="false"></label>`)}
${otherFault}
<p><button class="danger">Delete the account</button></p>
</form></section>`;
}

type Choice = [value: number | "", text: string, isChosen?: boolean];

/** Grace periods of a rotated key, in seconds. */
const graces: readonly Choice[] = [
  [0, "no time: it expires immediately"],
  [3600, "an hour"],
  [daySeconds, "a day", true],
  [7 * daySeconds, "a week"],
  [30 * daySeconds, "30 days"],
];

/** Returns the lifetimes of keys and signed URLs, in seconds. */
function listLifetimes(chosen?: number): Choice[] {
  const choices: readonly [seconds: number, text: string][] = [
    [3600, "an hour"],
    [daySeconds, "a day"],
    [7 * daySeconds, "a week"],
    [30 * daySeconds, "30 days"],
    [90 * daySeconds, "90 days"],
    [365 * daySeconds, "a year"],
  ];
  return choices.map(([seconds, text]) => [seconds, text, seconds === chosen]);
}

function choice(name: string, label: string, choices: readonly Choice[]): Html {
  return html`<label><span>${label}</span><select name="${name}">${choices.map(
    ([value, text, isChosen]) =>
      html`<option value="${value}"${isChosen && html` selected`}>${text}</option>`,
  )}</select></label>`;
}

/** Placeholder for API errors that don't belong to a field. */
const otherFault = html`<p class="fault" hidden></p>`;

/** Wraps a form field with a placeholder for its API error. */
function field(name: string, content: Html): Html {
  return html`<div class="field" data-field="${name}">${content}<p class="fault" hidden></p></div>`;
}

/** Builds the form that creates and edits keys. */
function keyForm(
  { plugins }: Pick<Catalogue, "plugins">,
  endpoints: ServedRoutes["endpoints"],
): Html {
  const services = plugins.map(({ name, plugin }) => [name, plugin.manifest.title] as const);
  const byPath = Map.groupBy(endpoints, ({ path }) => path);
  const routes = [...byPath].map(
    ([path, endpoints]) => [path, path, !endpoints.some(({ method }) => method === "GET")] as const,
  );
  return html`<form class="key-form">
${field("name", html`<label><span>Name</span><input name="name" maxlength="80" autocomplete="off"></label>`)}
${field(
  "kind",
  html`<fieldset><legend>Kind</legend>
<label class="check"><input type="radio" name="kind" value="secret" checked> <span>Secret <small>for your own programs only</small></span></label>
<label class="check"><input type="radio" name="kind" value="publishable"> <span>Publishable <small>safe to expose, limited to the GET endpoints that you select</small></span></label></fieldset>`,
)}
${field("expires_in", choice("expires_in", "Expires after", [["", "never"], ...listLifetimes()]))}
${field("services", checks("services", "Services", { note: "none selected: all", choices: services }))}
${field("routes", checks("routes", "Endpoints", { note: "none selected: all", choices: routes }))}
${field("methods", checks("methods", "Methods", { note: "none selected: all", choices: keyMethods.map((method) => [method, method]) }))}
${field("referrers", lines("referrers", "Allowed referrer hosts", "one per line, such as *.example.com; empty: all"))}
${field("addresses", lines("addresses", "Allowed IP addresses", "one per line, such as 192.0.2.0/24; empty: all"))}
${field("per_minute", html`<label><span>Calls per minute <small>empty: the account's limit</small></span><input name="per_minute" type="number" min="1" max="1000000"></label>`)}
${field("per_day", html`<label><span>Units per day <small>empty: the account's limit</small></span><input name="per_day" type="number" min="1" max="1000000000000"></label>`)}
${field("may_manage_keys", html`<label class="check"><input name="may_manage_keys" type="checkbox"> <span>Can manage keys <small>with the same permissions or fewer</small></span></label>`)}
${otherFault}
<p class="actions"><button>Save</button> <button type="button" class="plain" name="cancel">Cancel</button></p>
</form>`;
}

function checks(
  name: string,
  legend: string,
  {
    note,
    choices,
  }: {
    note?: string;
    choices: readonly (readonly [value: string, text: string, isSecretOnly?: boolean])[];
  },
): Html {
  return html`<fieldset><legend>${legend} ${note && html`<small>${note}</small>`}</legend><div class="checks">${choices.map(
    ([value, text, isSecretOnly]) =>
      html`<label class="check"${isSecretOnly && html` data-secret-only`}><input type="checkbox" name="${name}" value="${value}"> <span>${text}</span></label>`,
  )}</div></fieldset>`;
}

function lines(name: string, label: string, note: string): Html {
  return html`<label><span>${label} <small>${note}</small></span><textarea name="${name}" rows="2" spellcheck="false"></textarea></label>`;
}

/** Builds the sample request of a service, with a placeholder for the key. */
function readyCall(loaded: LoadedPlugin, base: string): Html | undefined {
  const shown = findSampleEndpoint(loaded);
  if (!shown) return undefined;
  const { title } = loaded.plugin.manifest;
  return html`<div class="call"><h3><a href="/documentation/${loaded.name}">${title}</a></h3><p>${shown.route.summary}</p>
<pre tabindex="0"><code>${curl(buildSampleCall(shown, { base, keyed: true }))}</code></pre><p class="actions"><button type="button" class="plain" aria-label="Copy the ${title} request">Copy</button></p></div>`;
}

/** Returns the endpoint of the first keyless sample, or else the one with the simplest example. */
function findSampleEndpoint({ plugin, routes }: LoadedPlugin): LoadedRoute | undefined {
  const [sample] = Object.values(plugin.manifest.try ?? {});
  const sampled = routes.find(({ file }) => file === `${sample}.ts`);
  const [shortest] = routes
    .map((loaded) => ({ loaded, length: JSON.stringify(loaded.route.example).length }))
    .toSorted((a, b) => rankEndpoint(a.loaded) - rankEndpoint(b.loaded) || a.length - b.length);
  return sampled ?? shortest?.loaded;
}

/** Ranks endpoints by usefulness as a sample: those that need a file or existing data come last. */
function rankEndpoint({ method, route: { example } }: LoadedRoute): number {
  const hasFile = Object.values(example.body ?? {}).some((value) => value instanceof File);
  return hasFile ? ranks.length : ranks.indexOf(method);
}

const ranks = ["POST", "GET", "PUT", "PATCH", "DELETE"];
