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
 * Blocks all resources and scripts. `form-action` isn't restricted, because browsers apply it to
 * redirects too, and a link can lead anywhere.
 */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'`;

/** Renders a page for a visitor. */
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

/** Media type of the pages. */
export const pageType = "text/html; charset=utf-8";

/** Renders the password form, which posts to its own URL. */
export function renderPasswordPage({ isWrong = false }: { isWrong?: boolean } = {}) {
  const body = html`${isWrong && html`<p role="alert"><strong>Wrong password.</strong></p>`}
<form method="post">
<label for="password">Password</label>
<input id="password" name="password" type="password" required maxlength="${url.limits.passwordMax}" autocomplete="off" autofocus>
<button>Continue</button>
</form>`;
  return renderPage(
    { title: "Password required", body },
    // RFC 9110 requires a challenge with every 401. No browser knows this scheme, so none opens a dialog.
    { status: 401, headers: { "www-authenticate": 'Form realm="short link"' } },
  );
}

/** Renders the preview page, without confidential parts of the target. */
export function renderPreviewPage(link: Link, options: { status?: number } = {}) {
  const { title, created_at, expires_at } = link;
  // Owners can choose any title, so it isn't used as a heading.
  const named = title !== null && html`<p>Title given by the owner: “${title}”</p>`;
  const body = html`${describeTarget(link)}${listOtherTargets(link)}${named}
${renderContinueButton(link)}
<p class="note">Created on ${formatDay(created_at)}${expires_at !== null && html`, expires on ${formatDay(expires_at)}`}. The owner can change the target.</p>`;
  return renderPage({ title: "Link preview", body }, options);
}

/**
 * Links with a click limit use a form: link previewers don't submit forms, with any User-Agent that they
 * send.
 */
function renderContinueButton({ code, password, max_clicks }: Link): Html {
  return max_clicks === null || password !== null
    ? html`<p><a class="button" href="${code}" rel="noopener noreferrer nofollow">Continue</a></p>`
    : html`<form method="post" action="${code}"><input type="hidden" name="password" value=""><button>Continue</button></form>`;
}

function describeTarget({ url, password, max_clicks }: Link): Html {
  if (password !== null)
    return html`<p>This link requires a password, so its target is not shown here.</p>`;
  const { hostname, protocol } = new URL(url);
  const isApp = !protocol.startsWith("http");
  const { name, warnings } = isApp ? { name: protocol, warnings: [] } : describeHost(hostname);
  const said = warnings.map(
    (warning) => html`<p role="note"><strong>${sentences[warning]}</strong></p>`,
  );
  // The full URL would let everyone bypass the limit.
  if (max_clicks !== null)
    return html`<p>This link leads to a page on</p><p class="target">${name}</p>${said}
<p>This link has a click limit. Continuing uses up one click.</p>`;
  return html`<p>This link leads to</p><p class="target">${url}</p>
${warnings.length > 0 && html`<p>The host name reads <strong>${name}</strong></p>`}${said}`;
}

/** Describes the targets of the rules, of which each visitor sees one. */
function listOtherTargets({ rules = [], password, max_clicks }: Link): Html | false {
  if (rules.length === 0 || password !== null) return false;
  const targets = rules.map(({ url }) => (max_clicks === null ? url : new URL(url).host));
  const shown = [...new Set(targets)].map((target) => html`<p class="target">${target}</p>`);
  return html`<p>It leads elsewhere for some visitors, by country, device, language or time:</p>${shown}`;
}

const sentences: Record<HostWarning, string> = {
  punycode: "The host name has non-ASCII characters.",
  mixed_scripts: "The host name mixes several alphabets, as fake websites often do.",
  lookalike: "The host name has characters of another alphabet that look like Latin letters.",
};

function formatDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
