import { Fault } from "../json/fault.ts";

/** Writes the five characters that are markup somewhere in HTML as references. */
export function encodeHtml(text: string): string {
  // The ampersand first, which the others begin with.
  let escaped = text;
  for (const [char, reference] of Object.entries(references))
    escaped = escaped.replaceAll(char, reference);
  return escaped;
}

/** The same for whatever is beyond ASCII too, by name where HTML has one. */
export function encodeHtmlFully(text: string, { encodeNonAsciiHTML }: Entities): string {
  const known = new Map(Object.entries(references));
  return text.replace(/[&<>"']|[^\0-\x7f]/gu, (char) => {
    let reference = known.get(char);
    if (reference === undefined) {
      // A reference to U+0080 would be read as a euro sign.
      reference = isAllowed(char.codePointAt(0) ?? 0) ? encodeNonAsciiHTML(char) : char;
      known.set(char, reference);
    }
    return reference;
  });
}

/** Reads character references as browsers do; strictly, without what HTML calls a parse error. */
export function decodeHtml(
  data: string,
  { strict, entities }: { strict: boolean; entities: Entities },
): string {
  if (strict) checkReferences(data, entities);
  return entities.decodeHTML(data);
}

type Entities = typeof import("entities");

// Apostrophes by number: HTML 4 did not know &apos;.
const references: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** No name of a reference is longer, and no number needs more digits. */
const reference = /&(?:#(?:x([0-9a-f]{0,8})|([0-9]{0,8}))|([a-z][a-z0-9]{0,32}))(;?)/iy;

function checkReferences(data: string, entities: Entities): void {
  const good = new Set<string>();
  for (let at = data.indexOf("&"); at >= 0; at = data.indexOf("&", at + 1)) {
    reference.lastIndex = at;
    const [whole, ...parts] = reference.exec(data) ?? [];
    // A "&" that begins no reference is text.
    if (whole === undefined || good.has(whole)) continue;
    const fault = parts[2] === undefined ? numberFault(parts) : nameFault(whole, entities);
    if (fault) throw new Fault(`The reference "${whole}" ${fault}`, at);
    good.add(whole);
  }
}

function nameFault(whole: string, { decodeHTML, decodeHTMLStrict }: Entities): string | undefined {
  const meant = decodeHTML(whole) !== whole;
  if (!whole.endsWith(";")) return meant ? 'must end in ";"' : undefined;
  if (decodeHTMLStrict(whole) !== whole) return undefined;
  return meant ? 'must have its ";" earlier' : "is none that HTML has";
}

function numberFault([hex, decimal, , semicolon]: (string | undefined)[]): string | undefined {
  const digits = hex ?? decimal;
  if (!digits) return "has no digits";
  if (!semicolon) return 'must end in ";"';
  const code = Number.parseInt(digits, hex === undefined ? 10 : 16);
  return isAllowed(code) ? undefined : "stands for no character of HTML";
}

/** Whether a number may be referred to: HTML Standard, numeric character reference end state. */
function isAllowed(code: number): boolean {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return false;
  if ((code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef)) return false;
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0c;
  return code < 0x7f || code > 0x9f;
}
