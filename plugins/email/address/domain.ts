import { domainToASCII, domainToUnicode } from "node:url";
import { misplacedDot } from "./local.ts";
import type { Scanner } from "./scanner.ts";
import { hasMixedScripts } from "./scripts.ts";
import { SyntaxFault } from "./syntax-fault.ts";

/** What stands behind the at sign. */
export interface Domain {
  unicode: string;
  ascii: string;
  hasMixedScripts: boolean;
  /** The IP address that stands in brackets in its place. */
  literal?: string;
}

/** Reads a domain name, in Unicode or as punycode. Throws `SyntaxFault`. */
export function parseDomain(scanner: Scanner): Domain {
  const start = scanner.at;
  while (isDomainText(scanner.next)) scanner.at++;
  const written = scanner.text.slice(start, scanner.at).toLowerCase();
  if (!endsDomain(scanner.next))
    throw new SyntaxFault(
      "syntax_domain_character",
      `The domain must not have ${scanner.here()}: it takes letters, digits, hyphens and dots`,
    );
  if (written === "")
    throw new SyntaxFault("syntax_domain_empty", "There is no domain behind the at sign");
  const ascii = isPlain(written) ? written : toAscii(written);
  checkName(ascii);
  const unicode = ascii.includes("xn--") ? domainToUnicode(ascii) : ascii;
  return { unicode, ascii, hasMixedScripts: hasMixedScripts(unicode) };
}

function isDomainText(character: string | undefined): boolean {
  if (character === undefined) return false;
  return character.charCodeAt(0) >= 0x80 || isLetterDigitHyphen(character) || character === ".";
}

/** Whether a domain may end before this character: what comes next is looked at there. */
function endsDomain(character: string | undefined): boolean {
  return character === undefined || "@ (<>".includes(character);
}

function isLetterDigitHyphen(character: string): boolean {
  return (
    (character >= "a" && character <= "z") ||
    (character >= "A" && character <= "Z") ||
    (character >= "0" && character <= "9") ||
    character === "-"
  );
}

function isPlain(name: string): boolean {
  return Buffer.byteLength(name) === name.length && !name.includes("xn--");
}

/** By UTS #46, as browsers do. It maps full-width dots and the like, and passes names with faults. */
function toAscii(name: string): string {
  const ascii = domainToASCII(name);
  if (ascii === "")
    throw new SyntaxFault(
      "syntax_domain_not_idn",
      `The domain is not one by the rules of IDNA: it is "${name}"`,
    );
  return ascii;
}

function checkName(name: string): void {
  const dot = misplacedDot(name);
  if (dot)
    throw new SyntaxFault("syntax_domain_dot", `The domain must not ${dot}: it is "${name}"`);
  const labels = name.split(".");
  for (const label of labels) checkLabel(label);
  // RFC 1035 §2.3.4: 255 octets in a packet are 253 characters of text.
  if (name.length > 253)
    throw new SyntaxFault(
      "syntax_domain_too_long",
      `The domain has ${name.length} characters in ASCII: at most 253 are allowed`,
    );
  if ([...labels.at(-1)!].every((character) => character >= "0" && character <= "9"))
    throw new SyntaxFault(
      "syntax_domain_numeric",
      "A domain must not end in a number: an IP address stands in brackets",
    );
}

function checkLabel(label: string): void {
  if (label.length > 63)
    throw new SyntaxFault(
      "syntax_domain_label_too_long",
      `A part of the domain has ${label.length} characters in ASCII: at most 63 are allowed`,
    );
  if (label.startsWith("-") || label.endsWith("-"))
    throw new SyntaxFault(
      "syntax_domain_hyphen",
      `A part of the domain must not begin or end with a hyphen: it is "${label}"`,
    );
  for (const character of label)
    if (!isLetterDigitHyphen(character))
      throw new SyntaxFault("syntax_domain_character", `The domain must not have "${character}"`);
}
