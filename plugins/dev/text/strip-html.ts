import { openWords } from "hub/data-file";

const lists = openWords(new URL("./strip-html.txt", import.meta.url), ["block names"])();
/**
 * Extracts the text of an HTML document or fragment: drops tags, comments, scripts and styles, starts a line for each
 * block, and decodes references. This is for reading, not for security. The result may contain markup and must be
 * escaped before display.
 */
export async function stripHtml(html: string): Promise<string> {
  const { decodeHTML } = await import("entities");
  let text = "";
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    if (open === -1) return text + decodeHTML(html.slice(at));
    text += decodeHTML(html.slice(at, open));
    const tag = readTag(html, open);
    if (tag.name === undefined) text += html.slice(open, tag.end);
    else if (BLOCKS.has(tag.name) && text !== "" && !text.endsWith("\n")) text += "\n";
    at = tag.name && HIDDEN.has(tag.name) ? findHiddenEnd(html, tag.end, tag.name) : tag.end;
  }
  return text;
}

interface Tag {
  /** Name of the element, `!` for a comment or declaration, undefined if `<` is text. */
  name: string | undefined;
  end: number;
}

function readTag(html: string, open: number): Tag {
  if (html.startsWith("<!--", open)) return { name: "!", end: findEndAfter(html, "-->", open + 4) };
  const next = html[open + 1] ?? "";
  if (next === "!" || next === "?") return { name: "!", end: findEndAfter(html, ">", open) };
  const start = next === "/" ? open + 2 : open + 1;
  if (!/[a-z]/i.test(html[start] ?? "")) return { name: undefined, end: open + 1 };
  let end = start;
  while (end < html.length && !/[\s/>]/.test(html.charAt(end))) end++;
  const name = html.slice(start, end).toLowerCase();
  return { name: next === "/" ? `/${name}` : name, end: findTagEnd(html, end) };
}

/** Returns the end of a tag whose attributes start at `start`. A `>` inside a quoted value doesn't end it. */
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

/** Returns the end of the first `sign` after `start`. If it is missing, the end of the text, as in browsers. */
function findEndAfter(html: string, sign: string, start: number): number {
  const index = html.indexOf(sign, start);
  return index === -1 ? html.length : index + sign.length;
}

const HIDDEN: ReadonlySet<string> = new Set(["script", "style", "template", "noscript"]);

const BLOCK_NAMES = [...lists["block names"]];
const BLOCKS: ReadonlySet<string> = new Set(BLOCK_NAMES.flatMap((name) => [name, `/${name}`]));
