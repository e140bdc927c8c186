import tts from "../plugin.ts";

export default tts.dataset({
  title: "Neural voices",
  licence: "Apache-2.0 for Kokoro; each voice of Piper has its own",
  attribution: "Piper; Kokoro",
  homepage: "https://huggingface.co/rhasspy/piper-voices",
  // Voices are large and never change: an operator chooses them.
  isDue: () => false,
  heavy: true,
  models: true,
  option: "voice",
  embedded: () => ({ build_date: "2026-01-01", paths: {} }),

  async download({ net, chosen, kept }) {
    const { downloadFiles } = await import("../onnx/voice-files.ts");
    return downloadFiles(chosen, { net, kept });
  },

  async unpack(given, { kept }) {
    const { addFile } = await import("../onnx/voice-files.ts");
    return addFile(given, kept);
  },

  async check(files, options) {
    const { checkFiles } = await import("../onnx/voice-files.ts");
    const contents = await checkFiles(files, options);
    return { build_date: new Date(options.now).toISOString().slice(0, 10), ...contents };
  },
});
