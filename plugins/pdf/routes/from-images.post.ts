import { t } from "hub";
import { imagesBody } from "../merge/request.ts";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleImageFile } from "../sample.ts";

export default pdf.route({
  summary: "Convert images to one PDF",
  keywords: "images to pdf, jpg to pdf, photo to pdf, tiff to pdf, heic to pdf",
  description:
    "Returns a PDF with a page for each of 1 to 50 images: JPEG, PNG, WebP, TIFF with all of its pages, and HEIC. Send them as `files` of a form, or in base64 as `files_base64` of a JSON body. An upright JPEG is embedded unchanged.",
  body: imagesBody,
  ...fileAnswer(["application/pdf"], {
    images: t.Integer({ description: "Number of images" }),
  }),
  heavy: true,
  example: { body: { files: [sampleImageFile], image_page: "a4" } },
  async handler({ body, clock }) {
    const { convertImages } = await import("../merge/from-images.ts");
    return convertImages(body, { clock });
  },
});
