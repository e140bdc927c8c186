import { nameToEmoji } from "gemoji";
import type { MadePage } from "hub";
import { escapeHtml } from "hub/html";
import { Marked, type MarkedExtension } from "marked";
import markedAlert from "marked-alert";
import markedFootnote from "marked-footnote";
import style from "./markdown.css" with { type: "text" };
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

const inlineBlock = /^\$\$((?:\\.|[^\\$])+)\$\$/s;
const inlineCode = /^\$`([^`\n]+)`\$/;
const inlineTex = /^\$(?!\s)((?:\\.|[^\\$`\n])+)(?<!\s)\$(?!\d)/s;

/** TeX between dollar signs. As on GitHub, it doesn't begin or end with a space, and prices are no formulas. */
const formula: Extension = {
  name: "formula",
  level: "inline",
  start: (text) => text.indexOf("$"),
  tokenizer(text) {
    for (const pattern of [inlineBlock, inlineCode, inlineTex]) {
      const [raw, tex] = pattern.exec(text) ?? [];
      if (raw !== undefined) return { type: "formula", raw, tex, isBlock: pattern === inlineBlock };
    }
    return undefined;
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
