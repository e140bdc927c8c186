import ai from "../plugin.ts";

export default ai.dataset({
  title: "Hunspell dictionaries, to check the spelling of other languages than English",
  licence: "each dictionary has its own, such as GPL or MPL",
  attribution: "Hunspell dictionaries, collected by Titus Wormer",
  homepage: "https://github.com/wooorm/dictionaries",
  // Dictionaries hardly change: an operator chooses their languages.
  isDue: () => false,
  heavy: true,
  option: "language",
  embedded: () => ({ build_date: "2026-01-01", paths: {} }),

  async download({ net, chosen, kept }) {
    const { downloadDictionaries } = await import("../grammar/dictionaries.ts");
    return downloadDictionaries(chosen, { net, kept });
  },

  async unpack(given, { kept }) {
    const { addDictionaryFile } = await import("../grammar/dictionaries.ts");
    return addDictionaryFile(given, kept);
  },

  async check(files, { now }) {
    const { checkDictionaries } = await import("../grammar/dictionaries.ts");
    const entries = await checkDictionaries(files);
    return { build_date: new Date(now).toISOString().slice(0, 10), entries };
  },
});
