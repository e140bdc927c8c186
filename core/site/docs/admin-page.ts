import type { Reply } from "../../contract/reply.ts";
import { html } from "../../lib/html.ts";
import { page } from "./page.ts";

const fault = html`<p class="fault" hidden></p>`;

/** The page for whoever steers the hub. All that it shows and does goes through `/admin/api`. */
export function adminPage(): Reply {
  const body = html`<h1>Administration</h1>
<form class="card" id="sign-in">
<label><span>Token</span><input name="token" type="password" required maxlength="1000" autocomplete="current-password" spellcheck="false"></label>
<label><span>Your name <small>for the audit log, if you like</small></span><input name="actor" maxlength="80" autocomplete="nickname"></label>
${fault}
<p><button>Open</button></p>
<p class="note">What <code>HUB_ADMIN_TOKEN</code> says. It stays in this page, which forgets it when it is closed or loaded again.</p>
<noscript><p>This page needs scripts. What it does can be done by <code>/admin/api</code> as well.</p></noscript>
</form>
<div id="admin" hidden>
<p class="actions"><button type="button" class="plain" id="refresh">Refresh</button> <button type="button" class="plain" id="forget">Forget the token</button></p>
<section aria-labelledby="accounts"><h2 id="accounts">Accounts</h2>
<form class="search" id="search" role="search" aria-label="Accounts"><label><span>Address, number, or beginning of a key</span><input name="q" type="search" maxlength="254" autocomplete="off" spellcheck="false"></label> <button>Search</button>${fault}</form>
<div id="found"></div>
<div id="account" tabindex="-1" hidden></div>
<details id="issue"><summary>Issue a key</summary>
<form class="card"><label><span>E-mail address</span><input name="email" type="email" required maxlength="254" autocomplete="off"></label>
<label><span>A name for the key <small>if you like</small></span><input name="name" maxlength="80" autocomplete="off"></label>
<label><span>Tier <small>of a new account</small></span><select name="tier"></select></label>
${fault}
<p><button>Issue a key</button></p><div class="result" hidden></div></form></details></section>
<section aria-labelledby="numbers"><h2 id="numbers">Latency and refusals</h2><div id="latency"></div><div id="refusals"></div></section>
<section aria-labelledby="data"><h2 id="data">Datasets</h2><ul class="keys" id="datasets"></ul></section>
<section aria-labelledby="work"><h2 id="work">Work</h2><div id="jobs"></div><p class="actions" id="steer"></p></section>
<section aria-labelledby="audit"><h2 id="audit">Audit log</h2>
<form class="search" id="audit-search"><label><span>Who</span><input name="actor" maxlength="254" autocomplete="off"></label><label><span>What</span><input name="action" maxlength="254" autocomplete="off" placeholder="account.change"></label><label><span>To whom</span><input name="subject" maxlength="254" autocomplete="off" placeholder="account_12"></label> <button>Show</button>${fault}</form>
<div id="entries"></div></section>
<section aria-labelledby="parts"><h2 id="parts">Plugins, hosts and settings</h2><div id="about"></div></section>
</div>
<p class="said" id="said" role="status"></p>`;
  return page(
    { title: "Administration", path: "/admin", body, scripts: ["widgets.js", "admin.js"] },
    { "cache-control": "no-store", "x-robots-tag": "noindex" },
  );
}
