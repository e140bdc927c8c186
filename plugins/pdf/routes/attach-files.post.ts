import { t } from "hub";
import { attachBody } from "../attachments/request.ts";
import { protectionNote, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";

const count = (description: string) => t.Integer({ description });

export default pdf.route({
  summary: "Attach files to a PDF, or remove attached files",
  keywords: "embed file in pdf, pdf attachment, pdf/a-3 attachment",
  description: `Attaches files to the whole document, each with its media type, date and relationship as PDF/A-3 requires. A file of the same name is replaced. Removed files are deleted, with the comments that they are attached to. A claim to be PDF/A-1 or PDF/A-2 is removed if files are attached. ${protectionNote} ${sourceNote}`,
  body: attachBody,
  ...fileAnswer(["application/pdf"], {
    attached: count("Number of files that were attached"),
    removed: count("Number of files that were removed or replaced"),
    attachments: count("Number of attached files of the output"),
  }),
  heavy: true,
  tool: { title: "Attach files to a PDF", fields: ["file", "attachments", "remove"] },
  example: {
    body: {
      file: sampleFile,
      attachments: [new File(["a,b\n1,2\n"], "data.csv", { type: "text/csv" })],
      relationship: "data",
    },
  },
  async handler({ body, clock }) {
    const { attachFiles } = await import("../attachments/attach-files.ts");
    return attachFiles(body, { clock });
  },
});
