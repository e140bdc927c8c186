import { contains, parseAddress, parseBlock } from "../../lib/ip-address.ts";

/** Tells a caller's address behind the proxies that the operator trusts: CIDR ranges or addresses. */
export function callerAddress(trusted: readonly string[]) {
  const proxies = trusted.map((entry) => {
    const block = parseBlock(entry);
    if (block) return block;
    throw new Error(`TRUSTED_PROXIES must list addresses or CIDR ranges: it has "${entry}"`);
  });
  const isTrusted = (text: string) => {
    const address = parseAddress(text);
    return address !== undefined && proxies.some((block) => contains(block, address));
  };
  return ({ request, peer }: { request: Request; peer: string }): string => {
    const plain = unmapAddress(peer);
    if (trusted.length === 0 || !isTrusted(plain)) return plain;
    // Each proxy appends the address it saw: from the right, the first that is no proxy of ours.
    const chain = (request.headers.get("x-forwarded-for") ?? "")
      .split(",")
      .map((part) => unmapAddress(part.trim()));
    for (const address of chain.toReversed()) {
      if (!parseAddress(address)) break;
      if (!isTrusted(address)) return address;
    }
    return plain;
  };
}

function unmapAddress(address: string): string {
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return ipv4 !== undefined && parseAddress(ipv4) ? ipv4 : address;
}
