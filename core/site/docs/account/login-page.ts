import type { Call } from "../../../accounts/call.ts";
import { codeLifeMs } from "../../../accounts/codes.ts";
import { normaliseLocation } from "../../../contract/redirect.ts";
import type { Reply } from "../../../contract/reply.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { OwnDoors } from "../../view/own-doors.ts";
import { page } from "../page/page.ts";

const title = "Log in";
const verifyPath = "/login/verify";
const uncached = { "cache-control": "no-store", "x-robots-tag": "noindex" };

/** Builds the page with the ways to log in. */
export async function loginPage(
  logins: OwnDoors["logins"],
  { next, call }: { next?: string | undefined; call: Call },
): Promise<Reply> {
  const { ways } = logins;
  const path = findLocalPath(next);
  const options = await logins.buildPasskeyLogin(call);
  const body = html`<h1>${title}</h1>
<p class="lead">Log in to manage your account and its API keys, also if you have lost all of them.</p>
${ways.oidc !== undefined && html`<p class="actions"><a class="button" href="/login/oidc?next=${encodeURIComponent(path)}">Log in with ${ways.oidc}</a></p>`}
${ways.mail && mailForm(path)}
${options && html`<p class="actions"><button type="button" class="plain" id="passkey" hidden data-options="${JSON.stringify(options)}" data-next="${path}">Log in with a passkey</button></p><p class="fault" id="passkey-fault" role="alert" hidden></p>`}
<p>With an API key at hand, <a href="/account">open your account with it</a>. No account yet? <a href="/signup">Get a key</a></p>`;
  return page({ title, path: "/login", body, scripts: ["passkeys.js", "login.js"] }, uncached);
}

/** Builds the page that takes the code from the mail. `email` is set right after a mail was sent. */
export function loginCodePage({
  email,
  next,
}: {
  email?: string | undefined;
  next?: string | undefined;
}): Reply {
  const body = html`<h1>${title}</h1>
<p class="lead">${email === undefined ? "Enter the code from the mail." : html`We sent a link to ${email}, unless that address already received several mails within the last hour. Open the link, or enter its code here. It expires in ${codeLifeMs / 60_000} minutes.`}</p>
<form class="card" id="log-in" method="post" action="${verifyPath}">
<label for="email"><span>Email address</span><input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${email}"></label>
<label for="code"><span>Code</span><input id="code" name="code" required maxlength="40" autocomplete="one-time-code" autocapitalize="characters" spellcheck="false"></label>
<input type="hidden" name="next" value="${findLocalPath(next)}">
<p><button>${title}</button></p>
</form>`;
  return page({ title, path: verifyPath, body, scripts: ["login.js"] }, uncached);
}

/** Returns a path of this hub to open after the login: the given one, unless it leads elsewhere. */
export function findLocalPath(next = ""): string {
  try {
    if (next.startsWith("/")) return normaliseLocation(next);
  } catch {}
  return "/account";
}

function mailForm(next: string): Html {
  return html`<form class="card" method="post" action="/login">
<label for="email"><span>Email address</span><input id="email" name="email" type="email" required maxlength="254" autocomplete="email"></label>
<input type="hidden" name="next" value="${next}">
<p><button>Send a login link</button></p>
</form>`;
}
