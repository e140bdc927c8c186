import { t } from "hub";
import { bookmarksBody } from "../bookmarks/request.ts";
import { protectionNote, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";

export default pdf.route({
  summary: "Set the bookmarks of a PDF",
  keywords: "pdf outline, table of contents, add bookmarks to pdf",
  description: `Replaces all bookmarks. To change existing ones, read them with \`include=outline\` of \`extract-text\`, which has the same fields. ${protectionNote} ${sourceNote}`,
  body: bookmarksBody,
  ...fileAnswer(["application/pdf"], {
    bookmarks: t.Integer({ description: "Number of bookmarks" }),
  }),
  heavy: true,
  example: {
    body: {
      file: sampleFile,
      bookmarks: [
        { title: "Invoices", level: 1, page: 1 },
        { title: "Terms of the sale", level: 2, page: 2 },
      ],
    },
  },
  async handler({ body }) {
    const { setBookmarks } = await import("../bookmarks/set-bookmarks.ts");
    return setBookmarks(body);
  },
});
