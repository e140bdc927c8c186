import { t } from "hub";
import { fillBody } from "../forms/request.ts";
import { protectionNote, rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFormFile } from "../sample.ts";

export default pdf.route({
  summary: "Fill a PDF form",
  tool: { fields: ["file", "fill"] },
  keywords: "fill pdf form, pdf form filler, acroform",
  description: `Fills applications and contracts from your data. ${protectionNote} Requires \`fill\`, \`data\` or both: \`data\` is an FDF or XFDF file. The fields are drawn, so that every viewer displays the values, in any script for which the hub has a font. If a name or a value is wrong, nothing is filled, and \`errors\` lists all of them. Scripts of the form are not run. XFA data of a form that also has ordinary fields is removed. The signatures of a signed form remain valid if they allow to fill its fields; otherwise the call fails with 409. \`form-fields\` lists the names. ${sourceNote}`,
  body: fillBody,
  raw: rawPdf,
  ...fileAnswer(["application/pdf"], {
    filled_fields: t.Integer({ description: "Number of filled fields" }),
    clipped_fields: t.Integer({
      description: "Number of filled fields whose text is larger than their area",
    }),
    clipped: t.Array(t.String(), { description: "The names of these fields" }),
    calculated_fields: t.Integer({
      description: "Number of fields with a computed value that may be outdated",
    }),
    calculated: t.Array(t.String(), { description: "The names of these fields" }),
    signatures_broken: t.Boolean({ description: "Whether signatures of the file became invalid" }),
    xfa_removed: t.Boolean({ description: "Whether XFA data was removed" }),
    pdfa_claim_removed: t.Boolean({
      description: "Whether a claim to be PDF/A was removed from the file",
    }),
  }),
  heavy: true,
  example: {
    body: {
      file: sampleFormFile,
      fill: { name: "Ada Lovelace", country: "fr", newsletter: true },
    },
  },
  async handler({ body }) {
    const { fillForm } = await import("../forms/fill.ts");
    return fillForm(body);
  },
});
