import screenshot from "../plugin.ts";

export default screenshot.dataset({
  title: "Filter lists that hide consent banners and other annoyances",
  licence: "each list has its own",
  attribution: "the authors of the imported lists",
  homepage: "https://help.adblockplus.org/hc/en-us/articles/360062733293",
  // The operator chooses and imports the lists.
  isDue: () => false,
  embedded: () => ({ build_date: "2026-01-01", paths: {} }),
  download: () => Promise.resolve(undefined),

  async unpack(given, { kept }) {
    const { addList } = await import("../filters/list-files.ts");
    return addList(given, kept);
  },

  async check(files, { now }) {
    const { checkLists } = await import("../filters/list-files.ts");
    return { build_date: new Date(now).toISOString().slice(0, 10), ...checkLists(files) };
  },
});
