import { Fault } from "../json/fault.ts";

/** Escapes the five characters that can be markup in HTML. */
export function encodeHtml(text: string): string {
  // The ampersand comes first, because the other references contain it.
  let escaped = text;
  for (const [char, reference] of Object.entries(references))
    escaped = escaped.replaceAll(char, reference);
  return escaped;
}

/** Also escapes all non-ASCII characters, by name if HTML defines one. */
export function encodeHtmlFully(text: string, { encodeNonAsciiHTML }: Entities): string {
  const known = new Map(Object.entries(references));
  return text.replace(/[&<>"']|[^\0-\x7f]/gu, (char) => {
    let reference = known.get(char);
    if (reference === undefined) {
      // A reference to U+0080 would be decoded as a euro sign.
      reference = isAllowed(char.codePointAt(0) ?? 0) ? encodeNonAsciiHTML(char) : char;
      known.set(char, reference);
    }
    return reference;
  });
}

/** Decodes character references like browsers. If strict, HTML parse errors are rejected. */
export function decodeHtml(
  data: string,
  { strict, entities }: { strict: boolean; entities: Entities },
): string {
  if (strict) checkReferences(data, entities);
  return entities.decodeHTML(data);
}

type Entities = typeof import("entities");

// The apostrophe is escaped by number: HTML 4 doesn't define &apos;.
const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Matches one reference. The limits cover the longest name and the largest number. */
const reference = /&(?:#(?:x([0-9a-f]{0,8})|([0-9]{0,8}))|([a-z][a-z0-9]{0,32}))(;?)/iy;

function checkReferences(data: string, entities: Entities): void {
  const validReferences = new Set<string>();
  for (let at = data.indexOf("&"); at >= 0; at = data.indexOf("&", at + 1)) {
    reference.lastIndex = at;
    const [whole, ...parts] = reference.exec(data) ?? [];
    // A "&" that doesn't start a reference is text.
    if (whole === undefined || validReferences.has(whole)) continue;
    const problem = parts[2] === undefined ? checkNumber(parts) : checkName(whole, entities);
    if (problem) throw new Fault(`The reference "${whole}" ${problem}`, at);
    validReferences.add(whole);
  }
}

function checkName(whole: string, { decodeHTML, decodeHTMLStrict }: Entities): string | undefined {
  const isDecoded = decodeHTML(whole) !== whole;
  if (!whole.endsWith(";")) return isDecoded ? 'must end in ";"' : undefined;
  if (decodeHTMLStrict(whole) !== whole) return undefined;
  return isDecoded ? 'has its ";" too late' : "is not defined in HTML";
}

function checkNumber([hex, decimal, , semicolon]: (string | undefined)[]): string | undefined {
  const digits = hex ?? decimal;
  if (!digits) return "has no digits";
  if (!semicolon) return 'must end in ";"';
  const code = Number.parseInt(digits, hex === undefined ? 10 : 16);
  return isAllowed(code) ? undefined : "is not a valid HTML character";
}

/** Returns whether a character may be referenced: HTML Standard, numeric character reference end state. */
function isAllowed(code: number): boolean {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return false;
  if ((code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef)) return false;
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0c;
  return code < 0x7f || code > 0x9f;
}
