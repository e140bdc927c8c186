import ai from "../plugin.ts";

export default ai.dataset({
  title: "Model of sentences, to compare English texts by meaning",
  licence: "Apache-2.0 for all-MiniLM-L6-v2; other models have their own",
  attribution: "all-MiniLM-L6-v2 by sentence-transformers",
  homepage: "https://huggingface.co/sentence-transformers/all-MiniLM-L6-v2",
  // A model never changes: an operator chooses it.
  isDue: () => false,
  heavy: true,
  models: true,
  option: "model",
  embedded: () => ({ build_date: "2026-01-01", paths: {} }),

  async download({ net, chosen }) {
    const { downloadModel } = await import("../text/sentence-model.ts");
    return downloadModel(chosen, net);
  },

  async unpack(given, { kept }) {
    const { addModelFile } = await import("../text/sentence-model.ts");
    return addModelFile(given, kept);
  },

  async check(files, { now, load }) {
    const { checkModelFiles } = await import("../text/sentence-model.ts");
    const models = await checkModelFiles(files, load);
    return {
      build_date: new Date(now).toISOString().slice(0, 10),
      entries: models.length,
      models,
    };
  },
});
