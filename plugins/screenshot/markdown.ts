import { nameToEmoji } from "gemoji";
import type { MadePage } from "hub";
import { escapeHtml } from "hub/html";
import { Marked, type MarkedExtension } from "marked";
import markedAlert from "marked-alert";
import markedFootnote from "marked-footnote";
import { addAssets } from "./markdown-assets.ts";

/**
 * Renders Markdown as a page: GitHub's dialect with tables, footnotes, alerts, emoji names, coloured code, TeX
 * formulas and Mermaid diagrams.
 */
export function renderMarkdown(markdown: string): Promise<MadePage> {
  const body = renderArticle(markdown);
  const html = `<!doctype html><html><head><meta charset="utf-8"><title>${escapeHtml(findTitle(markdown))}</title><style>${style}</style></head><body><article>${body}</article></body></html>`;
  return addAssets({ html });
}

/**
 * Renders Markdown as the content of a page. HTML in it is shown as text, so it can't run scripts or load anything
 * but images. `addAssets` adds what its formulas, code and diagrams need.
 */
export function renderArticle(markdown: string): string {
  const marked = new Marked(
    markedAlert(),
    // The default label contains the name of the footnote unescaped.
    markedFootnote({ backRefLabel: "Back to reference" }),
    { extensions: [formulaBlock, formula, emoji] },
    {
      gfm: true,
      // After an unclosed <script> or <pre>, the parser would leave text unescaped, including tags.
      walkTokens(token) {
        if (token.type === "text") token.escaped = false;
      },
      renderer: {
        html: ({ text }) => escapeHtml(text),
        code({ text, lang }) {
          if (lang === "math") return writeFormula(text, "block");
          if (lang === "mermaid") return `<pre data-diagram="">${escapeHtml(text)}</pre>`;
          return false;
        },
        link({ href, title, tokens }) {
          const text = this.parser.parseInline(tokens);
          const to = safeAddress(href);
          if (to === undefined) return text;
          return `<a href="${escapeHtml(to)}"${title ? ` title="${escapeHtml(title)}"` : ""}>${text}</a>`;
        },
        image({ href, title, text }) {
          const from = safeAddress(href, { image: true });
          if (from === undefined) return escapeHtml(text);
          return `<img src="${escapeHtml(from)}" alt="${escapeHtml(text)}"${title ? ` title="${escapeHtml(title)}"` : ""}>`;
        },
      },
    },
  );
  return marked.parse(markdown, { async: false });
}

type Extension = NonNullable<MarkedExtension["extensions"]>[number];

/** `$$`, TeX and `$$`, each on its own lines. */
const formulaBlock: Extension = {
  name: "formulaBlock",
  level: "block",
  tokenizer(text) {
    const [raw, tex] = /^\$\$[ \t]*\n([^$]+)\n\$\$[ \t]*(?:\n|$)/.exec(text) ?? [];
    return raw === undefined ? undefined : { type: "formulaBlock", raw, tex };
  },
  renderer: ({ tex }) => writeFormula(tex, "block"),
};

/** TeX between dollar signs. As on GitHub, it doesn't begin or end with a space, and prices are no formulas. */
const formula: Extension = {
  name: "formula",
  level: "inline",
  start: (text) => text.indexOf("$"),
  tokenizer(text) {
    const [raw, block, code, tex] =
      /^\$(?:\$((?:\\.|[^\\$])+)\$\$|`([^`\n]+)`\$|(?!\s)((?:\\.|[^\\$`\n])+)(?<!\s)\$(?!\d))/s.exec(
        text,
      ) ?? [];
    if (raw === undefined) return undefined;
    return { type: "formula", raw, tex: block ?? code ?? tex, isBlock: block !== undefined };
  },
  renderer: ({ tex, isBlock }) => writeFormula(tex, isBlock ? "block" : "inline"),
};

/** The name of an emoji, such as `:rocket:`. */
const emoji: Extension = {
  name: "emoji",
  level: "inline",
  start: (text) => text.indexOf(":"),
  tokenizer(text) {
    const [raw, name = ""] = /^:([a-z\d_+-]{1,50}):/.exec(text) ?? [];
    if (raw === undefined || !Object.hasOwn(nameToEmoji, name)) return undefined;
    return { type: "emoji", raw, text: nameToEmoji[name] };
  },
  renderer: ({ text }) => text,
};

function writeFormula(tex: string, kind: "inline" | "block"): string {
  return kind === "inline"
    ? `<span data-math="inline">${escapeHtml(tex)}</span>`
    : `<div data-math="block">${escapeHtml(tex)}</div>`;
}

/** Returns the text of the first heading. */
function findTitle(markdown: string): string {
  const heading = markdown.split("\n", 200).find((line) => line.startsWith("# "));
  return heading?.slice(2, 202).trim() ?? "";
}

