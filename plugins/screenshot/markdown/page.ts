import { Marked } from "marked";
import { safeAddress } from "./safe-address.ts";
import { style } from "./style.ts";

/**
 * Sets Markdown (GitHub's dialect) as a page. What is HTML in it is shown as text: nothing in it can
 * be a script or load anything but images.
 */
export function markdownPage(markdown: string): string {
  const marked = new Marked({
    gfm: true,
    renderer: {
      html: ({ text }) => escaped(text),
      link({ href, title, tokens }) {
        const text = this.parser.parseInline(tokens);
        const to = safeAddress(href);
        if (to === undefined) return text;
        return `<a href="${escaped(to)}"${title ? ` title="${escaped(title)}"` : ""}>${text}</a>`;
      },
      image({ href, title, text }) {
        const from = safeAddress(href, { image: true });
        if (from === undefined) return escaped(text);
        return `<img src="${escaped(from)}" alt="${escaped(text)}"${title ? ` title="${escaped(title)}"` : ""}>`;
      },
    },
  });
  const body = marked.parse(markdown, { async: false });
  return `<!doctype html><html><head><meta charset="utf-8"><title>${escaped(titleOf(markdown))}</title><style>${style}</style></head><body><article>${body}</article></body></html>`;
}

/** The first heading. */
function titleOf(markdown: string): string {
  const heading = markdown.split("\n", 200).find((line) => line.startsWith("# "));
  return heading?.slice(2, 202).trim() ?? "";
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
