import type { Masks } from "./masks.ts";
import type { Terms } from "./terms.ts";

/** What is kept of a text while it is translated. */
export interface Protection {
  masks: Masks;
  /** What the caller wants kept as it is. */
  preserve: Terms;
  /** What the caller wants translated his way. */
  glossary: Terms;
  /** Whether the text is Markdown, whose signs are kept. */
  markdown?: boolean;
  /** Writes what was hidden in the document's format. */
  write?: (text: string) => string;
}

interface Span {
  start: number;
  end: number;
  text: string;
  opens?: string;
  closes?: string;
}

/** Every piece is bounded, so that a text takes time in proportion to its length. */
const kept = [
  "[⟦⟧]",
  // What chat templates are made of: no text may speak as somebody else.
  String.raw`<\|[\w\-]{1,40}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?s>|<(?:start|end)_of_turn>`,
  String.raw`\b(?:(?:https?|ftp):\/\/|mailto:|www\.)[^\s<>"⟦⟧]*[^\s<>"'⟦⟧.,;:!?\(\)\[\]\{\}*_~]`,
  String.raw`[\w.+\-]{1,64}@[\w\-]{1,63}(?:\.[\w\-]{1,63}){1,5}`,
  String.raw`\{\{[^\{\}\n]{1,80}\}\}|\$\{[^\{\}\n]{1,80}\}|\{[\w.,:\s\-]{0,60}\}`,
  String.raw`%\([\w.]{1,60}\)[sdifg]|%(?:\d{1,2}\$)?[\-+0#]?\d{0,3}(?:\.\d{1,2})?l{0,2}[sdifgeExXucp@](?!\p{L})`,
  String.raw`<\/?[A-Za-z][^<>\n]{0,200}>`,
  String.raw`(?<![\p{L}\d]):[a-z][a-z_+\d\-]{1,40}:`,
  String.raw`(?<![\p{L}\d])[#@][\p{L}\d_]{1,60}`,
  String.raw`\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?`,
  // What Apertium marks words with.
  "[*#@]",
];
const signs = [
  String.raw`\\[\p{P}\p{S}]`,
  "`{1,3}[^`\\n]{1,500}`{1,3}",
  String.raw`\]\([^\(\)\n]{0,500}\)|\]\[[^\[\]\n]{0,100}\]|\[\^[^\[\]\n]{1,60}\]|!?\[|\]`,
  String.raw`\*{1,3}|~~|(?<![\p{L}\d])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\d])`,
];
const inText = new RegExp(kept.join("|"), "gv");
const inMarkdown = new RegExp([...signs, ...kept].join("|"), "gv");

/** Masks what must come through a translation as it is, or as a glossary says. */
export function protect(text: string, options: Protection): string {
  const { masks, preserve, glossary, markdown = false, write = (plain) => plain } = options;
  const found = [...text.matchAll(markdown ? inMarkdown : inText)].map(toSpan);
  if (markdown) pairEmphasis(found);
  const fixed = mergeSpans([...found, ...preserve.find(text)], text);
  const terms = dropCovered(glossary.find(text), fixed);
  let masked = "";
  let end = 0;
  for (const span of [...fixed, ...terms].toSorted((a, b) => a.start - b.start)) {
    masked += text.slice(end, span.start) + masks.hide(write(span.text), span);
    end = span.end;
  }
  return masked + text.slice(end);
}

function toSpan({ 0: text, index }: RegExpExecArray): Span {
  const span = { start: index, end: index + text.length, text };
  if (text === "[" || text === "![") return { ...span, opens: "[" };
  return text.startsWith("]") ? { ...span, closes: "[" } : span;
}

/** Has every second one of the same emphasis end what the one before began. */
function pairEmphasis(spans: Span[]): void {
  const open: string[] = [];
  for (const span of spans) {
    if (!/^(?:[*_]{1,3}|~~)$/.test(span.text)) continue;
    if (open.includes(span.text)) {
      span.closes = span.text;
      open.splice(open.indexOf(span.text), 1);
    } else {
      span.opens = span.text;
      open.push(span.text);
    }
  }
}

/** Spans that touch each other's letters become one, which is kept as it is. */
function mergeSpans(spans: Span[], text: string): Span[] {
  const result: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (!last || !overlap(last, span)) {
      result.push({ ...span, text: text.slice(span.start, span.end) });
      continue;
    }
    last.end = Math.max(last.end, span.end);
    last.text = text.slice(last.start, last.end);
  }
  return result;
}

/** The terms that share no letter with a span. Both are in order. */
function dropCovered(terms: readonly Span[], spans: readonly Span[]): Span[] {
  let next = 0;
  return terms.filter((term) => {
    let span = spans[next];
    while (span && span.end <= term.start) span = spans[++next];
    return !(span && overlap(span, term));
  });
}

function overlap(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start < b.end && b.start < a.end;
}
