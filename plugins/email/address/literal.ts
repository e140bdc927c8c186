import type { Domain } from "./domain.ts";
import type { Scanner } from "./scanner.ts";
import { SyntaxFault } from "./syntax-fault.ts";

/** Reads an IP address in brackets: RFC 5321 §4.1.3. Throws `SyntaxFault`. */
export function parseLiteral(scanner: Scanner): Domain {
  const close = scanner.text.indexOf("]", scanner.at);
  const content = scanner.text.slice(scanner.at + 1, close === -1 ? undefined : close);
  const isIpv6 = content.toLowerCase().startsWith("ipv6:");
  const literal = isIpv6 ? ipv6(content.slice(5).toLowerCase()) : ipv4(content);
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
function ipv4(text: string): string | undefined {
  const parts = text.split(".");
  const isOne =
    parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255);
  return isOne ? parts.map(Number).join(".") : undefined;
}

/** Written as the URL standard does: short and in lower case, an IPv4 address in it as two groups. */
function ipv6(text: string): string | undefined {
  const colon = text.lastIndexOf(":");
  const last = text.slice(colon + 1);
  // Bun's URL parser refuses some addresses that end as those of IPv4 do.
  const end = last.includes(".") ? asGroups(ipv4(last)) : last;
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
