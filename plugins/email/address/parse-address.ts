import { parseDomain, parseLiteral } from "./domain.ts";
import { parseLocal } from "./local.ts";
import { Scanner } from "./scanner.ts";
import { SyntaxFault } from "./syntax-fault.ts";

/** Unusual but valid properties of an address. */
export const peculiarities = [
  "quoted_local_part",
  "non_ascii_local_part",
  "international_domain",
  "mixed_scripts",
  "comment",
  "surrounding_space",
  "address_literal",
  "single_label_domain",
] as const;

type Peculiarity = (typeof peculiarities)[number];

/** Parsed address. */
export interface Address {
  /** In SMTP notation and Unicode NFC, quoted only if necessary. */
  local: string;
  /** In Unicode and lower case. Address literals include their brackets. */
  domain: string;
  /** In ASCII, for DNS and SMTP. */
  asciiDomain: string;
  /** IP address in brackets, used instead of a domain. */
  literal: string | undefined;
  /** Text after the first plus sign of the local part. */
  tag: string | null;
  peculiarities: Peculiarity[];
}

/** RFC 5321 §4.5.3.1.3 allows a path of 256 octets, of which two are its angle brackets. */
const octetsMax = 254;
/** Leaves room for comments, and for the backslashes of a quoted local part. */
const writtenMax = 1000;

/**
 * Parses an address by the grammar of RFC 5321 §4.1.2, with UTF-8 (RFC 6531 §3.3) and with comments
 * around its two parts (RFC 5322 §3.4.1). Throws `SyntaxFault`.
 */
export function parseAddress(text: string, { smtputf8 }: { smtputf8: boolean }): Address {
  if (text.length > writtenMax)
    throw new SyntaxFault("syntax_too_long", `The address has ${text.length} characters`);
  // Normalised first, because NFC turns U+037E into a semicolon.
  const scanner = new Scanner(text.normalize("NFC"));
  scanner.checkCharacters();
  scanner.skipCommentsAndSpace();
  if (scanner.isAtEnd) throw new SyntaxFault("syntax_empty", "The address is empty");
  const { local, isQuoted } = parseLocal(scanner, { smtputf8 });
  scanner.skipComments();
  expectAtSign(scanner);
  scanner.skipComments();
  const domain = scanner.next === "[" ? parseLiteral(scanner) : parseDomain(scanner);
  scanner.skipCommentsAndSpace();
  if (!scanner.isAtEnd) throw trailing(scanner);
  const octets = Buffer.byteLength(local) + 1 + domain.ascii.length;
  if (octets > octetsMax)
    throw new SyntaxFault(
      "syntax_too_long",
      `The address has ${octets} octets: at most ${octetsMax} are allowed`,
    );
  const marks: Record<Peculiarity, boolean> = {
    quoted_local_part: isQuoted,
    non_ascii_local_part: Buffer.byteLength(local) !== local.length,
    international_domain: domain.unicode !== domain.ascii,
    mixed_scripts: domain.hasMixedScripts,
    comment: scanner.sawComment,
    surrounding_space: scanner.sawSpace,
    address_literal: domain.literal !== undefined,
    single_label_domain: domain.literal === undefined && !domain.ascii.includes("."),
  };
  return {
    local,
    domain: domain.unicode,
    asciiDomain: domain.ascii,
    literal: domain.literal,
    tag: findTag(local),
    peculiarities: peculiarities.filter((peculiarity) => marks[peculiarity]),
  };
}

function expectAtSign(scanner: Scanner): void {
  if (scanner.next === "@") {
    scanner.at++;
    return;
  }
  if (scanner.isAtEnd) throw new SyntaxFault("syntax_no_at_sign", "The address has no @ sign");
  if (scanner.rest.includes("<"))
    throw new SyntaxFault(
      "syntax_display_name",
      "The address must not have a display name or angle brackets",
    );
  throw scanner.next === " "
    ? new SyntaxFault(
        "syntax_space",
        `The local part must not have a space: it has one at character ${scanner.at + 1}. In a query, encode a plus sign as %2B`,
      )
    : new SyntaxFault(
        "syntax_quote_misplaced",
        `The local part must be followed by an @ sign: it is followed by ${scanner.here()}`,
      );
}

function trailing(scanner: Scanner): SyntaxFault {
  if (scanner.next === "@")
    return new SyntaxFault("syntax_several_at_signs", "The address has more than one @ sign");
  if (scanner.next === ">" || scanner.next === "<")
    return new SyntaxFault("syntax_display_name", "The address must not have angle brackets");
  return new SyntaxFault(
    "syntax_space",
    `The domain must be the end of the address: it is followed by ${scanner.here()}`,
  );
}

function findTag(local: string): string | null {
  const plus = local.indexOf("+");
  return plus <= 0 || local.startsWith('"') ? null : local.slice(plus + 1);
}
