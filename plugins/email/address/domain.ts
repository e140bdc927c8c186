import { domainToASCII, domainToUnicode } from "node:url";
import { findMisplacedDot } from "./local.ts";
import type { Scanner } from "./scanner.ts";
import { SyntaxFault } from "./syntax-fault.ts";

/** What stands behind the at sign. */
interface Domain {
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
  const dot = findMisplacedDot(name);
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
  if ([...(labels.at(-1) ?? "")].every((character) => character >= "0" && character <= "9"))
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

/** Reads an IP address in brackets: RFC 5321 §4.1.3. Throws `SyntaxFault`. */
export function parseLiteral(scanner: Scanner): Domain {
  const close = scanner.text.indexOf("]", scanner.at);
  const content = scanner.text.slice(scanner.at + 1, close === -1 ? undefined : close);
  const isIpv6 = content.toLowerCase().startsWith("ipv6:");
  const literal = isIpv6 ? readIpv6(content.slice(5).toLowerCase()) : readIpv4(content);
  if (close === -1 || literal === undefined)
    throw new SyntaxFault(
      "syntax_address_literal",
      'Brackets must hold an IPv4 address, or "IPv6:" and an IPv6 address',
    );
  scanner.at = close + 1;
  const written = isIpv6 ? `[IPv6:${literal}]` : `[${literal}]`;
  return { unicode: written, ascii: written, hasMixedScripts: false, literal };
}

/** Each part is a decimal number of up to three digits, also with zeros before it. */
function readIpv4(text: string): string | undefined {
  const parts = text.split(".");
  const isOne =
    parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
  return isOne ? parts.map(Number).join(".") : undefined;
}

/** Written as the URL standard does: short and in lower case, an IPv4 address in it as two groups. */
function readIpv6(text: string): string | undefined {
  const colon = text.lastIndexOf(":");
  const last = text.slice(colon + 1);
  // Bun's URL parser refuses some addresses that end as those of IPv4 do.
  const end = last.includes(".") ? asGroups(readIpv4(last)) : last;
  const plain = `${text.slice(0, colon + 1)}${end}`;
  if (end === undefined || !/^[0-9a-f:]*$/.test(plain)) return undefined;
  // "::" stands for two groups at least.
  if (plain.includes("::") && plain.split(":").filter(Boolean).length > 6) return undefined;
  return URL.parse(`http://[${plain}]`)?.hostname.slice(1, -1);
}

function asGroups(address: string | undefined): string | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = address?.split(".").map(Number) ?? [];
  return address && [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(":");
}

/** The scripts in which there are top-level domains; letters of others are left alone. */
const scripts = [
  "Latin",
  "Greek",
  "Cyrillic",
  "Armenian",
  "Hebrew",
  "Arabic",
  "Devanagari",
  "Bengali",
  "Gurmukhi",
  "Gujarati",
  "Oriya",
  "Tamil",
  "Telugu",
  "Kannada",
  "Malayalam",
  "Sinhala",
  "Thai",
  "Lao",
  "Georgian",
  "Hangul",
  "Hiragana",
  "Katakana",
  "Bopomofo",
  "Han",
].map((name) => ({ name, letter: new RegExp(`\\p{Script=${name}}`, "u") }));

/** What is written together in Japanese, Chinese and Korean: UTS #39 §5.2, "highly restrictive". */
const together = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];

/** Whether one part of a domain is written in scripts that no language mixes, as `pаypal` can be. */
function hasMixedScripts(domain: string): boolean {
  if (Buffer.byteLength(domain) === domain.length) return false;
  return domain.split(".").some((label) => {
    const used = scriptsOf(label);
    return used.size > 1 && !together.some((set) => used.isSubsetOf(new Set(set)));
  });
}

function scriptsOf(label: string): Set<string> {
  const used = new Set<string>();
  for (const character of label) {
    const script = scripts.find(({ letter }) => letter.test(character));
    if (script) used.add(script.name);
  }
  return used;
}
