import type { IssuedView } from "../../../accounts/account-fields.ts";
import type { CodeResponse } from "../../../accounts/codes.ts";
import type { Reply } from "../../../contract/reply.ts";
import { type Html, html } from "../../../lib/html.ts";
import { curl } from "../../examples/curl.ts";
import { buildSampleCall } from "../../examples/sample-call.ts";
import type { Catalogue, SignUpTerms } from "../../view/site.ts";
import { sampleTabs } from "../endpoint/sample-tabs.ts";
import { limitText } from "../openapi/facts.ts";
import { page } from "../page/page.ts";

const title = "Get a key";
const path = "/signup";
const codePath = "/signup/verify";

/** Builds the sign-up page. */
export function signUpPage(site: SignUpTerms): Reply {
  return page({ title, path, body: html`<h1>${title}</h1>${keyForm(site)}` });
}

/** Builds the sign-up form for the hub's sign-up mode. */
export function keyForm({ signup, tiers }: SignUpTerms): Html {
  if (signup === "closed")
    return html`<p class="lead">Sign-up is closed on this hub. To get a key, ask its operator for one.</p>`;
  const [free] = tiers;
  const isMailed = signup === "verify";
  return html`<p class="lead">${free && `${formatLimits(free.perDay, free.perMinute)}, across all services.`}</p>
<form class="card" method="post" action="${path}">
<label for="email"><span>Email address</span><input id="email" name="email" type="email" required maxlength="254" autocomplete="email"></label>
${!isMailed && openFields}
<p><button>${isMailed ? "Send a code" : "Get a key"}</button></p>
</form>
${
  isMailed
    ? html`<p>We email you a verification code for a new key. Use this form too if you have lost your keys. <a href="${codePath}">Enter a code</a></p>`
    : html`<p>The key is shown only once. The hub stores a hash of it.</p>
<p>Lost all keys of your account? <a href="/login">Log in</a> to create a new one, or ask the operator of this hub to issue one for your email address. The account keeps your tier, usage and other keys.</p>`
}`;
}

/** Builds the page that takes the verification code. `sent` is set right after a code was sent. */
export function codePage(site: SignUpTerms, sent?: CodeResponse): Reply {
  if (site.signup !== "verify") return signUpPage(site);
  const lead = sent
    ? html`<p class="lead">A verification code was sent to ${sent.email}, unless that address already received several within the last hour. It expires in ${sent.expires_in_seconds / 60} minutes.</p>`
    : html`<p class="lead">Enter the verification code from the email. No code yet? <a href="${path}">Request one</a></p>`;
  const body = html`<h1>Enter the code</h1>
${lead}
<form class="card" method="post" action="${codePath}">
<label for="email"><span>Email address</span><input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${sent?.email}"></label>
<label for="code"><span>Code</span><input id="code" name="code" required maxlength="40" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false"></label>
${nameField}
<label for="revoke_others"><span>Revoke all other keys of this account <small>if they are lost or not yours</small></span><input id="revoke_others" name="revoke_others" type="checkbox" value="true"></label>
<p><button>Get a key</button></p>
</form>
<p>The key is shown only once. The hub stores a hash of it.</p>`;
  return page({ title: "Enter the code", path: codePath, body }, { "cache-control": "no-store" });
}

/** Builds the page that shows a new key, once, with a first call to copy. */
export function keyPage(
  { api_key, email, tier, limits, other_keys = 0 }: IssuedView & { other_keys?: number },
  { site, base }: { site: Catalogue; base: string },
): Reply {
  const first = site.plugins
    .flatMap(({ routes }) => routes)
    .find(({ method, route: { heavy, plain } }) => method === "GET" && plain && !heavy);
  const call = first && buildSampleCall(first, { base, keyed: true });
  const body = html`<h1>Your key</h1>
<p class="key"><code>${api_key}</code></p>
<p class="lead">Copy it now: it is not shown again.</p>
${call && html`<h2>Your first call</h2>${sampleTabs("first", [{ language: "curl", code: curl({ ...call, key: api_key }) }])}`}
<p>Issued to ${email} on the <strong>${tier}</strong> tier: ${formatLimits(limits.per_day, limits.per_minute)}. Send it in the <code>X-API-Key</code> header.</p>
${other_keys > 0 && html`<p>Other active keys of this account: ${other_keys}. If they are not yours, request another code and use it to revoke them.</p>`}
<form class="actions" method="post" action="/account"><input type="hidden" name="api_key" value="${api_key}"><button>Open your account</button> <a class="button plain" href="/documentation">Documentation</a> <a class="button plain" href="/docs">Reference</a></form>`;
  return page(
    { title: "Your key", path, body, scripts: ["samples.js"] },
    { "cache-control": "no-store" },
  );
}

const nameField = html`<label for="name"><span>Key name <small>optional</small></span><input id="name" name="name" maxlength="80" autocomplete="off"></label>`;

/** Extra fields of the form if keys are issued without verification. */
const openFields = html`${nameField}
<label for="api_key"><span>Existing API key <small>only if this email already has an account</small></span><input id="api_key" name="api_key" type="password" maxlength="200" autocomplete="off"></label>`;

function formatLimits(perDay: number | null, perMinute: number | null): string {
  return `${limitText(perDay)} calls per day, ${limitText(perMinute)} per minute`;
}
