import ipGeo from "../plugin.ts";

type Definition = Parameters<typeof ipGeo.dataset>[0];
type Host = "check.torproject.org" | "raw.githubusercontent.com" | "mask-api.icloud.com";

/** A list of addresses and blocks that somebody publishes. */
interface Published extends Pick<Definition, "title" | "licence" | "attribution" | "homepage"> {
  /** Its parts, one below the other. */
  urls: readonly `https://${Host}/${string}`[];
  /** What separates a block from what is said of it, in a list that says more. */
  separator?: string;
}

/** The file that a list is kept in. */
export const listFile = "addresses.txt";

const dayMs = 86_400_000;
const listBytesMax = 32 * 1024 * 1024;

/** Keeps a published list: fetched once a day, and never replaced by a damaged one or by half of it. */
export function addressList({ urls, separator, ...about }: Published) {
  return ipGeo.dataset({
    ...about,
    isDue: (kept, now) => now - (kept?.about.fetched_at ?? 0) > dayMs,

    async download({ net }) {
      const parts = await Promise.all(
        urls.map(async (url) => {
          const response = await net(url, { bodyBytesMax: listBytesMax });
          if (!response.ok) throw new Error(`${url} answered ${response.status}`);
          return response.text();
        }),
      );
      const text = parts.join("\n");
      return { [listFile]: new TextEncoder().encode(separator ? firstOf(text, separator) : text) };
    },

    unpack: ({ bytes }) => ({ [listFile]: bytes }),

    async check(files, { now, kept }) {
      const { readAddressSet } = await import("./address-set.ts");
      const { entries } = await readAddressSet(new TextDecoder().decode(files[listFile]));
      const before = kept?.about.entries ?? 0;
      if (entries < before / 2) throw new Error(`It has ${entries} entries, and had ${before}`);
      return { build_date: new Date(now).toISOString().slice(0, 10), entries };
    },
  });
}

function firstOf(text: string, separator: string): string {
  return text
    .split("\n")
    .map((line) => line.split(separator)[0])
    .join("\n");
}
