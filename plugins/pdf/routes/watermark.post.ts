import { t } from "hub";
import { fileAnswer } from "../answer.ts";
import { protectionNote, rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";
import { watermarkBody } from "../stamp/schema.ts";

export default pdf.route({
  summary: "Stamp a text, an image or a PDF on pages",
  description: `${sourceNote} ${protectionNote} Takes one of \`text\`, \`image\` and \`stamp_pdf\`. The stamp stands upright on every page, however that is turned or cropped.`,
  body: watermarkBody,
  raw: rawPdf,
  response: fileAnswer(["application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether the file said that it is PDF/A, and says so no more",
    }),

    stamped_pages: t.Integer({ description: "How many pages were stamped" }),
  }),
  heavy: true,
  example: { body: { file_base64: sampleBase64, text: "CONFIDENTIAL", pages: "1" } },
  async handler({ body }) {
    const { watermarkPdf } = await import("../stamp/watermark.ts");
    return watermarkPdf(body);
  },
});
