import ipGeo from "../plugin.ts";
import type { AddressSet } from "./address-set.ts";

type Definition = Parameters<typeof ipGeo.dataset>[0];
type Host = "check.torproject.org" | "raw.githubusercontent.com" | "mask-api.icloud.com";

/** Published list of addresses and blocks. */
interface Published
  extends Pick<Definition, "title" | "licence" | "attribution" | "homepage" | "bundled"> {
  /** URLs of its parts, which are concatenated. */
  urls: readonly `https://${Host}/${string}`[];
  /** Separator between a block and further columns, if there are any. */
  separator?: string;
}

/** File name of the stored list. */
export const listFile = "addresses.txt";

const dayMs = 86_400_000;
const listBytesMax = 32 * 1024 * 1024;

/** Defines a dataset from a published list. It is downloaded once a day. Damaged or truncated versions are rejected. */
export function defineAddressList({ urls, separator, ...about }: Published) {
  return ipGeo.dataset({
    ...about,
    isDue: (previous, now) => now - (previous?.about.fetched_at ?? 0) > dayMs,

    async download({ net }) {
      const parts = await Promise.all(
        urls.map(async (url) => {
          const response = await net(url, { bodyBytesMax: listBytesMax });
          if (!response.ok) throw new Error(`${url} returned status ${response.status}`);
          return response.text();
        }),
      );
      const text = parts.join("\n");
      return {
        [listFile]: new TextEncoder().encode(
          separator ? extractFirstColumn(text, separator) : text,
        ),
      };
    },

    unpack: ({ bytes }) => ({ [listFile]: bytes }),

    async check(files, { now, kept: previous }) {
      const { readAddressSet } = await import("./address-set.ts");
      const newer = await readAddressSet(new TextDecoder().decode(files[listFile]));
      if (previous) refuseTruncation(newer, await readAddressSet(await previous.text(listFile)));
      const build_date = new Date(now).toISOString().slice(0, 10);
      return { build_date, entries: newer.entries };
    },
  });
}

/** Throws if an address family lost more than half of its entries, for example to a file with comments only. */
function refuseTruncation(newer: AddressSet, former: AddressSet): void {
  for (const bits of [32, 128] as const)
    if (newer.counts[bits] < former.counts[bits] / 2)
      throw new Error(
        `The list has only ${newer.counts[bits]} IPv${bits === 32 ? 4 : 6} entries, but the previous one had ${former.counts[bits]}`,
      );
}

function extractFirstColumn(text: string, separator: string): string {
  return text
    .split("\n")
    .map((line) => line.split(separator)[0])
    .join("\n");
}
