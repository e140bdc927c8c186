import { oneOf, type Static, t } from "hub";
import { answerFields, colorField, pagesField, sourceFields } from "../input/request.ts";
import pdf from "../plugin.ts";

const { imagePagesMax } = pdf.limits;

/** The request body for rendering pages as images. */
export const imagesBody = t.Object({
  ...sourceFields,
  ...answerFields,
  pages: pagesField(`The pages to render, at most ${imagePagesMax}`),
  format: oneOf(["png", "jpg", "webp"], { default: "png", description: "The image format" }),
  dpi: t.Integer({
    minimum: 18,
    maximum: 300,
    default: 150,
    description: "Resolution in pixels per inch",
  }),
  width: t.Optional(
    t.Integer({
      minimum: 16,
      maximum: 8000,
      description: "The width of every image in pixels, instead of `dpi`",
    }),
  ),
  quality: t.Integer({
    minimum: 1,
    maximum: 100,
    default: 85,
    description: "The quality of JPEG and WebP images, from 1 to 100",
  }),
  background: colorField("The background colour", {
    default: "ffffff",
    words: ["transparent"],
  }),
  annotations: t.Boolean({
    default: true,
    description: "Whether to render annotations, stamps and form fields as well",
  }),
});

export type ImagesBody = Static<typeof imagesBody>;
