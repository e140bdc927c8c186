import { t } from "hub";
import { fileAnswer } from "../answer.ts";
import { protectionNote, rawPdf, sourceNote } from "../input/fields.ts";
import { organizeBody } from "../organize/schema.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";

export default pdf.route({
  summary: "Reorder, crop, scale and impose the pages of a PDF",
  description: `${sourceNote} ${protectionNote} Does the steps of \`ops\` one after another; the page numbers of each are those that the steps before it left. Bookmarks, links and form fields follow their pages.`,
  body: organizeBody,
  raw: rawPdf,
  response: fileAnswer(["application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether the file said that it is PDF/A, and says so no more",
    }),

    ops: t.Integer({ description: "How many steps were done" }),
  }),
  heavy: true,
  example: {
    body: {
      file_base64: sampleBase64,
      ops: [
        { op: "move", pages: "3", to: 1 },
        { op: "nup", per_sheet: 2, order: "horizontal", border: true },
      ],
    },
  },
  async handler({ body, clock }) {
    const { organizePdf } = await import("../organize/organize.ts");
    return organizePdf(body, { clock });
  },
});
