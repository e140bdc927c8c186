import { type Address, parseBlock } from "hub/net";

/** Date of the table of anycast blocks. */
export const ANYCAST_DATE = "2026-11-26";

/** Returns the block of an address if its operator publishes it as anycast, or null. */
export function findPublishedBlock({ bits, value }: Address): string | null {
  return (
    blocks.find(({ block }) => {
      const rest = BigInt(block.bits - block.prefix);
      return block.bits === bits && value >> rest === block.value >> rest;
    })?.text ?? null
  );
}

/** Public resolvers and root servers, whose operators document them as anycast. An AS also has other addresses. */
const blocks = [
  // Cloudflare, 1.1.1.1
  ...["1.1.1.0/24", "1.0.0.0/24", "2606:4700:4700::/48"],
  // Google Public DNS
  ...["8.8.8.0/24", "8.8.4.0/24", "2001:4860:4860::/48"],
  // Quad9
  ...["9.9.9.0/24", "149.112.112.0/24", "2620:fe::/48"],
  // OpenDNS
  ...["208.67.222.0/24", "208.67.220.0/24", "2620:119:35::/48", "2620:119:53::/48"],
  // Root servers: https://www.internic.net/domain/named.root
  ...["198.41.0.0/24", "170.247.170.0/24", "192.33.4.0/24", "199.7.91.0/24", "192.203.230.0/24"],
  ...["192.5.5.0/24", "192.112.36.0/24", "198.97.190.0/24", "192.36.148.0/24", "192.58.128.0/24"],
  ...["193.0.14.0/24", "199.7.83.0/24", "202.12.27.0/24"],
  ...["2001:503:ba3e::/48", "2801:1b8:10::/48", "2001:500:2::/48", "2001:500:2d::/48"],
  ...["2001:500:a8::/48", "2001:500:2f::/48", "2001:500:12::/48", "2001:500:1::/48"],
  ...["2001:7fe::/33", "2001:503:c27::/48", "2001:7fd::/32", "2001:500:9f::/48", "2001:dc3::/32"],
].map((text) => {
  const block = parseBlock(text);
  if (!block) throw new Error(`"${text}" is not an address block`);
  return { text, block };
});
