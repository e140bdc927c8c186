import type { Domain } from "./domain.ts";
import type { Scanner } from "./scanner.ts";
import { SyntaxFault } from "./syntax-fault.ts";

/** Reads an IP address in brackets: RFC 5321 §4.1.3. Throws `SyntaxFault`. */
export function parseLiteral(scanner: Scanner): Domain {
  const close = scanner.text.indexOf("]", scanner.at);
  const content = scanner.text.slice(scanner.at + 1, close === -1 ? undefined : close);
  const isIpv6 = content.toLowerCase().startsWith("ipv6:");
  if (close === -1 || !(isIpv6 ? isIpv6Address(content.slice(5)) : isIpv4Address(content)))
    throw new SyntaxFault(
      "syntax_address_literal",
      'Brackets must hold an IPv4 address, or "IPv6:" and an IPv6 address',
    );
  scanner.at = close + 1;
  const literal = isIpv6 ? `[IPv6:${content.slice(5).toLowerCase()}]` : `[${content}]`;
  return { unicode: literal, ascii: literal, hasMixedScripts: false, isLiteral: true };
}

function isIpv4Address(text: string): boolean {
  const parts = text.split(".");
  return (
    parts.length === 4 &&
    parts.every(
      (part) =>
        part.length >= 1 && part.length <= 3 && consistsOf(part, digits) && Number(part) <= 255,
    )
  );
}

/** The URL parser knows every way to write one, and takes nothing else between brackets. */
function isIpv6Address(text: string): boolean {
  return consistsOf(text.toLowerCase(), `${digits}abcdef:.`) && URL.canParse(`http://[${text}]`);
}

const digits = "0123456789";

function consistsOf(text: string, characters: string): boolean {
  for (const character of text) if (!characters.includes(character)) return false;
  return true;
}
