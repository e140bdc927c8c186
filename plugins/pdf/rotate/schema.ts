import { oneOf, type Static, t } from "hub";
import { pagesField, pdfFields } from "../input/fields.ts";

/** What rotating pages takes. */
export const rotateBody = t.Object({
  ...pdfFields,
  angle: t.Union([t.Literal(90), t.Literal(180), t.Literal(270), t.Literal(-90)], {
    description: "Degrees clockwise: 90, 180, 270, or -90",
  }),
  pages: pagesField("Which pages to rotate"),
  mode: oneOf(["relative", "absolute"], {
    default: "relative",
    description: "Turns pages by the angle from how they stand, or to it whatever they were",
  }),
  orientation_filter: oneOf(["all", "portrait", "landscape"], {
    default: "all",
    description: "Rotates of the pages only those that stand, or that lie, as they are shown",
  }),
});

export type RotateBody = Static<typeof rotateBody>;
