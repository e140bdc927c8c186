import { BlockList, isIP } from "node:net";

/** Tells a caller's address behind the proxies that the operator trusts: CIDR ranges or addresses. */
export function callerAddress(trusted: readonly string[]) {
  const proxies = new BlockList();
  for (const entry of trusted) {
    const [address = "", bits] = entry.split("/");
    const family = familyOf(address);
    const length = bits === undefined ? (family === "ipv4" ? 32 : 128) : Number(bits);
    if (!family || !Number.isInteger(length))
      throw new Error(`TRUSTED_PROXIES must list addresses or CIDR ranges: it has "${entry}"`);
    proxies.addSubnet(address, length, family);
  }
  const isTrusted = (address: string) => {
    const family = familyOf(address);
    return family !== undefined && proxies.check(address, family);
  };
  return ({ request, peer }: { request: Request; peer: string }): string => {
    const plain = unmapped(peer);
    if (trusted.length === 0 || !isTrusted(plain)) return plain;
    // Each proxy appends the address it saw: from the right, the first that is no proxy of ours.
    const chain = (request.headers.get("x-forwarded-for") ?? "")
      .split(",")
      .map((part) => unmapped(part.trim()));
    for (const address of chain.toReversed()) {
      if (!familyOf(address)) break;
      if (!isTrusted(address)) return address;
    }
    return plain;
  };
}

function unmapped(address: string): string {
  return address.toLowerCase().startsWith("::ffff:") && isIP(address.slice(7)) === 4
    ? address.slice(7)
    : address;
}

function familyOf(address: string): "ipv4" | "ipv6" | undefined {
  const version = isIP(address);
  return version === 4 ? "ipv4" : version === 6 ? "ipv6" : undefined;
}
