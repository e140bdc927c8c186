import type { Masks } from "./masks.ts";
import type { Terms } from "./terms.ts";

/** The text to protect during a translation. */
export interface Protection {
  masks: Masks;
  /** Words to keep unchanged. */
  preserve: Terms;
  /** Words with a required translation. */
  glossary: Terms;
  /** Whether the text is Markdown, whose markup is kept. */
  markdown?: boolean;
  /** Escapes hidden text for the document's format. */
  write?: (text: string) => string;
}

interface Span {
  start: number;
  end: number;
  text: string;
  opens?: string;
  closes?: string;
}

/** Every piece is bounded, so that the time is linear in the length of the text. */
const protectedPatterns = [
  "[⟦⟧]",
  // Control tokens of chat templates: no text may impersonate another role.
  String.raw`<\|[\w\-]{1,40}\|>|\[\/?INST\]|<<\/?SYS>>|<\/?s>|<(?:start|end)_of_turn>`,
  String.raw`\b(?:(?:https?|ftp):\/\/|mailto:|www\.)[^\s<>"⟦⟧]*[^\s<>"'⟦⟧.,;:!?\(\)\[\]\{\}*_~]`,
  String.raw`[\w.+\-]{1,64}@[\w\-]{1,63}(?:\.[\w\-]{1,63}){1,5}`,
  String.raw`\{\{[^\{\}\n]{1,80}\}\}|\$\{[^\{\}\n]{1,80}\}|\{[\w.,:\s\-]{0,60}\}`,
  String.raw`%\([\w.]{1,60}\)[sdifg]|%(?:\d{1,2}\$)?[\-+0#]?\d{0,3}(?:\.\d{1,2})?l{0,2}[sdifgeExXucp@](?!\p{L})`,
  String.raw`<\/?[A-Za-z][^<>\n]{0,200}>`,
  String.raw`(?<![\p{L}\d]):[a-z][a-z_+\d\-]{1,40}:`,
  String.raw`(?<![\p{L}\d])[#@][\p{L}\d_]{1,60}`,
  String.raw`\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?`,
  // Apertium's own marks.
  "[*#@]",
];
const signs = [
  String.raw`\\[\p{P}\p{S}]`,
  "`{1,3}[^`\\n]{1,500}`{1,3}",
  String.raw`\]\([^\(\)\n]{0,500}\)|\]\[[^\[\]\n]{0,100}\]|\[\^[^\[\]\n]{1,60}\]|!?\[|\]`,
  String.raw`\*{1,3}|~~|(?<![\p{L}\d])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\d])`,
];
const inText = new RegExp(protectedPatterns.join("|"), "gv");
const inMarkdown = new RegExp([...signs, ...protectedPatterns].join("|"), "gv");

/** Masks everything that must survive a translation unchanged, or as a glossary defines. */
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

/** Pairs equal emphasis marks: every second one closes the previous one. */
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

/** Merges spans within the same word into one, which is kept unchanged. */
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

/** Returns the terms that don't overlap a span. Both lists are in order. */
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
