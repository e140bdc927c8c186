import { protectionNote, rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { redactBody, redactFacts } from "../redact/request.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";

const { ocrTimeoutMs } = pdf.limits;

export default pdf.route({
  summary: "Remove texts, personal data and areas from a PDF",
  keywords: "redact pdf, black out pdf, remove text from pdf",
  description: `Removes confidential content for good, not only from sight. ${protectionNote} Matches are removed from the file and not just covered: glyphs, however they are spaced, ordered or encoded; strings, names, comments and metadata; and the same in patterns, masks, fonts and image data. The file is rewritten and then searched: by two engines, without trusting the encodings of fonts, and in every string and stream. If anything is left on a page, the page becomes an image with a box over the match; if it is left elsewhere, no file is returned. \`verified\` is true only if nothing was left and everything that pages draw is text whose letters look as their fonts declare; images, outlines and unknown glyphs cannot be read, and \`unverified\` lists their pages. \`verify=render\` also recognises the text of the rendered pages, and adds those on which a match can still be read. Annotations and form fields become part of the pages. A page on which a match lies over an image becomes an image as a whole. ${sourceNote}`,
  body: redactBody,
  raw: rawPdf,
  ...fileAnswer(["application/pdf"], redactFacts),
  heavy: true,
  cache: "never",
  timeoutMs: ({ body }) => (body.verify === "render" ? ocrTimeoutMs : 120_000),
  tool: {
    title: "Redact a PDF",
    fields: ["file", "terms", "presets"],
    labels: { file: "PDF", terms: "Words to remove", presets: "Kinds of data to remove" },
  },
  example: { body: { file: sampleFile, terms: ["Invoice"], label: "removed" } },
  async handler({ body, data }) {
    const { redactPdf } = await import("../redact/redact.ts");
    return redactPdf(body, { data });
  },
});
