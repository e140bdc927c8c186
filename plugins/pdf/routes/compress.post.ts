import { t } from "hub";
import { compressBody } from "../compress/request.ts";
import { protectionNote, rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";

export default pdf.route({
  summary: "Compress a PDF",
  keywords: "compress pdf, shrink pdf, reduce pdf size, pdf smaller, optimize pdf",
  description: `Makes a PDF small enough for e-mail and the web. ${protectionNote} The output is never larger than the input unless \`grayscale\`, \`linearize\` or \`strip\` require it; \`reason\` explains why it is not smaller. Photographs become JPEG in their own colour space: grey, RGB, CMYK, Lab, one spot colour, or the colours of a palette. Drawings of few colours and images of one bit stay lossless, as palettes or Group 4 fax. JBIG2, JPEG 2000, fax, mixed inks and images that would be damaged stay unchanged. If \`strip\` has \`unused\`, TrueType fonts lose the glyphs that no page shows, if their licence bits allow it. ${sourceNote}`,
  body: compressBody,
  raw: rawPdf,
  ...fileAnswer(["application/pdf"], {
    pdfa_claim_removed: t.Boolean({
      description: "Whether a claim to be PDF/A was removed from the file",
    }),

    output_bytes: t.Integer({ description: "The size of the file, in bytes" }),
    ratio: t.Number({ description: "That size divided by the size of the input" }),
    images_recompressed: t.Integer({ description: "Number of re-encoded images" }),
    images_skipped: t.Integer({ description: "Number of images left unchanged" }),
    fonts_subset: t.Integer({
      description: "Number of fonts whose unused glyphs were removed",
    }),
    passes: t.Integer({ description: "Number of passes needed to reach the target" }),
    reason: t.Union([t.String(), t.Null()], {
      description:
        "`already_optimal` if nothing can be gained, `target_unreachable` if even the smallest result is too large, `larger_as_asked` if an option increased the size; otherwise null",
    }),
  }),
  heavy: true,
  timeoutMs: 120_000,
  example: { body: { file: sampleFile, level: "lossless" } },
  async handler({ body }) {
    const { compressPdf } = await import("../compress/compress.ts");
    return compressPdf(body);
  },
});
