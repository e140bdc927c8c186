import { binary, t } from "hub";
import { imagesBody } from "../images/schema.ts";
import { rawPdf, sourceNote } from "../input/fields.ts";
import pdf from "../plugin.ts";
import { sampleBase64 } from "../sample.ts";

const { pagePixelsMax, jobPixelsMax } = pdf.limits;
const integer = (description: string) => t.Integer({ description });

export default pdf.route({
  summary: "Draw pages of a PDF as images",
  description: `${sourceNote} One page is answered as an image, several as a ZIP. A page may have ${pagePixelsMax} pixels, and all together ${jobPixelsMax}.`,
  body: imagesBody,
  raw: rawPdf,
  response: t.Union([
    binary("image/png", "image/jpeg", "image/webp", "application/zip"),
    t.Object({
      data: t.Object(
        {
          mime: t.String({ description: "The media type of the images" }),
          engine: t.String({ description: "What drew them" }),
          input_bytes: integer("The size of what was sent"),
          pages: t.Array(
            t.Object({
              page: integer("The page, from 1"),
              width: integer("In pixels"),
              height: integer("In pixels"),
              bytes: integer("The size of the image"),
              base64: t.String({ description: "The image" }),
            }),
            { description: "The images, in the order asked for" },
          ),
        },
        { description: "The images and what there is to say of them" },
      ),
    }),
  ]),
  heavy: true,
  timeoutMs: 60_000,
  example: { body: { file_base64: sampleBase64, pages: "1", dpi: 72 } },
  async handler({ body }) {
    const { toImages } = await import("../images/to-images.ts");
    return toImages(body);
  },
});
