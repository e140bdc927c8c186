import type { StandIn } from "./stand-in.ts";

/** Lists of Tor exits, as plain addresses and with dates. All are documentation addresses. */
export const tor: StandIn = ({ path, now }) => {
  const exits = ["192.0.2.10", "198.51.100.20", "203.0.113.30"];
  const published = new Date(now - 7_200_000).toISOString().slice(0, 19).replace("T", " ");
  if (path === "/torbulkexitlist") return { type: "text/plain", body: `${exits.join("\n")}\n` };
  if (path !== "/exit-addresses") return undefined;
  const body = exits.map((address, index) =>
    [
      `ExitNode ${String(index).repeat(40)}`,
      `Published ${published}`,
      `LastStatus ${published}`,
      `ExitAddress ${address} ${published}`,
    ].join("\n"),
  );
  return { type: "text/plain", body: `${body.join("\n")}\n` };
};

/** Lists of networks with a CIDR range per line. All are for documentation (RFC 5737, RFC 3849). */
export const networkLists: StandIn = ({ path }) => {
  const [, kind, family] = /\/output\/(vpn|datacenter)\/ipv([46])\.txt$/.exec(path) ?? [];
  const ranges: Record<string, string> = {
    vpn4: "192.0.2.0/26\n198.51.100.128/25\n",
    vpn6: "2001:db8:1::/48\n",
    datacenter4: "203.0.113.0/24\n198.51.100.0/24\n",
    datacenter6: "2001:db8:2::/48\n",
  };
  const body = ranges[`${kind}${family}`];
  return body === undefined ? undefined : { type: "text/plain", body };
};

/** The networks of a private relay, with their locations (RFC 3849). */
export const relays: StandIn = ({ path }) =>
  path === "/egress-ip-ranges.csv"
    ? { type: "text/csv", body: "192.0.2.64/27,ZZ,ZZ-XX,Nowhere,\n2001:db8:3::/64,ZZ,,,\n" }
    : undefined;
