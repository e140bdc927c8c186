import { t } from "hub";
import { protectionNote, rawPdf, sourceNote } from "../input/request.ts";
import { organizeBody } from "../organize/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";

export default pdf.route({
  summary: "Reorder, crop, scale and impose the pages of a PDF",
  description: `Returns the PDF after the operations of \`ops\`. ${protectionNote} The operations are applied in order; the page numbers of each refer to the result of the one before. Bookmarks, links and form fields follow their pages. ${sourceNote}`,
  body: organizeBody,
  raw: rawPdf,
  ...fileAnswer(["application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether a claim to be PDF/A was removed from the file",
    }),

    ops: t.Integer({ description: "Number of operations applied" }),
  }),
  heavy: true,
  example: {
    body: {
      file: sampleFile,
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
