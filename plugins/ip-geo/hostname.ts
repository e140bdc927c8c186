import type { Address } from "hub/net";
import { format } from "./address/address.ts";
import type { Doors } from "./doors.ts";

/** Maximum wait for third-party name servers. */
const timeoutMs = 500;
const nameMax = 253;

/** Returns the reverse DNS name of an address, or null. The address owner controls this name. */
export async function resolveHostname(
  address: Address,
  { net }: Pick<Doors, "net">,
): Promise<string | null> {
  const answer = await net.resolve(reverseName(address), "PTR", { timeoutMs });
  if (answer.status !== "found") return null;
  const name = [...(answer.records[0] ?? "")].filter((letter) => /[\w.-]/.test(letter)).join("");
  return name.slice(0, nameMax) || null;
}

/** Builds the reverse DNS name (RFC 1035 §3.5, RFC 3596 §2.5). */
function reverseName(address: Address): string {
  if (address.bits === 32) return `${format(address).split(".").reverse().join(".")}.in-addr.arpa`;
  const digits = address.value.toString(16).padStart(32, "0");
  return `${[...digits].reverse().join(".")}.ip6.arpa`;
}