/** Returns the URL of a link or image, or undefined if its scheme isn't allowed, such as a script's. */
function safeAddress(href: string, { image = false } = {}): string | undefined {
  // A browser removes these before it reads the scheme: "java\tscript:".
  const bare = href.replace(/[\p{Cc}\s]/gu, "");
  if (image && /^data:image\/(?:png|jpeg|gif|webp|avif);base64,/i.test(bare)) return bare;
  const [, scheme] = /^([a-z][a-z\d+.-]*):/i.exec(bare) ?? [];
  if (scheme === undefined) return href;
  const allowed = image ? ["http", "https"] : ["http", "https", "mailto", "tel"];
  return allowed.includes(scheme.toLowerCase()) ? href : undefined;
}

/** The style of rendered Markdown: a page of text, light or dark as requested. */
const style = `
:root { color-scheme: light dark; --ground: #ffffff; --text: #1c2326; --soft: #5b676d; --line: #d9dfe2; --raised: #f4f6f7; --link: #0b63c5; }
@media (prefers-color-scheme: dark) { :root { --ground: #14191b; --text: #e3e8ea; --soft: #9aa6ac; --line: #313a3e; --raised: #1d2427; --link: #78b4ff; } }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.6 system-ui, "Noto Sans", "Helvetica Neue", Arial, sans-serif; }
article { max-width: 46rem; margin: 0 auto; padding: 2.5rem 2rem; overflow-wrap: break-word; }
article > :first-child { margin-top: 0; }
article > :last-child { margin-bottom: 0; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.8em 0 0.6em; font-weight: 650; }
h1 { font-size: 2em; } h2 { font-size: 1.5em; padding-bottom: 0.25em; border-bottom: 1px solid var(--line); } h3 { font-size: 1.2em; } h4, h5, h6 { font-size: 1em; }
h5, h6 { color: var(--soft); }
p, ul, ol, table, pre, blockquote { margin: 0 0 1em; }
a { color: var(--link); text-underline-offset: 0.15em; }
ul, ol { padding-left: 1.6em; } li + li { margin-top: 0.25em; }
li:has(> input[type="checkbox"]) { list-style: none; margin-left: -1.4em; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; font-size: 0.875em; }
code { background: var(--raised); border-radius: 4px; padding: 0.15em 0.35em; }
pre { background: var(--raised); border: 1px solid var(--line); border-radius: 8px; padding: 1em; overflow: hidden; white-space: pre-wrap; }
pre code { background: none; padding: 0; }
blockquote { margin-left: 0; padding: 0.1em 0 0.1em 1em; border-left: 4px solid var(--line); color: var(--soft); }
blockquote > :last-child { margin-bottom: 0; }
table { border-collapse: collapse; display: block; overflow: hidden; }
th, td { border: 1px solid var(--line); padding: 0.4em 0.8em; } th { background: var(--raised); text-align: left; }
img { max-width: 100%; } hr { border: 0; border-top: 1px solid var(--line); margin: 2em 0; }
.markdown-alert { margin: 0 0 1em; padding: 0.5em 1em; border-left: 4px solid var(--tone); }
.markdown-alert > :last-child { margin-bottom: 0; }
.markdown-alert-title { display: flex; align-items: center; gap: 0.5em; margin-bottom: 0.4em; color: var(--tone); font-weight: 600; }
.markdown-alert-title svg { fill: currentColor; }
.markdown-alert-note { --tone: light-dark(#0969da, #4493f8); } .markdown-alert-tip { --tone: light-dark(#1a7f37, #3fb950); }
.markdown-alert-important { --tone: light-dark(#8250df, #ab7df8); } .markdown-alert-warning { --tone: light-dark(#9a6700, #d29922); }
.markdown-alert-caution { --tone: light-dark(#cf222e, #f85149); }
.sr-only { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.footnotes { margin-top: 2em; border-top: 1px solid var(--line); padding-top: 1em; color: var(--soft); font-size: 0.875em; }
sup { line-height: 0; } sup a { text-decoration: none; }
div[data-math] { margin: 0 0 1em; overflow: hidden; }
.diagram { margin: 0 0 1em; text-align: center; } .diagram svg { max-width: 100%; height: auto; }
.diagram-fault { color: light-dark(#cf222e, #f85149); font-size: 0.875em; }
.hljs-comment, .hljs-quote, .hljs-meta { color: light-dark(#59636e, #9198a1); }
.hljs-keyword, .hljs-selector-tag, .hljs-deletion, .hljs-template-tag { color: light-dark(#cf222e, #ff7b72); }
.hljs-string, .hljs-regexp, .hljs-addition, .hljs-link { color: light-dark(#0a3069, #a5d6ff); }
.hljs-number, .hljs-literal, .hljs-attr, .hljs-attribute, .hljs-variable, .hljs-symbol, .hljs-bullet { color: light-dark(#0550ae, #79c0ff); }
.hljs-title, .hljs-section, .hljs-selector-id, .hljs-selector-class { color: light-dark(#6639ba, #d2a8ff); }
.hljs-built_in, .hljs-type, .hljs-name, .hljs-params .hljs-type { color: light-dark(#953800, #ffa657); }
`;
