import type { IssuedView } from "../../accounts/account-fields.ts";
import type { CodeSent } from "../../accounts/codes.ts";
import type { Reply } from "../../contract/reply.ts";
import { type Html, html } from "../../lib/html.ts";
import type { SignUpTerms } from "../view/site.ts";
import { limitText } from "./facts.ts";
import { page } from "./page.ts";

const title = "Get a key";
const path = "/signup";
const codePath = "/signup/verify";

/** The page with the form that asks for a key. */
export function signUpPage(site: SignUpTerms): Reply {
  return page({ title, path, body: html`<h1>${title}</h1>${keyForm(site)}` });
}

/** The form that asks for a key, with what one should know: how the operator lets keys be got. */
export function keyForm({ signup, tiers }: SignUpTerms): Html {
  if (signup === "closed")
    return html`<p class="lead">This hub does not issue keys by itself: ask its operator for one.</p>`;
  const [free] = tiers;
  const isMailed = signup === "verify";
  return html`<p class="lead">${free && `${callsOf(free.perDay, free.perMinute)}, over all services.`} No payment card.</p>
<form class="card" method="post" action="${path}">
<label for="email"><span>E-mail address</span><input id="email" name="email" type="email" required maxlength="254" autocomplete="email"></label>
${!isMailed && openFields}
<p><button>${isMailed ? "Send a code" : "Get a key"}</button></p>
</form>
${
  isMailed
    ? html`<p>A code for a key is mailed to the address, also if you have lost the keys it has. <a href="${codePath}">Enter a code</a></p>`
    : html`<p>The key is shown once. The hub keeps only a hash of it.</p>`
}`;
}

/** The form that takes a code, with the address that one was mailed to just now. */
export function codePage(site: SignUpTerms, sent?: CodeSent): Reply {
  if (site.signup !== "verify") return signUpPage(site);
  const lead = sent
    ? html`<p class="lead">A verification code was sent to ${sent.email}, unless that address already received several within the last hour. It expires in ${sent.expires_in_seconds / 60} minutes.</p>`
    : html`<p class="lead">The code is in the mail that <a href="${path}">asking for a key</a> sends.</p>`;
  const body = html`<h1>Enter the code</h1>
${lead}
<form class="card" method="post" action="${codePath}">
<label for="email"><span>E-mail address</span><input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${sent?.email}"></label>
<label for="code"><span>Code</span><input id="code" name="code" required maxlength="40" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false"></label>
${nameField}
<label for="revoke_others"><span>End all other keys of this address <small>where you have lost them, or do not know them</small></span><input id="revoke_others" name="revoke_others" type="checkbox" value="true"></label>
<p><button>Get a key</button></p>
</form>
<p>The key is shown once. The hub keeps only a hash of it.</p>`;
  return page({ title: "Enter the code", path: codePath, body }, { "cache-control": "no-store" });
}

/** Shows a key, this once. */
export function keyPage({
  api_key,
  email,
  tier,
  limits,
  other_keys = 0,
}: IssuedView & { other_keys?: number }): Reply {
  const body = html`<h1>Your key</h1>
<p class="key"><code>${api_key}</code></p>
<p class="lead">Copy it now: it is not shown again.</p>
<p>It belongs to ${email}, in the tier <strong>${tier}</strong>: ${callsOf(limits.per_day, limits.per_minute)}. Send it as the header <code>X-API-Key</code>.</p>
${other_keys > 0 && html`<p>Other keys of this address that work: ${other_keys}. If they are not yours, ask for another code and end them with it.</p>`}
<form class="actions" method="post" action="/account"><input type="hidden" name="api_key" value="${api_key}"><button>Open your account</button> <a class="button plain" href="/documentation">Documentation</a> <a class="button plain" href="/docs">Reference</a></form>`;
  return page({ title: "Your key", path, body }, { "cache-control": "no-store" });
}

const nameField = html`<label for="name"><span>A name for the key <small>if you like</small></span><input id="name" name="name" maxlength="80" autocomplete="off"></label>`;

/** What is asked besides where keys are given at once. */
const openFields = html`${nameField}
<label for="api_key"><span>One of its keys <small>if the address has some</small></span><input id="api_key" name="api_key" type="password" maxlength="200" autocomplete="off"></label>`;

function callsOf(perDay: number | null, perMinute: number | null): string {
  return `${limitText(perDay)} calls a day, ${limitText(perMinute)} a minute`;
}
