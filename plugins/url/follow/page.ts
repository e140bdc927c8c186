import { type Html, html, reply } from "hub";
import { pageType } from "./page-type.ts";

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
export function page(
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
