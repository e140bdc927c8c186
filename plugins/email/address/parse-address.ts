import { parseDomain, parseLiteral } from "./domain.ts";
import { parseLocal } from "./local.ts";
import { Scanner } from "./scanner.ts";
import { SyntaxFault } from "./syntax-fault.ts";

/** What an address has that is allowed and not usual. */
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

/** An address taken apart. */
export interface Address {
  /** As SMTP writes it: quoted only where it must be, in Unicode's form C. */
  local: string;
  /** In Unicode and lower case; of an address literal, with its brackets. */
  domain: string;
  /** As DNS and SMTP write it. */
  asciiDomain: string;
  /** The IP address that stands in brackets in place of a domain. */
  literal: string | undefined;
  /** What stands behind the first plus sign of the local part. */
  tag: string | null;
  peculiarities: Peculiarity[];
}

/** RFC 5321 §4.5.3.1.3 allows a path of 256 octets, of which two are its angle brackets. */
const octetsMax = 254;
/** Leaves room for comments, and for the backslashes of a quoted local part. */
const writtenMax = 1000;

/**
 * Takes an address apart by the grammar of RFC 5321 §4.1.2, with UTF-8 as in RFC 6531 §3.3 and with
 * the comments that RFC 5322 §3.4.1 allows around its two parts. Throws `SyntaxFault`.
 */
export function parseAddress(text: string, { smtputf8 }: { smtputf8: boolean }): Address {
  if (text.length > writtenMax)
    throw new SyntaxFault("syntax_too_long", `The address has ${text.length} characters`);
  // Composed first, as that turns U+037E into a semicolon and the like.
  const scanner = new Scanner(text.normalize("NFC"));
  scanner.checkCharacters();
  scanner.skipCommentsAndSpace();
  if (scanner.isAtEnd) throw new SyntaxFault("syntax_empty", "There is no address");
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
    tag: tagOf(local),
    peculiarities: peculiarities.filter((peculiarity) => marks[peculiarity]),
  };
}

function expectAtSign(scanner: Scanner): void {
  if (scanner.next === "@") {
    scanner.at++;
    return;
  }
  if (scanner.isAtEnd) throw new SyntaxFault("syntax_no_at_sign", "The address has no at sign");
  if (scanner.rest.includes("<"))
    throw new SyntaxFault(
      "syntax_display_name",
      "The address must stand alone, without a name and angle brackets",
    );
  throw scanner.next === " "
    ? new SyntaxFault(
        "syntax_space",
        `The local part must not have a space: it has one at character ${scanner.at + 1}. In a query, a plus sign is written %2B`,
      )
    : new SyntaxFault(
        "syntax_quote_misplaced",
        `An at sign must follow the local part: ${scanner.here()} does`,
      );
}

function trailing(scanner: Scanner): SyntaxFault {
  if (scanner.next === "@")
    return new SyntaxFault("syntax_several_at_signs", "The address has more than one at sign");
  if (scanner.next === ">" || scanner.next === "<")
    return new SyntaxFault("syntax_display_name", "The address must stand without angle brackets");
  return new SyntaxFault("syntax_space", `Nothing must follow the domain: ${scanner.here()} does`);
}

function tagOf(local: string): string | null {
  const plus = local.indexOf("+");
  return plus <= 0 || local.startsWith('"') ? null : local.slice(plus + 1);
}
