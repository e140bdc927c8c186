import { parseAddress } from "../../lib/ip-address.ts";

/** The address of a DNS server. */
export interface NameServer {
  hostname: string;
  port: number;
}

/** Parses `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1` and `[2001:db8::1]:53`. */
export function parseNameServer(text: string): NameServer | undefined {
  if (isAddress(text)) return { hostname: text, port: 53 };
  const colon = text.lastIndexOf(":");
  const host = text.slice(0, colon);
  const hostname = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  const port = Number(text.slice(colon + 1));
  if (!isAddress(hostname) || !Number.isInteger(port) || port < 1 || port > 65_535)
    return undefined;
  return { hostname, port };
}

/** Checks an address. Allows a zone, which link-local servers have. */
function isAddress(text: string): boolean {
  return parseAddress(text.includes(":") ? text.replace(/%[\w.-]+$/, "") : text) !== undefined;
}
