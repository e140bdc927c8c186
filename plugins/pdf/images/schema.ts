import { oneOf, type Static, t } from "hub";
import { answerFields, colorField, pagesField, sourceFields } from "../input/fields.ts";
import pdf from "../plugin.ts";

const { imagePagesMax } = pdf.limits;

/** What drawing pages as images takes. */
export const imagesBody = t.Object({
  ...sourceFields,
  ...answerFields,
  pages: pagesField(`Which pages to draw, at most ${imagePagesMax}`),
  format: oneOf(["png", "jpg", "webp"], { default: "png", description: "The kind of image" }),
  dpi: t.Integer({
    minimum: 18,
    maximum: 300,
    default: 150,
    description: "Pixels of an inch of the page",
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
    description: "Of JPEG and WebP: more is nearer to the page, and larger",
  }),
  background: colorField("What is seen where the page has nothing", {
    default: "ffffff",
    words: ["transparent"],
  }),
  annotations: t.Boolean({
    default: true,
    description: "Draws comments, stamps and filled-in fields as well",
  }),
});

export type ImagesBody = Static<typeof imagesBody>;
