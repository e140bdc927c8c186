import { t } from "hub";
import { protectionNote, rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { rotateBody } from "../rotate/request.ts";
import { sampleFile } from "../sample.ts";

export default pdf.route({
  summary: "Rotate pages of a PDF",
  keywords: "rotate pdf, turn pages",
  description: `Turns scans that lie on their side, or only the landscape pages. ${protectionNote} ${sourceNote}`,
  body: rotateBody,
  raw: rawPdf,
  ...fileAnswer(["application/pdf"], {
    rotated_pages: t.Integer({ description: "Number of rotated pages" }),
  }),
  heavy: true,
  example: { body: { file: sampleFile, angle: 90, pages: "1-z:odd" } },
  async handler({ body }) {
    const { rotatePdf } = await import("../rotate/rotate.ts");
    return rotatePdf(body);
  },
});
