/**
 * The text of an HTML document or fragment: no tags, comments, scripts or styles, a new line for
 * each block, and characters for their references. For reading, not for security: what comes out
 * may look like markup again, and must be escaped where it is shown.
 */
export async function stripHtml(html: string): Promise<string> {
  const { decodeHTML } = await import("entities");
  let text = "";
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open === -1) return text + decodeHTML(html.slice(at));
    text += decodeHTML(html.slice(at, open));
    const tag = tagAt(html, open);
    if (tag.name === undefined) text += html.slice(open, tag.end);
    else if (BLOCKS.has(tag.name) && text !== "" && !text.endsWith("\n")) text += "\n";
    at = tag.name && HIDDEN.has(tag.name) ? findHiddenEnd(html, tag.end, tag.name) : tag.end;
  }
  return text;
}

interface Tag {
  /** The element, `!` for a comment or declaration, undefined where `<` is only a sign. */
  name: string | undefined;
  end: number;
}

function tagAt(html: string, open: number): Tag {
  if (html.startsWith("<!--", open)) return { name: "!", end: endAfter(html, "-->", open + 4) };
  const next = html[open + 1] ?? "";
  if (next === "!" || next === "?") return { name: "!", end: endAfter(html, ">", open) };
  const start = next === "/" ? open + 2 : open + 1;
  if (!/[a-z]/i.test(html[start] ?? "")) return { name: undefined, end: open + 1 };
  let end = start;
  while (end < html.length && !/[\s/>]/.test(html.charAt(end))) end++;
  const name = html.slice(start, end).toLowerCase();
  return { name: next === "/" ? `/${name}` : name, end: findTagEnd(html, end) };
}

/** Where a tag ends whose attributes begin at `start`: a `>` inside a quoted value does not end it. */
function findTagEnd(html: string, start: number): number {
  let afterEquals = false;
  for (let at = start; at < html.length; at++) {
    const sign = html.charAt(at);
    if (sign === ">") return at + 1;
    if (afterEquals && (sign === '"' || sign === "'")) {
      at = html.indexOf(sign, at + 1);
      if (at === -1) return html.length;
    }
    afterEquals = sign === "=" || (afterEquals && sign === " ");
  }
  return html.length;
}

function findHiddenEnd(html: string, start: number, name: string): number {
  for (let at = html.indexOf("</", start); at !== -1; at = html.indexOf("</", at + 2))
    if (html.slice(at + 2, at + 2 + name.length).toLowerCase() === name) return at;
  return html.length;
}

/** Where the first `sign` behind `start` ends; an unclosed one reaches to the end, as in browsers. */
function endAfter(html: string, sign: string, start: number): number {
  const found = html.indexOf(sign, start);
  return found === -1 ? html.length : found + sign.length;
}

const HIDDEN: ReadonlySet<string> = new Set(["script", "style", "template", "noscript"]);

const BLOCK_NAMES = [
  "address",
  "article",
  "aside",
  "blockquote",
  "dd",
  "div",
  "dl",
  "dt",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "form",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "hr",
  "li",
  "main",
  "nav",
  "ol",
  "p",
  "pre",
  "section",
  "table",
  "tr",
  "ul",
  "br",
];
const BLOCKS: ReadonlySet<string> = new Set(BLOCK_NAMES.flatMap((name) => [name, `/${name}`]));
