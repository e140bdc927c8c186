import { keyMethods } from "../../accounts/account-fields.ts";
import type { ServedRoutes } from "../../accounts/own-keys.ts";
import type { Reply } from "../../contract/reply.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { type Html, html } from "../../lib/html.ts";
import { sampleCallOf } from "../examples/sample-call.ts";
import type { Catalogue } from "../view/site.ts";
import { page } from "./page.ts";
import { curl } from "./samples.ts";

interface AccountPageOptions {
  /** The address of the hub. */
  base: string;
  /** The key that the sign-up hands over. */
  key?: string | undefined;
  /** The endpoints that keys can be for. */
  endpoints: ServedRoutes["endpoints"];
}

const daySeconds = 86_400;

/** The page for whoever holds a key. All that it shows and does goes through `/api-key`. */
export function accountPage(
  site: Pick<Catalogue, "plugins">,
  { base, key, endpoints }: AccountPageOptions,
): Reply {
  const body = html`<h1>Your account</h1>
${signInForm(key)}
<div id="account" hidden>
<section aria-labelledby="you"><h2 id="you" tabindex="-1">Key and limits</h2>
<div class="issued" id="new-key" hidden></div>
<dl class="facts" id="facts"></dl>
<div id="limits"></div>
<p class="actions"><button type="button" class="plain" id="copy-key">Copy key</button> <button type="button" class="plain" id="refresh">Refresh</button> <button type="button" class="plain" id="forget">Forget the key</button></p></section>
<section aria-labelledby="used"><h2 id="used">Usage</h2><div id="usage"></div>
<p class="actions"><button type="button" class="plain" id="csv">Download as CSV</button></p></section>
<section aria-labelledby="all-keys"><h2 id="all-keys" tabindex="-1">Keys</h2>
<p class="note" id="keys-refused" hidden></p>
<ul class="keys" id="keys"></ul>
<details id="ended" hidden><summary></summary><ul class="keys"></ul></details>
<details id="new"><summary class="button plain">Make a key</summary></details></section>
${rotateForm()}
${signForm()}
${noticesForm()}
${eraseForm()}
<section aria-labelledby="calls"><h2 id="calls">One call of each service</h2>
<p>With your key, which is hidden here and stands in what is copied.</p>
${site.plugins.map((plugin) => readyCall(plugin, base))}</section>
</div>
<p class="said" id="said" role="status"></p>
<template id="key-form">${keyForm(site, endpoints)}</template>`;
  return page(
    { title: "Your account", path: "/account", body, scripts: ["widgets.js", "account.js"] },
    {
      "x-robots-tag": "noindex",
      ...(key !== undefined && { "cache-control": "no-store" }),
    },
  );
}

function signInForm(key: string | undefined): Html {
  return html`<form class="card" id="sign-in" method="post" action="/account">
${field("api_key", html`<label><span>API key</span><input name="api_key" type="password" required maxlength="200" autocomplete="current-password" spellcheck="false" value="${key}"></label>`)}
${otherFault}
<p><button>Open</button></p>
<p class="note">The key stays in this page, which forgets it when you leave it or load it again. <a href="/signup">Get a key</a> if you have none.</p>
<noscript><p>This page needs scripts. <a href="/documentation/hub">The same from a shell</a></p></noscript>
</form>`;
}

function rotateForm(): Html {
  return html`<section aria-labelledby="replace"><h2 id="replace">Replace the key</h2>
<p>A new key takes the place of yours and may do what it could. The old one works on for a while, so that your programs can be given the new one. Addresses that it signed end with it.</p>
<form class="card" id="rotate">
${field("grace_seconds", choice("grace_seconds", "The old key works on for", graces))}
${otherFault}
<p><button>Replace the key</button></p>
</form></section>`;
}

function signForm(): Html {
  return html`<section aria-labelledby="addresses"><h2 id="addresses">Sign an address</h2>
<p>For an <code>&lt;img&gt;</code> or a README: whoever has the address may fetch it without a key. It counts for your account.</p>
<form class="card" id="sign">
${field("path", html`<label><span>Path of a GET, with its query</span><input name="path" required maxlength="100000" autocomplete="off" spellcheck="false" placeholder="/api/qr/generate?data=hello"></label>`)}
${field("expires_in", choice("expires_in", "It works for", lifetimes(30 * daySeconds)))}
${otherFault}
<p><button>Sign</button></p>
<div class="result" hidden></div>
</form></section>`;
}

