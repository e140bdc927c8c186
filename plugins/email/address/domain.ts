import { domainToASCII, domainToUnicode } from "node:url";
import { openWords } from "hub/data-file";
import { parseAddress } from "hub/net";
import { findMisplacedDot } from "./local.ts";
import type { Scanner } from "./scanner.ts";
import { SyntaxFault } from "./syntax-fault.ts";

/** Parsed domain of an address. */
interface Domain {
  unicode: string;
  ascii: string;
  hasMixedScripts: boolean;
  /** IP address in brackets, used instead of a domain. */
  literal?: string;
}

/** Parses a domain name in Unicode or Punycode. Throws `SyntaxFault`. */
export function parseDomain(scanner: Scanner): Domain {
  const start = scanner.at;
  while (isDomainText(scanner.next)) scanner.at++;
  const written = scanner.text.slice(start, scanner.at).toLowerCase();
  if (!endsDomain(scanner.next))
    throw new SyntaxFault(
      "syntax_domain_character",
      `The domain must not have ${scanner.here()}: only letters, digits, hyphens and dots are allowed`,
    );
  if (written === "")
    throw new SyntaxFault("syntax_domain_empty", "There is no domain after the @ sign");
  const ascii = isPlain(written) ? written : toAscii(written);
  checkName(ascii);
  const unicode = ascii.includes("xn--") ? domainToUnicode(ascii) : ascii;
  return { unicode, ascii, hasMixedScripts: hasMixedScripts(unicode) };
}

function isDomainText(character: string | undefined): boolean {
  if (character === undefined) return false;
  return character >= "\u0080" || isLetterDigitHyphen(character) || character === ".";
}

/** Returns whether a domain can end before this character. */
function endsDomain(character: string | undefined): boolean {
  return character === undefined || "@ (<>\t".includes(character);
}

function isLetterDigitHyphen(character: string): boolean {
  return /^[\da-z-]$/i.test(character);
}

function isPlain(name: string): boolean {
  return Buffer.byteLength(name) === name.length && !name.includes("xn--");
}

/** Converts to ASCII by UTS #46, as browsers do. It maps full-width dots, and accepts some invalid names. */
function toAscii(name: string): string {
  const ascii = domainToASCII(name);
  if (ascii === "")
    throw new SyntaxFault(
      "syntax_domain_not_idn",
      `The domain is not a valid internationalised domain name: it is "${name}"`,
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
  if (/^\d+$/.test(labels.at(-1) ?? ""))
    throw new SyntaxFault(
      "syntax_domain_numeric",
      "A domain must not end in a number: put IP addresses in brackets",
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
      `A part of the domain must not start or end with a hyphen: it is "${label}"`,
    );
  for (const character of label)
    if (!isLetterDigitHyphen(character))
      throw new SyntaxFault("syntax_domain_character", `The domain must not have "${character}"`);
}

/** Parses an IP address in brackets (RFC 5321 §4.1.3). Throws `SyntaxFault`. */
export function parseLiteral(scanner: Scanner): Domain {
  const close = scanner.text.indexOf("]", scanner.at);
  const content = scanner.text.slice(scanner.at + 1, close === -1 ? undefined : close);
  const isIpv6 = content.toLowerCase().startsWith("ipv6:");
  const literal = isIpv6 ? readIpv6(content.slice(5).toLowerCase()) : readIpv4(content);
  if (close === -1 || literal === undefined)
    throw new SyntaxFault(
      "syntax_address_literal",
      'Brackets must contain an IPv4 address, or "IPv6:" and an IPv6 address',
    );
  scanner.at = close + 1;
  const written = isIpv6 ? `[IPv6:${literal}]` : `[${literal}]`;
  return { unicode: written, ascii: written, hasMixedScripts: false, literal };
}

/** Parses an IPv4 address. Leading zeros are allowed. */
function readIpv4(text: string): string | undefined {
  const parts = text.split(".");
  const isOne =
    parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
  return isOne ? parts.map(Number).join(".") : undefined;
}

/** Parses an IPv6 address. Returns it in the notation of the URL standard. */
function readIpv6(text: string): string | undefined {
  const colon = text.lastIndexOf(":");
  const last = text.slice(colon + 1);
  // Bun's URL parser rejects some addresses that end in IPv4 notation.
  const end = last.includes(".") ? toGroups(readIpv4(last)) : last;
  const plain = `${text.slice(0, colon + 1)}${end}`;
  if (end === undefined || !/^[0-9a-f:]*$/.test(plain)) return undefined;
  // "::" replaces at least two groups.
  if (plain.includes("::") && plain.split(":").filter(Boolean).length > 6) return undefined;
  // Bun's URL parser accepts some addresses that end in a colon.
  return parseAddress(plain) && URL.parse(`http://[${plain}]`)?.hostname.slice(1, -1);
}

function toGroups(address: string | undefined): string | undefined {
  const [a = 0, b = 0, c = 0, d = 0] = address?.split(".").map(Number) ?? [];
  return address && [a * 256 + b, c * 256 + d].map((group) => group.toString(16)).join(":");
}

const lists = openWords(new URL("./domain.txt", import.meta.url), ["scripts"])();

/** Scripts that are used in top-level domains. Others are ignored. */
const scripts = Array.from(lists.scripts, (name) => ({
  name,
  letter: new RegExp(`\\p{Script=${name}}`, "u"),
}));

/** Scripts combined in Japanese, Chinese and Korean (UTS #39 §5.2, "highly restrictive"). */
const combinations = [
  ["Latin", "Han", "Hiragana", "Katakana"],
  ["Latin", "Han", "Bopomofo"],
  ["Latin", "Han", "Hangul"],
];

/** Returns whether a label mixes scripts that no language combines, such as `pаypal`. */
function hasMixedScripts(domain: string): boolean {
  if (Buffer.byteLength(domain) === domain.length) return false;
  return domain.split(".").some((label) => {
    const used = detectScripts(label);
    return used.size > 1 && !combinations.some((set) => used.isSubsetOf(new Set(set)));
  });
}

function detectScripts(label: string): Set<string> {
  const used = new Set<string>();
  for (const character of label) {
    const script = scripts.find(({ letter }) => letter.test(character));
    if (script) used.add(script.name);
  }
  return used;
}
