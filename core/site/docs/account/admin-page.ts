import type { LoggedIn } from "../../../accounts/logins.ts";
import type { Reply } from "../../../contract/reply.ts";
import { html } from "../../../lib/html.ts";
import { page } from "../page/page.ts";

const fault = html`<p class="fault" hidden></p>`;

/** Builds the admin page. Its script loads and changes everything through `/admin/api`. */
export function adminPage(operator?: LoggedIn & { role: string; may: readonly string[] }): Reply {
  const body = html`<h1>Administration</h1>
<form class="card" id="sign-in"${operator && html` data-csrf="${operator.csrf}" data-may="${JSON.stringify(operator.may)}"`}>
<label><span>Token</span><input name="token" type="password" required maxlength="1000" autocomplete="current-password" spellcheck="false"></label>
<label><span>Your name <small>optional, for the audit log</small></span><input name="actor" maxlength="80" autocomplete="nickname"></label>
${fault}
<p><button>Sign in</button></p>
<p class="note">The value of <code>HUB_ADMIN_TOKEN</code>. It is stored on this page only and discarded when you leave or reload it. With a role of your own, <a href="/login?next=/admin">log in</a> instead.</p>
<noscript><p>This page requires JavaScript. You can also use the admin API at <code>/admin/api</code>.</p></noscript>
</form>
<div id="admin" hidden>
${operator && html`<p class="note">Logged in as ${operator.email} with the role ${operator.role}.</p>`}
<p class="actions"><button type="button" class="plain" id="refresh">Refresh</button> <button type="button" class="plain" id="forget">Sign out</button></p>
<section aria-labelledby="states"><h2 id="states">Status</h2><div id="components"></div></section>
<section aria-labelledby="accounts"><h2 id="accounts">Accounts</h2>
<form class="search" id="search" role="search" aria-label="Accounts"><label><span>Email address, account ID or key prefix</span><input name="q" type="search" maxlength="254" autocomplete="off" spellcheck="false"></label> <button>Search</button>${fault}</form>
<div id="found"></div>
<div id="account" tabindex="-1" hidden></div>
<details id="issue"><summary>Issue a key</summary>
<form class="card"><label><span>Email address</span><input name="email" type="email" required maxlength="254" autocomplete="off"></label>
<label><span>Key name <small>optional</small></span><input name="name" maxlength="80" autocomplete="off"></label>
<label><span>Tier <small>for a new account</small></span><select name="tier"></select></label>
${fault}
<p><button>Issue a key</button></p><div class="result" hidden></div></form></details></section>
<section aria-labelledby="used-keys"><h2 id="used-keys">Keys</h2>
<form class="search" id="key-search"><label><span>Order</span><select name="sort"><option value="last_used">last used</option><option value="unused">longest unused</option></select></label><label><span>Created by</span><input name="made_by" maxlength="80" autocomplete="off" spellcheck="false" placeholder="key_…"></label> <button>Show</button>${fault}</form>
<div id="key-list"></div></section>
<section aria-labelledby="rules"><h2 id="rules">Blocks and limits</h2><div id="rule-list"></div>
<details id="rule"><summary>Add a block or a limit</summary>
<form class="card"><label><span>Kind</span><select name="kind"><option value="block">block a network</option><option value="tier">limit a tier</option><option value="route">limit a route or service</option></select></label>
<label><span>Network, tier, route or service</span><input name="subject" required maxlength="200" autocomplete="off" spellcheck="false"></label>
<label><span>Calls per minute <small>0 pauses a route or service</small></span><input name="per_minute" type="number" min="0"></label>
<label><span>Units per day <small>of a tier</small></span><input name="per_day" type="number" min="1"></label>
<label><span>Reason <small>optional</small></span><input name="note" maxlength="200" autocomplete="off"></label>
<label><span>Period</span><select name="expires_in"><option value="">until removed</option><option value="3600">1 hour</option><option value="86400">1 day</option><option value="604800">7 days</option></select></label>
${fault}
<p><button>Apply</button></p></form></details></section>
<section aria-labelledby="webhooks"><h2 id="webhooks">Webhooks</h2><div id="deliveries"></div></section>
<section aria-labelledby="requests"><h2 id="requests">Requests</h2>
<form class="search" id="request-search"><label><span>Group by</span><select name="by">${["account", "key", "route", "status", "hour"].map((name) => html`<option>${name}</option>`)}</select></label><label><span>Period</span><select name="hours"><option value="1">1 hour</option><option value="24" selected>24 hours</option><option value="168">7 days</option><option value="720">30 days</option></select></label><label><span>Status</span><select name="status"><option value="">all</option>${["2xx", "4xx", "5xx"].map((name) => html`<option>${name}</option>`)}</select></label><label><span>Account ID</span><input name="account" inputmode="numeric" maxlength="15" autocomplete="off"></label><label><span>Request ID</span><input name="request_id" maxlength="128" autocomplete="off" spellcheck="false"></label> <button>Show</button>${fault}</form>
<div id="groups"></div><h3>Failed requests</h3><div id="failures"></div><h3>Slow requests</h3><div id="slow"></div></section>
<section aria-labelledby="numbers"><h2 id="numbers">Latency and rejected requests</h2><div id="latency"></div><div id="refusals"></div></section>
<section aria-labelledby="data"><h2 id="data">Datasets</h2><ul class="keys" id="datasets"></ul></section>
<section aria-labelledby="work"><h2 id="work">Queues</h2><div id="jobs"></div><p class="actions" id="steer"></p></section>
<section aria-labelledby="audit"><h2 id="audit">Audit log</h2>
<form class="search" id="audit-search"><label><span>Actor</span><input name="actor" maxlength="254" autocomplete="off"></label><label><span>Action</span><input name="action" maxlength="254" autocomplete="off" placeholder="account.change"></label><label><span>Subject</span><input name="subject" maxlength="254" autocomplete="off" placeholder="account_12"></label> <button>Show</button>${fault}</form>
<div id="entries"></div></section>
<section aria-labelledby="parts"><h2 id="parts">Plugins, hosts and settings</h2><div id="about"></div></section>
</div>
<p class="said" id="said" role="status"></p>`;
  return page(
    { title: "Administration", path: "/admin", body, scripts: ["widgets.js", "admin.js"] },
    { "cache-control": "no-store", "x-robots-tag": "noindex" },
  );
}
