import { openTexts } from "hub/data-file";
import { readWords } from "../text/word-lists.ts";
import {
  type Document,
  type DocumentPiece,
  type DocumentTerms,
  splitSegments,
} from "./document.ts";
import { Masks } from "./masks.ts";
import { protect } from "./protect.ts";

const inline = new Set(
  readWords(`
  a abbr b bdi bdo big cite data del dfn em font i img ins label mark q ruby s small span strike
  strong sub sup time tt u wbr
`),
);

/** Elements whose content isn't translated. */
const opaque = new Set(readWords("code kbd samp var script style svg math pre textarea template"));

const empty = new Set(readWords("area base br col embed hr img input link meta source track wbr"));

const { entities } = openTexts(new URL("./entities.txt", import.meta.url), ["entities"])();

/** Parses HTML. Tags, code and elements marked as untranslatable stay unchanged. */
export function readHtml(text: string, terms: DocumentTerms): Document {
  const masks = new Masks();
  const protection = { ...terms, masks, write: escapeText };
  const parts: DocumentPiece[] = [];
  let run = "";
  const flush = () => {
    parts.push(...splitSegments(run, protection));
    run = "";
  };
  for (const token of splitTokens(text)) {
    if (token.kind === "text") run += protect(decodeEntities(token.text), protection);
    else if (token.kind === "inline") run += masks.hide(token.text, nesting(token));
    else {
      flush();
      parts.push({ fixed: token.text });
    }
  }
  flush();
  return { parts, masks, write: escapeText };
}

function nesting({ opens, closes }: Token) {
  return { opens, closes };
}

/** Decodes the character references that occur in words. Others stay unchanged. */
function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z]{2,8});/g,
    (whole, name: string) => {
      if (name.startsWith("#")) {
        const hex = /^#x/i.test(name);
        const code = Number.parseInt(name.slice(hex ? 2 : 1), hex ? 16 : 10);
        const isCharacter = code > 31 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
        return isCharacter ? String.fromCodePoint(code) : whole;
      }
      return entities[name] ?? whole;
    },
  );
}

/** Escapes text for HTML. */
function escapeText(text: string): string {
  return text
    .replaceAll(/&(?![A-Za-z]{2,30};)/g, "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\u00a0", "&nbsp;");
}

/** A piece of HTML: text, inline markup, or block markup between sentences. */
interface Token {
  kind: "text" | "inline" | "block";
  text: string;
  /** The element that inline markup opens or closes. */
  opens?: string | undefined;
  closes?: string | undefined;
}

/** Tokenizes HTML as leniently as browsers do. The joined tokens equal the input. */
function splitTokens(html: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < html.length) {
    const open = findNextMarkup(html, at);
    if (open > at) tokens.push({ kind: "text", text: html.slice(at, open) });
    if (open >= html.length) break;
    const token = readMarkup(html, open);
    tokens.push(token);
    at = open + token.text.length;
  }
  return tokens;
}

/** Returns the start of the next tag, comment or declaration. Any other "<" is text. */
function findNextMarkup(html: string, from: number): number {
  for (let at = html.indexOf("<", from); at >= 0; at = html.indexOf("<", at + 1))
    if (/[A-Za-z/!?]/.test(html[at + 1] ?? "")) return at;
  return html.length;
}

function readMarkup(html: string, at: number): Token {
  if (html.startsWith("<!--", at)) return { kind: "inline", text: readUpTo(html, at, "-->") };
  const text = readTag(html, at);
  const [, slash = "", name = ""] = /^<(\/?)([A-Za-z][\w:-]*)/.exec(text) ?? [];
  const element = name.toLowerCase();
  if (element === "") return { kind: "block", text };
  const kind = inline.has(element) || opaque.has(element) ? "inline" : "block";
  if (slash) return { kind, text, ...(kind === "inline" && { closes: element }) };
  if (empty.has(element) || text.endsWith("/>")) return { kind, text };
  if (opaque.has(element) || isUntranslated(text))
    return { kind, text: readElement(html, at, { element, tag: text }) };
  return { kind, text, ...(kind === "inline" && { opens: element }) };
}

function readUpTo(html: string, at: number, end: string): string {
  const found = html.indexOf(end, at);
  return html.slice(at, found < 0 ? html.length : found + end.length);
}

/** Returns the tag at a position. Attribute values may contain ">". */
function readTag(html: string, start: number): string {
  let quote = "";
  for (let at = start + 1; at < html.length; at++) {
    const char = html.charAt(at);
    if (quote) {
      if (char === quote) quote = "";
    } else if (char === ">") return html.slice(start, at + 1);
    else if ((char === '"' || char === "'") && /[=\s]/.test(html.charAt(at - 1))) quote = char;
  }
  return html.slice(start);
}

function isUntranslated(tag: string): boolean {
  return /\stranslate=["']?no\b/i.test(tag) || /\sclass=["'][^"']*\bnotranslate\b/i.test(tag);
}

/** Returns an element up to its end tag, or to the end of the text. */
function readElement(
  html: string,
  start: number,
  { element, tag }: { element: string; tag: string },
): string {
  const tags = new RegExp(`<(/?)${element}(?=[\\s/>])`, "gi");
  tags.lastIndex = start + tag.length;
  let depth = 1;
  for (let found = tags.exec(html); found; found = tags.exec(html)) {
    depth += found[1] ? -1 : 1;
    if (depth === 0) return html.slice(start, found.index) + readTag(html, found.index);
  }
  return html.slice(start);
}
