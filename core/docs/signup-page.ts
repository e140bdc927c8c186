import type { AccountView } from "../access/access.ts";
import type { HubView } from "../own.ts";
import type { Reply } from "../reply.ts";
import { grouped } from "./facts.ts";
import { html } from "./html.ts";
import { page } from "./page.ts";

const title = "Get a key";
const path = "/signup";

/** The form that asks for a key. */
export function signUpPage({ signup, tiers }: HubView): Reply {
  const [free] = tiers;
  const body =
    signup === "closed"
      ? html`<h1>${title}</h1><p class="lead">This hub does not issue keys by itself: ask its operator for one.</p>`
      : html`<h1>${title}</h1>
<p class="lead">${free && `${grouped(free.perDay)} calls a day, ${grouped(free.perMinute)} a minute, over all services.`} No payment card.</p>
<form class="card" method="post" action="${path}">
<label for="email"><span>E-mail address</span><input id="email" name="email" type="email" required maxlength="254" autocomplete="email"></label>
<label for="name"><span>A name for the key <small>if you like</small></span><input id="name" name="name" maxlength="80" autocomplete="off"></label>
<label for="api_key"><span>One of its keys <small>if the address has some</small></span><input id="api_key" name="api_key" type="password" maxlength="200" autocomplete="off"></label>
<p><button>Get a key</button></p>
</form>
<p>The key is shown once. The hub keeps only a hash of it.</p>`;
  return page({ title, path, body });
}

/** Shows a key, this once. */
export function keyPage({
  api_key,
  email,
  tier,
  limits,
}: AccountView & { api_key: string }): Reply {
  const body = html`<h1>Your key</h1>
<p class="key"><code>${api_key}</code></p>
<p class="lead">Copy it now: it is not shown again.</p>
<p>It belongs to ${email}, in the tier <strong>${tier}</strong>: ${grouped(limits.per_day)} calls a day, ${grouped(limits.per_minute)} a minute. Send it as the header <code>X-API-Key</code>.</p>
<p><a class="button" href="/documentation">Documentation</a> <a class="button plain" href="/docs">Reference</a></p>`;
  return page({ title: "Your key", path, body }, { "cache-control": "no-store" });
}
