import { oneOf, type Static, t } from "hub";
import qr from "./plugin.ts";

const { logoBytesMax } = qr.limits;

/** A picture for the middle of a code. */
export const logoSchema = t.Object(
  {
    data: t.String({
      minLength: 1,
      // Four characters for three bytes, and the head of a data URI.
      maxLength: Math.ceil(logoBytesMax / 3) * 4 + 64,
      description:
        "A PNG, JPEG, WebP or GIF image of at most 1 MB and 4 megapixels, in base64 or as a data URI",
    }),
    size_ratio: t.Number({
      minimum: 0.05,
      maximum: 0.3,
      default: 0.2,
      description: "Side of the logo as a share of the code's, its margin not counted",
    }),
    margin: t.Integer({
      minimum: 0,
      maximum: 2,
      default: 1,
      description: "Free space around the logo, in modules",
    }),
    shape: oneOf(["square", "rounded", "circle"], {
      default: "square",
      description: "What the logo is cut to",
    }),
  },
  { description: "A picture for the middle of the code; the modules beneath it are left out" },
);

export type LogoOptions = Static<typeof logoSchema>;