function noticesForm(): Html {
  return html`<section aria-labelledby="told"><h2 id="told">Be told of the quota</h2>
<p>When 80 % and 100 % of the day are used, once a day for each.</p>
<form class="card" id="notices">
${field("webhook_url", html`<label><span>A webhook's address <small>empty: none</small></span><input name="webhook_url" type="url" maxlength="2000" autocomplete="off" spellcheck="false" placeholder="https://example.com/hooks/quota"></label>`)}
${field("mail", html`<label class="check"><input name="mail" type="checkbox"> <span>By mail to the account's address, too</span></label>`)}
${field("new_secret", html`<label class="check"><input name="new_secret" type="checkbox"> <span>Sign webhooks by a new secret from now on</span></label>`)}
${otherFault}
<p><button>Save</button></p>
<div class="result" hidden></div>
</form></section>`;
}

function eraseForm(): Html {
  return html`<section aria-labelledby="erasing"><h2 id="erasing">Erase the account</h2>
<p>Your address, all keys, the usage history, short links, jobs and stored answers are removed at once and for good. The codes of your links are never given out again.</p>
<form class="card" id="erase">
${field("email", html`<label><span>The e-mail address of the account</span><input name="email" type="email" required maxlength="254" autocomplete="off" spellcheck="false"></label>`)}
${otherFault}
<p><button class="danger">Erase the account</button></p>
</form></section>`;
}

type Choice = [value: number | "", text: string, isChosen?: boolean];

/** How long a replaced key may work on, in seconds. */
const graces: readonly Choice[] = [
  [0, "no longer: it ends at once"],
  [3600, "an hour"],
  [daySeconds, "a day", true],
  [7 * daySeconds, "a week"],
  [30 * daySeconds, "30 days"],
];

/** How long a key or a signed address may work, in seconds. */
function lifetimes(chosen?: number): Choice[] {
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

/** Room for what the API says that is about no field. */
const otherFault = html`<p class="fault" hidden></p>`;

/** A field of a form, with room for what the API says is wrong with it. */
function field(name: string, content: Html): Html {
  return html`<div class="field" data-field="${name}">${content}<p class="fault" hidden></p></div>`;
}

/** The form that issues and changes keys. */
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
<label class="check"><input type="radio" name="kind" value="secret" checked> <span>Secret <small>for your own programs</small></span></label>
<label class="check"><input type="radio" name="kind" value="publishable"> <span>Publishable <small>may be seen by everybody, for the GETs that you choose</small></span></label></fieldset>`,
)}
${field("expires_in", choice("expires_in", "It ends after", [["", "never"], ...lifetimes()]))}
${field("services", checks("services", "Services", { note: "none chosen: all", choices: services }))}
${field("routes", checks("routes", "Endpoints", { note: "none chosen: all", choices: routes }))}
${field("methods", checks("methods", "Methods", { note: "none chosen: all", choices: keyMethods.map((method) => [method, method]) }))}
${field("referrers", lines("referrers", "Hosts of the pages that it is used on", "one a line, such as *.example.com; none: all"))}
${field("addresses", lines("addresses", "Addresses that it is used from", "one a line, such as 192.0.2.0/24; none: all"))}
${field("per_minute", html`<label><span>Calls a minute <small>empty: those of the account</small></span><input name="per_minute" type="number" min="1" max="1000000"></label>`)}
${field("per_day", html`<label><span>Units a day <small>empty: those of the account</small></span><input name="per_day" type="number" min="1" max="1000000000000"></label>`)}
${field("may_manage_keys", html`<label class="check"><input name="may_manage_keys" type="checkbox"> <span>May manage keys <small>those that may do no more than itself</small></span></label>`)}
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

/** The call that a service shows itself by, with a placeholder where the page has the key. */
function readyCall(loaded: LoadedPlugin, base: string): Html | undefined {
  const shown = flagshipOf(loaded);
  if (!shown) return undefined;
  const { title } = loaded.plugin.manifest;
  return html`<div class="call"><h3><a href="/documentation/${loaded.name}">${title}</a></h3><p>${shown.route.summary}</p>
<pre tabindex="0"><code>${curl(sampleCallOf(shown, { base, keyed: true }))}</code></pre><p class="actions"><button type="button" class="plain" aria-label="Copy the call of ${title}">Copy</button></p></div>`;
}

/** What its first sample runs; of a service that has none the shortest example that does more than tell. */
function flagshipOf({ plugin, routes }: LoadedPlugin): LoadedRoute | undefined {
  const [sample] = Object.values(plugin.manifest.try ?? {});
  const sampled = routes.find(({ file }) => file === `${sample}.ts`);
  const [shortest] = routes
    .map((loaded) => ({ loaded, length: JSON.stringify(loaded.route.example).length }))
    .toSorted((a, b) => rankOf(a.loaded) - rankOf(b.loaded) || a.length - b.length);
  return sampled ?? shortest?.loaded;
}

/** A file must be at hand, what is changed must be there, and most GETs only list what there is. */
function rankOf({ method, route: { example } }: LoadedRoute): number {
  const hasFile = Object.values(example.body ?? {}).some((value) => value instanceof File);
  return hasFile ? ranks.length : ranks.indexOf(method);
}

const ranks = ["POST", "GET", "PUT", "PATCH", "DELETE"];
