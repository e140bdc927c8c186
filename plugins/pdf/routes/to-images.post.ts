import { binary, t } from "hub";
import { imagesBody } from "../images/request.ts";
import { rawPdf, sourceNote } from "../input/request.ts";
import pdf from "../plugin.ts";
import { nameHeaders } from "../response.ts";
import { sampleFile } from "../sample.ts";

const { pagePixelsMax, jobPixelsMax } = pdf.limits;
const integer = (description: string) => t.Integer({ description });

export default pdf.route({
  summary: "Render pages of a PDF as images",
  keywords: "pdf to jpg, pdf to png, pdf to image, convert pdf to images, pdf thumbnail",
  description: `Returns one page as an image, or several as a ZIP. A page may have up to ${pagePixelsMax.toLocaleString("en-US")} pixels, and all pages together ${jobPixelsMax.toLocaleString("en-US")}. ${sourceNote}`,
  body: imagesBody,
  raw: rawPdf,
  response: t.Union([
    binary("image/png", "image/jpeg", "image/webp", "application/zip"),
    t.Object({
      data: t.Object(
        {
          mime: t.String({ description: "The media type of the images" }),
          engine: t.String({ description: "The engine that rendered them" }),
          input_bytes: integer("The size of the input, in bytes"),
          pages: t.Array(
            t.Object({
              page: integer("The page number, starting at 1"),
              width: integer("The width, in pixels"),
              height: integer("The height, in pixels"),
              bytes: integer("The size of the image, in bytes"),
              base64: t.String({ description: "The image" }),
            }),
            { description: "The images, in the requested order" },
          ),
        },
        { description: "The images and facts about them" },
      ),
    }),
  ]),
  heavy: true,
  timeoutMs: 60_000,
  headers: nameHeaders(["image_width", "image_height"]),
  example: { body: { file: sampleFile, pages: "1", dpi: 72 } },
  async handler({ body }) {
    const { toImages } = await import("../images/to-images.ts");
    return toImages(body);
  },
});
