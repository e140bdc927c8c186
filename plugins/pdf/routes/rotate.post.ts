import { oneOf, t } from "hub";
import { fileAnswer } from "../answer.ts";
import { pagesField, pdfFields, protectionNote, rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { orientations } from "../rotate/rotate.ts";
import { sampleBase64 } from "../sample.ts";

export default pdf.route({
  summary: "Rotate pages of a PDF",
  description: `${sourceNote} ${protectionNote}`,
  body: t.Object({
    ...pdfFields,
    angle: t.Union([t.Literal(90), t.Literal(180), t.Literal(270), t.Literal(-90)], {
      description: "Degrees clockwise: 90, 180, 270, or -90",
    }),
    pages: pagesField("Which pages to rotate"),
    mode: oneOf(["relative", "absolute"], {
      default: "relative",
      description: "Turns pages by the angle from how they stand, or to it whatever they were",
    }),
    orientation_filter: oneOf(orientations, {
      default: "all",
      description: "Rotates of the pages only those that stand, or that lie, as they are shown",
    }),
  }),
  raw: rawPdf,
  response: fileAnswer(["application/pdf"], {
    rotated_pages: t.Integer({ description: "How many pages were rotated" }),
  }),
  heavy: true,
  example: { body: { file_base64: sampleBase64, angle: 90, pages: "1-z:odd" } },
  async handler({ body }) {
    const { rotatePdf } = await import("../rotate/rotate.ts");
    return rotatePdf(body);
  },
});
