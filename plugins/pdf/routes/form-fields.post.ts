import { fieldsAnswer, fieldsBody } from "../forms/request.ts";
import { rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { sampleFormFile } from "../sample.ts";

export default pdf.route({
  summary: "List the fields of a PDF form",
  description: `Returns the fields of the form with their types, values, options and positions, or their values as FDF or XFDF. If the owner does not allow copying, the owner's password is required. ${sourceNote}`,
  body: fieldsBody,
  raw: rawPdf,
  response: fieldsAnswer,
  heavy: true,
  example: { body: { file: sampleFormFile } },
  async handler({ body }) {
    const { listFields } = await import("../forms/list-fields.ts");
    return listFields(body);
  },
});
