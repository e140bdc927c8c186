import { oneOf, type Static, t } from "hub";
import { pagesField, pdfFields } from "../input/request.ts";

/** The request body for rotating pages. */
export const rotateBody = t.Object({
  ...pdfFields,
  angle: t.Union([t.Literal(90), t.Literal(180), t.Literal(270), t.Literal(-90)], {
    description: "The clockwise angle in degrees: 90, 180, 270, or -90",
  }),
  pages: pagesField("The pages to rotate"),
  mode: oneOf(["relative", "absolute"], {
    default: "relative",
    description: "`relative` rotates pages by the angle, `absolute` sets their rotation to it",
  }),
  orientation_filter: oneOf(["all", "portrait", "landscape"], {
    default: "all",
    description: "Rotates only the pages that are displayed as portrait or landscape",
  }),
});

export type RotateBody = Static<typeof rotateBody>;
