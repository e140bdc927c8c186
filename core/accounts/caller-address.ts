import type { Log } from "../contract/doors.ts";
import { contains, parseAddress, parseBlock } from "../lib/ip-address.ts";

/** The header in which trusted proxies send the caller's address. `auto`: X-Forwarded-For, or else Forwarded. */
export type ForwardedHeader = "auto" | "x-forwarded-for" | "forwarded";

interface CallerAddressOptions {
  header?: ForwardedHeader;
  /** Logger for unusable headers. Each kind is logged once. */
  log?: Pick<Log, "warn">;
}

interface Hop {
  request: Request;
  /** The IP address of the peer. */
  peer: string;
}

/**
 * Creates a function that finds the caller's address behind trusted proxies. The proxies are CIDR ranges
 * or addresses. Throws if one of them is invalid.
 */
export function callerAddress(
  trusted: readonly string[],
  { header = "auto", log }: CallerAddressOptions = {},
): (hop: Hop) => string {
  const proxies = trusted.map((entry) => {
    const block = parseBlock(entry);
    if (block) return block;
    throw new Error(`TRUSTED_PROXIES must list addresses or CIDR ranges: it has "${entry}"`);
  });
  const isTrusted = (text: string) => {
    const address = parseAddress(text);
    return address !== undefined && proxies.some((block) => contains(block, address));
  };
  const logged = new Set<string>();
  const warnOnce = (message: string, fields: Record<string, unknown>) => {
    if (logged.has(message)) return;
    logged.add(message);
    log?.warn(message, fields);
  };

  /** Returns the last node that isn't a trusted proxy, or else the first. Undefined if it can't be parsed. */
  function findCaller(nodes: readonly string[] | undefined, { name, proxy }: HeaderSource) {
    // Each proxy appends the address it saw.
    for (const node of nodes?.toReversed() ?? []) {
      const address = parseNode(node);
      if (address === undefined) {
        warnUnreadable(node, { name, proxy });
        return undefined;
      }
      if (!isTrusted(address)) return address;
    }
    return nodes?.[0] === undefined ? undefined : parseNode(nodes[0]);
  }

  function warnUnreadable(node: string, { name, proxy }: HeaderSource): void {
    warnOnce(`Cannot read the caller's address in ${name}: the caller counts as the proxy`, {
      // Omits the digits, because the node may be an address with a port or a zone.
      value: node.slice(0, 100).replace(/[\da-f]/gi, "0"),
      proxy,
    });
  }

  function findByXForwardedFor(list: string, proxy: string): string | undefined {
    // Lists may have empty elements (RFC 9110, section 5.6.1).
    const nodes = list
      .split(",")
      .map((node) => node.trim())
      .filter((node) => node !== "");
    const named = { name: "X-Forwarded-For", proxy };
    if (nodes.length === 0) warnUnreadable(list, named);
    return findCaller(nodes, named);
  }

  function findByForwarded(text: string, proxy: string): string | undefined {
    const nodes = parseForwarded(text);
    const named = { name: "Forwarded", proxy };
    if (!nodes) warnUnreadable(text, named);
    return findCaller(nodes, named);
  }

  return ({ request: { headers }, peer }) => {
    const proxy = unmapAddress(peer);
    if (trusted.length === 0 || !isTrusted(proxy)) return proxy;
    const list = header === "forwarded" ? null : headers.get("x-forwarded-for");
    const forwarded = header === "x-forwarded-for" ? null : headers.get("forwarded");
    if (list !== null && forwarded !== null)
      warnOnce(
        "Requests have both X-Forwarded-For and Forwarded: X-Forwarded-For is used unless HUB_FORWARDED_HEADER is set to forwarded",
        { proxy },
      );
    const found =
      list !== null
        ? findByXForwardedFor(list, proxy)
        : forwarded !== null && findByForwarded(forwarded, proxy);
    return found || proxy;
  };
}

interface HeaderSource {
  /** The name of the header. */
  name: string;
  /** The address of the proxy that sent it. */
  proxy: string;
}

/** Parses an address from a proxy: optionally with a port, in brackets, or with a zone. */
function parseNode(node: string): string | undefined {
  const [, bracketed, port] = /^\[([^\]]*)\](?::(.*))?$/.exec(node) ?? [];
  if (bracketed !== undefined)
    return bracketed.includes(":") && isPort(port) ? readAddress(bracketed) : undefined;
  const [host = "", ipv4Port, ...more] = node.split(":");
  if (more.length > 0) return readAddress(node);
  return isPort(ipv4Port) ? readAddress(host) : undefined;
}

/** Returns whether a text is a port number or an obfuscated port (RFC 7239, section 6). */
function isPort(text: string | undefined): boolean {
  return text === undefined || /^(?:\d{1,5}|_[\w.-]+)$/.test(text);
}

function readAddress(text: string): string | undefined {
  const [address = "", ...zone] = text.split("%");
  const isValid = parseAddress(address) && (zone.length === 0 || address.includes(":"));
  return isValid ? unmapAddress(address) : undefined;
}

/**
 * Lists the `for` of each element of a Forwarded header (RFC 7239); "unknown" if it has none. Returns
 * undefined for an invalid header: an unclosed quote by a caller would swallow what proxies append.
 */
function parseForwarded(text: string): string[] | undefined {
  const nodes: string[] = [];
  // Undefined until the element has a pair. Elements may be empty, pairs may not.
  let node: string | undefined;
  separator.lastIndex = 0;
  while (separator.lastIndex < text.length) {
    forwardedPair.lastIndex = separator.lastIndex;
    const [pair = "", name, token, quoted] = forwardedPair.exec(text) ?? [];
    separator.lastIndex += pair.length;
    const [whole, end] = separator.exec(text) ?? [];
    if (whole === undefined) return undefined;
    if (name === undefined && (node !== undefined || end === ";")) return undefined;
    if (name?.toLowerCase() === "for") node = token ?? quoted?.replace(/\\(.)/g, "$1") ?? "";
    else if (name !== undefined) node ??= "unknown";
    if (end === ";") continue;
    if (node !== undefined) nodes.push(node);
    node = undefined;
  }
  return node === undefined ? nodes : undefined;
}

/** A pair. Some proxies omit the quotes that a value with a colon needs. */
const forwardedPair = /[ \t]*([\w!#$%&'*+.^`|~-]+)=(?:([^\s",;=]+)|"((?:[^"\\]|\\.)*)")/y;

/** The separator after a pair, or the end. */
const separator = /[ \t]*([,;]|$)/y;

function unmapAddress(address: string): string {
  const ipv4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  return ipv4 !== undefined && parseAddress(ipv4) ? ipv4 : address;
}
