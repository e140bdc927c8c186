import { fileAnswer } from "../answer.ts";
import { protectionNote, rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { redactBody, redactFacts } from "../redact/schema.ts";
import { sampleBase64 } from "../sample.ts";

export default pdf.route({
  summary: "Remove texts, personal data and areas from a PDF",
  description: `${sourceNote} ${protectionNote} What is found is taken out of the file and not only covered: glyphs, however they are spaced, ordered or coded; strings, names, comments and metadata; the same in patterns, masks, fonts and pictures' data. The file is written anew and then searched: by two engines, without what fonts say of themselves, and in every string and stream. Where anything is left on a page, that page becomes a picture with a field over it; where it is elsewhere, nothing is sent. \`verified\` is true only if nothing was found then and all that pages draw is text whose letters look as they are said to; pictures, outlines and unknown glyphs are not read, and \`unverified\` names their pages. Notes and form fields become part of the pages. A page on which what is found lies over a picture becomes a picture as a whole.`,
  body: redactBody,
  raw: rawPdf,
  response: fileAnswer(["application/pdf"], redactFacts),
  heavy: true,
  cache: "never",
  timeoutMs: 120_000,
  example: { body: { file_base64: sampleBase64, terms: ["Invoice"], label: "removed" } },
  async handler({ body }) {
    const { redactPdf } = await import("../redact/redact.ts");
    return redactPdf(body);
  },
});
