import { t } from "hub";
import { fileAnswer } from "../answer.ts";
import { compressBody } from "../compress/schema.ts";
import { protectionNote, rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";

export default pdf.route({
  summary: "Compress a PDF",
  description: `${sourceNote} ${protectionNote} The answer is never larger than the input, but where \`grayscale\`, \`linearize\` or \`strip\` ask for it; \`reason\` says why it is not smaller. Of images those are made anew that have 8 bits of grey or of red, green and blue; masks, CMYK, palettes, JBIG2 and JPEG 2000 stay.`,
  body: compressBody,
  raw: rawPdf,
  response: fileAnswer(["application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether the file said that it is PDF/A, and says so no more",
    }),

    output_bytes: t.Integer({ description: "The size of the file" }),
    ratio: t.Number({ description: "That size as a part of the input's" }),
    images_recompressed: t.Integer({ description: "How many images were made anew" }),
    images_skipped: t.Integer({ description: "How many images were left alone" }),
    passes: t.Integer({ description: "How often it was compressed to reach the target" }),
    reason: t.Union([t.String(), t.Null()], {
      description:
        "`already_optimal` where nothing can be gained, `target_unreachable` where the smallest is too large, `larger_as_asked` where an option made it grow; else null",
    }),
  }),
  heavy: true,
  timeoutMs: 120_000,
  example: { body: { file_base64: sampleBase64, level: "lossless" } },
  async handler({ body }) {
    const { compressPdf } = await import("../compress/compress.ts");
    return compressPdf(body);
  },
});
