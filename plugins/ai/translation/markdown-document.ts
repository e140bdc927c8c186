import {
  type Document,
  type DocumentPiece,
  type DocumentTerms,
  splitSegments,
} from "./document.ts";
import { Masks } from "./masks.ts";
import { protect } from "./protect.ts";

const fence = /^ {0,3}(`{3,}|~{3,})/;
/** Line prefixes in their order: quotes, bullets or numbers, checkboxes, and heading marks. */
const openings = [
  /^[ \t]*(?:>[ \t]?){0,10}/,
  /^(?:[-*+]|\d{1,9}[.)])[ \t]+/,
  /^\[[ xX]\][ \t]+/,
  /^#{1,6}[ \t]+/,
];
const ruler = /^[\s|:=_*-]+$/;
const definition = /^ {0,3}\[[^\]\n]{1,200}\]:/;

/** Parses Markdown. Code, addresses and all markup stay unchanged. */
export function readMarkdown(text: string, terms: DocumentTerms): Document {
  const masks = new Masks();
  const protection = { ...terms, masks, markdown: true };
  const parts: DocumentPiece[] = [];
  let paragraph = "";
  const flush = () => {
    if (paragraph) parts.push(...splitSegments(protect(paragraph, protection), protection));
    paragraph = "";
  };
  for (const { line, isCode } of splitLines(text)) {
    let start = "";
    for (const opening of openings) start += opening.exec(line.slice(start.length))?.[0] ?? "";
    const isFixed = isCode || line.trim() === "" || ruler.test(line) || definition.test(line);
    const isTable = line.includes("|") && line.trimStart().startsWith("|");
    if (isFixed || isTable || start.trim() !== "") flush();
    if (isFixed) parts.push({ fixed: line });
    else if (isTable) {
      for (const cell of line.split(/((?<!\\)\|)/))
        parts.push(...splitSegments(protect(cell, protection), protection));
    } else if (start.trim() !== "") {
      parts.push({ fixed: start });
      paragraph = line.slice(start.length);
      // A heading is one line.
      if (start.includes("#")) flush();
    } else paragraph += line;
  }
  flush();
  return { parts, masks, write: (plain) => plain };
}

/** Splits a text into lines with their ends, and marks code: fenced, indented, or the page's front matter. */
function splitLines(text: string): { line: string; isCode: boolean }[] {
  const lines = text.split(/(?<=\n)/);
  let open = "";
  let isBlank = true;
  return lines.map((line, index) => {
    const [, marks] = fence.exec(line) ?? [];
    const isHeader = line.trimEnd() === "---";
    const wasOpen = open !== "";
    if (index === 0 && isHeader) open = "---";
    else if (open === "---" && isHeader) open = "";
    else if (open === "" && marks) open = marks;
    else if (marks?.startsWith(open) && line.trim() === marks) open = "";
    const isIndented =
      /^(?: {4}|\t)/.test(line) && isBlank && !/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line);
    isBlank = line.trim() === "" || isIndented;
    return { line, isCode: wasOpen || open !== "" || isIndented };
  });
}
