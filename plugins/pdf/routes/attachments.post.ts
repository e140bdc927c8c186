import { binary, t } from "hub";
import { extractBody } from "../attachments/request.ts";
import { rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { nameHeaders } from "../response.ts";
import { sampleAttachmentFile } from "../sample.ts";

const textOrNull = (description: string) => t.Union([t.String(), t.Null()], { description });

export default pdf.route({
  summary: "Extract the attached files of a PDF",
  keywords: "pdf attachments, embedded files, extract xml from pdf, factur-x",
  description: `Returns the files within a PDF as a ZIP, or in JSON with their descriptions: those of the whole document, and those attached to pages as comments. If the owner does not allow copying, the owner's password is required. ${sourceNote}`,
  body: extractBody,
  raw: rawPdf,
  response: t.Union([
    binary("application/zip"),
    t.Object({
      data: t.Object({
        files: t.Array(
          t.Object({
            name: t.String({ description: "The file's name" }),
            description: textOrNull("Its description"),
            relationship: textOrNull("Its relation to the document, such as `data`"),
            mime: t.String({ description: "The media type, as declared or by the name" }),
            page: t.Union([t.Integer(), t.Null()], {
              description: "The page that it is attached to; null for the whole document",
            }),
            base64: textOrNull("The file; null if it is damaged"),
          }),
          { description: "The files" },
        ),
      }),
    }),
  ]),
  headers: nameHeaders(["attachments"]),
  heavy: true,
  example: { body: { file: sampleAttachmentFile, response: "json" } },
  async handler({ body }) {
    const { extractFiles } = await import("../attachments/extract-files.ts");
    return extractFiles(body);
  },
});
