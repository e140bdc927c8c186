import { t } from "hub";
import { protectionNote, rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";
import { watermarkBody } from "../stamp/request.ts";

export default pdf.route({
  summary: "Stamp text, an image or a PDF page on pages",
  tool: { fields: ["file", "text", "pages"] },
  keywords: "watermark pdf, stamp pdf, add watermark",
  description: `Marks drafts, copies and confidential documents. ${protectionNote} Requires one of \`text\`, \`image\` and \`stamp_pdf\`. The stamp is upright on every page, however the page is rotated or cropped. ${sourceNote}`,
  body: watermarkBody,
  raw: rawPdf,
  ...fileAnswer(["application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether a claim to be PDF/A was removed from the file",
    }),

    stamped_pages: t.Integer({ description: "Number of stamped pages" }),
  }),
  heavy: true,
  example: { body: { file: sampleFile, text: "CONFIDENTIAL", pages: "1" } },
  async handler({ body }) {
    const { watermarkPdf } = await import("../stamp/watermark.ts");
    return watermarkPdf(body);
  },
});
