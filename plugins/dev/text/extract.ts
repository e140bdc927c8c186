import { asTable } from "hub";

/** Returns the email addresses in a text in order, including duplicates. */
export function extractEmails(text: string): string[] {
  const matches: string[] = [];
  let consumed = 0;
  for (let at = text.indexOf("@"); at !== -1; at = text.indexOf("@", at + 1)) {
    const local = readLocalPart(text, { at, from: Math.max(consumed, at - localMax) });
    const domain = readDomain(text, at + 1);
    if (local === "" || domain === "") continue;
    matches.push(`${local}@${domain}`);
    consumed = at + 1 + domain.length;
  }
  return matches;
}

/** Returns the web and FTP URLs in a text in order, including duplicates. */
export function extractUrls(text: string): string[] {
  const matches: string[] = [];
  const urlStart = /\b(?:https?:\/\/|ftp:\/\/|www\.)/gi;
  for (let match = urlStart.exec(text); match; match = urlStart.exec(text)) {
    let end = urlStart.lastIndex;
    while (end < text.length && !URL_ENDS.test(text.charAt(end))) end++;
    const url = trimClosing(text.slice(match.index, end));
    if (URL.canParse(/^www/i.test(url) ? `http://${url}` : url)) matches.push(url);
    urlStart.lastIndex = end;
  }
  return matches;
}

/** RFC 5321, section 4.5.3.1. */
const localMax = 64;
const domainMax = 253;

/** RFC 5322's `atext` and non-ASCII Latin letters. */
const LOCAL = /[\w.!#$%&'*+/=?^`{|}~\-\u00c0-\u024f]/;
const DOMAIN = /[a-z0-9.\-\u00c0-\u024f]/i;
const WORD = /[\w\u00c0-\u024f]/;

function readLocalPart(text: string, { at, from }: { at: number; from: number }): string {
  let start = at;
  while (start > from && LOCAL.test(text.charAt(start - 1))) start--;
  // Skips quotation marks, brackets and other characters that addresses start with only in theory.
  while (start < at && !WORD.test(text.charAt(start))) start++;
  const local = text.slice(start, at);
  return local.endsWith(".") || local.includes("..") ? "" : local;
}

function readDomain(text: string, start: number): string {
  let end = start;
  while (end < text.length && end - start <= domainMax && DOMAIN.test(text.charAt(end))) end++;
  while (end > start && !WORD.test(text.charAt(end - 1))) end--;
  const labels = text.slice(start, end).split(".");
  const top = labels.at(-1) ?? "";
  if (labels.length < 2 || top.length < 2 || /[0-9]/.test(top.charAt(0))) return "";
  const isValid = labels.every(
    (label) => label.length > 0 && label.length <= 63 && label[0] !== "-",
  );
  return isValid ? text.slice(start, end) : "";
}

const URL_ENDS = /[\s<>"`{}|\\^\u3001\u3002\uff08\uff09\uff0c\uff1b\u300c-\u300f\u201c\u201d]/;
const OPENING: Readonly<Record<string, string>> = asTable({ ")": "(", "]": "[" });

/** Removes trailing punctuation that belongs to the sentence, and unbalanced closing brackets. */
function trimClosing(url: string): string {
  const counts = new Map<string, number>();
  const count = (character: string) => counts.get(character) ?? 0;
  for (const character of url)
    if ("()[]".includes(character)) counts.set(character, count(character) + 1);
  let end = url.length;
  while (end > 0) {
    const last = url.charAt(end - 1);
    const opening = OPENING[last];
    if (opening ? count(last) <= count(opening) : !".,;:!?'*_~".includes(last)) break;
    if (opening) counts.set(last, count(last) - 1);
    end--;
  }
  return url.slice(0, end);
}
