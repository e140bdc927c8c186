import ai from "../plugin.ts";

export default ai.dataset({
  title: "WordNet, to compare English texts by synonyms",
  licence: "WordNet licence",
  attribution: "WordNet 3.1, Princeton University",
  homepage: "https://wordnet.princeton.edu",
  // The database is final: an operator downloads it once.
  isDue: () => false,
  heavy: true,
  embedded: () => ({ build_date: "2011-06-01", paths: {} }),

  async download({ net, kept }) {
    if (kept && Object.keys(kept.paths).length > 0) return undefined;
    const { unpackWordNet, wordNetPackage } = await import("../similarity/word-net.ts");
    const { url, sha512, bytesMax } = wordNetPackage;
    const response = await net(url, { bodyBytesMax: bytesMax, timeoutMs: 50_000 });
    if (!response.ok) throw new Error(`Cannot download ${url}: the status is ${response.status}`);
    const archive = await response.bytes();
    if (new Bun.CryptoHasher("sha512").update(archive).digest("base64") !== sha512)
      throw new Error(`Cannot use ${url}: its SHA-512 differs from the published one`);
    return unpackWordNet(archive);
  },

  async unpack({ bytes }) {
    const { unpackWordNet } = await import("../similarity/word-net.ts");
    return unpackWordNet(bytes);
  },

  async check(files) {
    const { countWords } = await import("../similarity/word-net.ts");
    return { build_date: "2011-06-01", entries: countWords(files) };
  },
});
