import type { Scanner } from "./scanner.ts";
import { SyntaxFault } from "./syntax-fault.ts";

/** RFC 5321 §4.5.3.1.1. */
const octetsMax = 64;

interface Local {
  local: string;
  /** Whether it is quoted even as SMTP writes it. */
  isQuoted: boolean;
}

/** Reads the part before the at sign. Throws `SyntaxFault`. */
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
      "The local part has characters that only servers with SMTPUTF8 take",
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
      throw new SyntaxFault("syntax_no_at_sign", "The address has no at sign");
    throw new SyntaxFault("syntax_local_empty", "There is nothing before the at sign");
  }
  const dot = findMisplacedDot(local);
  if (dot)
    throw new SyntaxFault("syntax_local_dot", `The local part must not ${dot}: it is "${local}"`);
  return local;
}

/** Whether a local part may end before this character: what comes next is looked at there. */
function endsLocal(character: string | undefined): boolean {
  return character === undefined || character === "@" || character === " " || character === "(";
}

function forbidden(scanner: Scanner, before: string): SyntaxFault {
  if (scanner.next === "<")
    return new SyntaxFault("syntax_display_name", "The address must stand without angle brackets");
  if (scanner.next === '"')
    return new SyntaxFault(
      "syntax_quote_misplaced",
      `Quotes must enclose the whole local part: "${before}" stands before them`,
    );
  return new SyntaxFault(
    isSpace(scanner.next ?? "") ? "syntax_space" : "syntax_local_character",
    `The local part must be quoted to have ${scanner.here()}`,
  );
}

/** What is wrong with the dots of a text, or undefined. */
export function findMisplacedDot(text: string): string | undefined {
  if (text.startsWith(".")) return "begin with a dot";
  if (text.endsWith(".")) return "end with a dot";
  return text.includes("..") ? "have two dots in a row" : undefined;
}

/** Reads what stands between quotes, with backslashes taken off. */
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
    `The quote that opens at character ${start + 1} does not close`,
  );
}

function isDotString(content: string): boolean {
  for (const character of content) if (character !== "." && !isAtext(character)) return false;
  return content !== "" && findMisplacedDot(content) === undefined;
}

function quote(content: string): string {
  return `"${content.replaceAll("\\", "\\\\").replaceAll('"', '\\"')}"`;
}

/** RFC 5322 §3.2.3, and beyond ASCII what RFC 6531 §3.3 adds, spaces and joiners excepted. */
function isAtext(character: string | undefined): boolean {
  if (character === undefined) return false;
  const code = character.charCodeAt(0);
  return code < 0x80 ? ATEXT.includes(character) : !isSpace(character);
}

const ATEXT = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789!#$%&'*+-/=?^_`{|}~";

/** Unicode's spaces, and the two joiners, which show as nothing between letters. */
function isSpace(character: string): boolean {
  const code = character.charCodeAt(0);
  return (
    code === 0x20 ||
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200d) ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}
