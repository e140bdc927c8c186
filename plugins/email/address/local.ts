import type { Scanner } from "./scanner.ts";
import { SyntaxFault } from "./syntax-fault.ts";

/** RFC 5321 §4.5.3.1.1. */
const octetsMax = 64;

interface Local {
  local: string;
  /** Whether SMTP notation requires quotes. */
  isQuoted: boolean;
}

/** Parses the part before the @ sign. Throws `SyntaxFault`. */
export function parseLocal(scanner: Scanner, { smtputf8 }: { smtputf8: boolean }): Local {
  const isQuoted = scanner.next === '"';
  const content = isQuoted ? readQuoted(scanner) : readDotString(scanner);
  const mustQuote = isQuoted && !isDotString(content);
  const local = mustQuote ? quote(content) : content;
  const octets = Buffer.byteLength(local);
  if (octets > octetsMax)
    throw new SyntaxFault(
      "syntax_local_too_long",
      `The local part has ${octets} octets: at most ${octetsMax} are allowed`,
    );
  if (!smtputf8 && octets !== local.length)
    throw new SyntaxFault(
      "syntax_local_not_ascii",
      "The local part has characters that only servers with SMTPUTF8 accept",
    );
  return { local, isQuoted: mustQuote };
}

function readDotString(scanner: Scanner): string {
  const start = scanner.at;
  while (isAtext(scanner.next) || scanner.next === ".") scanner.at++;
  const local = scanner.text.slice(start, scanner.at);
  if (!endsLocal(scanner.next)) throw forbidden(scanner, local);
  if (local === "") {
    if (scanner.next === undefined)
      throw new SyntaxFault("syntax_no_at_sign", "The address has no @ sign");
    throw new SyntaxFault("syntax_local_empty", "There is nothing before the @ sign");
  }
  const dot = findMisplacedDot(local);
  if (dot)
    throw new SyntaxFault("syntax_local_dot", `The local part must not ${dot}: it is "${local}"`);
  return local;
}

/** Returns whether a local part can end before this character. */
function endsLocal(character: string | undefined): boolean {
  return character === undefined || character === "@" || character === " " || character === "(";
}

function forbidden(scanner: Scanner, before: string): SyntaxFault {
  if (scanner.next === "<")
    return new SyntaxFault("syntax_display_name", "The address must not have angle brackets");
  if (scanner.next === '"')
    return new SyntaxFault(
      "syntax_quote_misplaced",
      `Quotes must enclose the whole local part: "${before}" is outside`,
    );
  return new SyntaxFault(
    isSpace(scanner.next ?? "") ? "syntax_space" : "syntax_local_character",
    `The local part must be in quotes to contain ${scanner.here()}`,
  );
}

/** Describes a misplaced dot in a text, if there is one. */
export function findMisplacedDot(text: string): string | undefined {
  if (text.startsWith(".")) return "start with a dot";
  if (text.endsWith(".")) return "end with a dot";
  return text.includes("..") ? "have two dots in a row" : undefined;
}

/** Parses quoted text and removes backslashes. */
function readQuoted(scanner: Scanner): string {
  const start = scanner.at++;
  let content = "";
  for (; !scanner.isAtEnd; scanner.at++) {
    if (scanner.next === '"') {
      scanner.at++;
      return content;
    }
    if (scanner.next === "\\") scanner.at++;
    content += scanner.next ?? "";
  }
  throw new SyntaxFault(
    "syntax_quote_unclosed",
    `The quote that opens at character ${start + 1} is not closed`,
  );
}

function isDotString(content: string): boolean {
  for (const character of content) if (character !== "." && !isAtext(character)) return false;
  return content !== "" && findMisplacedDot(content) === undefined;
}

function quote(content: string): string {
  return `"${content.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** Allows RFC 5322 §3.2.3, and the non-ASCII characters of RFC 6531 §3.3 except spaces and joiners. */
function isAtext(character: string | undefined): boolean {
  if (character === undefined) return false;
  return /^[\w!#$%&'*+\-/=?^`{|}~\u0080-\uffff]/.test(character) && !isSpace(character);
}

/** Matches Unicode spaces and the two joiners, which are invisible between letters. */
function isSpace(character: string): boolean {
  return /^[ \u00a0\u1680\u2000-\u200d\u202f\u205f\u3000]/.test(character);
}
