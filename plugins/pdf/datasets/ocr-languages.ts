import { fileURLToPath } from "node:url";
import pdf from "../plugin.ts";

export default pdf.dataset({
  title: "Languages for text recognition (OCR)",
  licence: "Apache-2.0",
  attribution: "Tesseract OCR",
  homepage: "https://github.com/tesseract-ocr/tessdata_best",
  // The models are final: further languages are imported.
  isDue: () => false,
  embedded: () => ({
    build_date: "2018-09-15",
    paths: {
      "eng.traineddata.gz": fileURLToPath(
        import.meta.resolve("@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz"),
      ),
      "fra.traineddata.gz": fileURLToPath(
        import.meta.resolve("@tesseract.js-data/fra/4.0.0_best_int/fra.traineddata.gz"),
      ),
      // Detects how a page is rotated.
      "osd.traineddata.gz": fileURLToPath(
        import.meta.resolve("@tesseract.js-data/osd/4.0.0_best_int/osd.traineddata.gz"),
      ),
    },
  }),
  download: () => Promise.resolve(undefined),

  async unpack(given, { kept }) {
    const { addLanguage } = await import("../ocr/languages.ts");
    return addLanguage(given, kept);
  },

  async check(files, { now }) {
    const { checkLanguages } = await import("../ocr/languages.ts");
    const entries = await checkLanguages(files);
    return { build_date: new Date(now).toISOString().slice(0, 10), entries };
  },
});
