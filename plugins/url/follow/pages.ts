import { reply } from "hub";
import { type Html, html } from "hub/html";
import { describeHost, type HostWarning } from "hub/net";
import type { Link } from "../link/link.ts";
import url from "../plugin.ts";

const style = `:root{color-scheme:light dark;--line:light-dark(#d5d5d5,#444);--soft:light-dark(#555,#aaa);--accent:light-dark(#06715a,#3fd0ac)}
*{box-sizing:border-box}
body{margin:0;padding:2rem 1.25rem;font:1rem/1.5 system-ui,sans-serif;display:grid;justify-items:center}
main{width:100%;max-width:38rem}
h1{font-size:1.4rem;margin:0 0 1rem}
p{margin:0 0 1rem}
.target{padding:.75rem 1rem;border:1px solid var(--line);border-radius:.5rem;overflow-wrap:anywhere;font-family:ui-monospace,monospace}
.note{color:var(--soft);font-size:.9rem}
label{display:block;margin-bottom:.25rem}
input,button,a.button{font:inherit;padding:.5rem .9rem;border-radius:.5rem;border:1px solid var(--line)}
input{width:100%;margin-bottom:1rem;background:Canvas;color:CanvasText}
button,a.button{display:inline-block;border-color:var(--accent);background:none;color:var(--accent);text-decoration:none;cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

const styleHash = new Bun.CryptoHasher("sha256").update(style).digest("base64");

/**
 * Nothing is loaded and nothing runs. What a form may lead to is left open: browsers hold redirects
 * behind it to the same rule, and a link may lead anywhere.
 */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`;

/** Answers a visitor with a page. */
function renderPage(
  { title, body }: { title: string; body: Html },
  { status = 200, headers = {} }: { status?: number; headers?: Record<string, string> } = {},
) {
  const { markup } = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>`;
  const rest = html`</style>
</head>
<body>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return reply(markup + style + rest.markup, {
    type: pageType,
    status,
    headers: {
      "cache-control": "no-store",
      "content-security-policy": policy,
      "referrer-policy": "no-referrer",
      "x-robots-tag": "noindex",
      ...headers,
    },
  });
}

/** The media type of a page. */
export const pageType = "text/html; charset=utf-8";

/** Asks a visitor for the password. The form is sent to the address it stands at. */
export function renderPasswordPage({ isWrong = false }: { isWrong?: boolean } = {}) {
  const body = html`${isWrong && html`<p role="alert"><strong>That is not the password.</strong></p>`}
<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="${url.limits.passwordMax}" autocomplete="off" autofocus>
<button>Go on</button>
</form>`;
  return renderPage(
    { title: "This link is protected by a password", body },
    // RFC 9110 wants a challenge with every 401: no browser knows this one, so none asks by itself.
    { status: 401, headers: { "www-authenticate": 'Form realm="short link"' } },
  );
}

/** Shows where a link leads, as far as everyone may know. */
export function renderPreviewPage(link: Link, options: { status?: number } = {}) {
  const { title, created_at, expires_at } = link;
  // Its maker may call a link anything, so that is no heading.
  const named = title !== null && html`<p>Its maker calls it “${title}”.</p>`;
  const body = html`${placeOf(link)}${named}
${wayOn(link)}
<p class="note">Made on ${day(created_at)}${expires_at !== null && html`, ends on ${day(expires_at)}`}. Where it leads may be changed by who made it.</p>`;
  return renderPage({ title: "Where this link leads", body }, options);
}

/**
 * A link with a limit is followed by a form: whoever sends it is no program that looks where links
 * lead, whatever its browser says it is.
 */
function wayOn({ code, password, max_clicks }: Link): Html {
  return max_clicks === null || password !== null
    ? html`<p><a class="button" href="${code}" rel="noopener noreferrer nofollow">Go on</a></p>`
    : html`<form method="post" action="${code}"><input type="hidden" name="password" value=""><button>Go on</button></form>`;
}

function placeOf({ url, password, max_clicks }: Link): Html {
  if (password !== null)
    return html`<p>It is protected by a password, and so is the address it leads to.</p>`;
  const { name, warnings } = describeHost(new URL(url).hostname);
  const said = warnings.map(
    (warning) => html`<p role="note"><strong>${sentences[warning]}</strong></p>`,
  );
  // The whole address would let everyone past the limit.
  if (max_clicks !== null)
    return html`<p>It leads to a page at</p><p class="target">${name}</p>${said}
<p>It may be followed a limited number of times: once you go on, it is one less.</p>`;
  return html`<p>It leads to</p><p class="target">${url}</p>
${warnings.length > 0 && html`<p>which is read as <strong>${name}</strong></p>`}${said}`;
}

const sentences: Record<HostWarning, string> = {
  punycode: "The host's name has letters that are not ASCII.",
  mixed_scripts:
    "The host's name mixes letters of several alphabets, as those do that imitate another.",
  lookalike: "The host's name has letters of another alphabet that look like Latin ones.",
};

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
