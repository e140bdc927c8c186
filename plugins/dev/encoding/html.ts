import { Fault } from "../json/fault.ts";

/** Writes the five characters that are markup somewhere in HTML as references. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => references[char]!);
}

/** The same for whatever is beyond ASCII too, by name where HTML has one. */
export function escapeHtmlFully(text: string, { encodeNonAsciiHTML }: Entities): string {
  const known = new Map(Object.entries(references));
  return text.replace(/[&<>"']|[^\0-\x7f]/gu, (char) => {
    let reference = known.get(char);
    if (reference === undefined) {
      reference = encodeNonAsciiHTML(char);
      known.set(char, reference);
    }
    return reference;
  });
}

/** Reads character references as browsers do; strictly, without what HTML calls a parse error. */
export function unescapeHtml(
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

function checkReferences(data: string, { decodeHTML, decodeHTMLStrict }: Entities): void {
  for (let at = data.indexOf("&"); at >= 0; at = data.indexOf("&", at + 1)) {
    reference.lastIndex = at;
    const [whole, hex, decimal, name, semicolon] = reference.exec(data) ?? [];
    // A "&" that begins no reference is text.
    if (whole === undefined) continue;
    if (name !== undefined) {
      if (semicolon ? decodeHTMLStrict(whole) !== whole : decodeHTML(whole) === whole) continue;
      if (semicolon && decodeHTML(whole) === whole)
        throw new Fault(`HTML has no reference "${whole}"`, at);
      throw new Fault(`The reference in "${whole}" must end in ";"`, at);
    }
    const digits = hex ?? decimal;
    if (!digits) throw new Fault(`The reference "${whole}" has no digits`, at);
    if (!semicolon) throw new Fault(`The reference "${whole}" must end in ";"`, at);
    if (!isAllowed(Number.parseInt(digits, hex === undefined ? 10 : 16)))
      throw new Fault(`The reference "${whole}" stands for no character of HTML`, at);
  }
}

/** Whether a number may be referred to: HTML Standard, numeric character reference end state. */
function isAllowed(code: number): boolean {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return false;
  if ((code & 0xfffe) === 0xfffe || (code >= 0xfdd0 && code <= 0xfdef)) return false;
  if (code < 0x20) return code === 0x09 || code === 0x0a || code === 0x0c;
  return code < 0x7f || code > 0x9f;
}
