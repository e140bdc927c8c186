import { NodeHtmlMarkdown, type TranslatorConfigObject } from "node-html-markdown";
import { packText, unpackText } from "./pack-text.ts";

/** Maximum number of cached pages: those of all endpoints, and some more. */
const cachedPagesMax = 256;

const cachedPages = new Map<number | bigint, Uint8Array>();

/** Converts the content of a page to Markdown, without controls that need a browser. */
export function convertToMarkdown(markup: string): string {
  const key = Bun.hash(markup);
  const known = cachedPages.get(key);
  if (known) return unpackText(known);
  const written = write(markup);
  const [oldest] = cachedPages.keys();
  if (cachedPages.size >= cachedPagesMax && oldest !== undefined) cachedPages.delete(oldest);
  cachedPages.set(key, packText(written));
  return written;
}

function write(markup: string): string {
  const start = markup.indexOf("<main");
  const content = markup.slice(start, markup.indexOf("</main>", start));
  // One endpoint at a time: the library copies all that it has written at each element.
  const parts = withoutControls(content).split(/(?=<section class="endpoint")/);
  return `${parts.map((part) => writer.translate(part).trim()).join("\n\n")}\n`;
}

/** Removes controls, and all but the first sample of each request. */
function withoutControls(markup: string): string {
  let samples = 0;
  return (
    new HTMLRewriter()
      .on(controls.join(","), { element: (element) => void element.remove() })
      .on('a[href^="#"]', { element: (link) => void link.removeAndKeepContent() })
      // Separated only by style sheets.
      .on("a > strong, a > small, a > span", { element: (part) => void part.after(" ") })
      .on(".samples", {
        element() {
          samples = 0;
        },
      })
      .on(".samples pre", {
        element(sample) {
          if (samples++ > 0) sample.remove();
        },
      })
      .transform(markup)
  );
}

const controls = [
  "audio",
  "button",
  "iframe",
  ".menu",
  ".samples label",
  "nav",
  "script",
  "svg",
  "video",
  "[hidden]",
  '[aria-hidden="true"]',
];

/** Replaces the library's version, which encodes underscores and drops code formatting from links. */
const link: TranslatorConfigObject[string] = ({ node }) => {
  const href = node.getAttribute("href");
  if (!href) return {};
  const title = node.getAttribute("title")?.replaceAll('"', "'");
  const target = href.replace(/[()\s<>]/g, encodeURIComponent);
  return {
    prefix: "[",
    postfix: `](${target}${title ? ` "${title}"` : ""})`,
    postprocess: ({ content }) => content.trim().replace(/\s+/g, " "),
  };
};

/** Describes a form's request. Endpoint forms are skipped: their parameters are documented next to them. */
const form: TranslatorConfigObject[string] = ({ node }) => {
  const action = node.getAttribute("data-path") ?? node.getAttribute("action") ?? "";
  if (!action || node.hasAttribute("data-target")) return { ignore: true };
  const fields = [...node.querySelectorAll("input, select, textarea")] as (typeof node)[];
  const names = fields.flatMap((field) => field.getAttribute("name") ?? []);
  const method = (node.getAttribute("method") ?? "get").toUpperCase();
  const sends = names.length > 0 ? ` with \`${[...new Set(names)].join("`, `")}\`` : "";
  return {
    content: `Form: \`${method} ${action.replace(/:(\w+)/g, "{$1}")}\`${sends}`,
    recurse: false,
  };
};

/** Formats code in tables, where the library treats it as text. */
const codeInTable: TranslatorConfigObject[string] = {
  noEscape: true,
  postprocess: ({ content }) => `\`${content.replaceAll("|", "\\|")}\``,
};

const writer = new NodeHtmlMarkdown(
  { bulletMarker: "-", blockElements: ["DETAILS", "SUMMARY"], maxConsecutiveNewlines: 2 },
  { a: link, form },
);
writer.tableCellTranslators.set("a", link);
writer.tableCellTranslators.set("code", codeInTable);
