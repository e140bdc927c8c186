import type { Static } from "hub";
import type { scannability } from "./answer-schemas.ts";
import { between, type Color, contrast, luminance, over } from "./color.ts";
import type { ImageFormat } from "./media-types.ts";
import type { Picture } from "./picture.ts";

/** A judgement, and what follows from it. */
export interface Verdict {
  scannability: Static<typeof scannability>;
  /** Whether the code is known to scan: null where that is not known. */
  verified: boolean | null;
  /** Whether what is not in the image has the last word: what lies behind it, or a terminal. */
  depends: boolean;
}

// WCAG's least for text; and the least at which rugk/offline-qr-code still lets a code pass.
const contrastGood = 4.5;
const contrastLeast = 3;
/** How many modules of nothing the standard wants around a code. */
const quietZone = 4;
const white: Color = [255, 255, 255, 255];

interface Fault {
  points: number;
  warning: string;
  /** It keeps phones from reading what a decoder may well read. */
  fatal?: boolean;
}

/**
 * Judges a picture by what is known to keep scanners from reading. What draws no warning is of a
 * kind of which the tests read every style, size, level and format back with two decoders.
 */
export function judge(picture: Picture, format: ImageFormat): Verdict {
  const { design } = picture;
  // JPEG has no transparency: it is written on white.
  const seeThrough = design.bg[3] < 255 && format !== "jpeg";
  const { ratio, faults: ofColors } = judgeColors(picture);
  const faults = [...ofColors, ...judgeOutput(format, seeThrough), ...judgeModules(picture)];
  return {
    scannability: {
      score: Math.max(0, 100 - faults.reduce((sum, { points }) => sum + points, 0)),
      contrast_ratio: Math.round(ratio * 100) / 100,
      quiet_zone_ok: design.margin >= quietZone,
      decoded_ok: null,
      warnings: faults.map(({ warning }) => warning),
    },
    verified: faults.some(({ fatal }) => fatal) ? false : faults.length === 0 || null,
    depends: seeThrough || format === "text",
  };
}

function judgeColors({ design }: Picture): { ratio: number; faults: Fault[] } {
  const ground = luminance(over(design.bg, white));
  const inks = listInks(design.fg, design).map((ink) =>
    luminance(over(ink, over(design.bg, white))),
  );
  const ratio = Math.min(...inks.map((ink) => contrast(ink, ground)));
  const faults: Fault[] = [];
  if (ratio < contrastLeast)
    faults.push({
      points: 60,
      warning: "The colours are too alike: many scanners need a contrast of 3",
      fatal: true,
    });
  else if (ratio < contrastGood)
    faults.push({
      points: 20,
      warning: "The contrast is below 4.5, which poor light and cameras may not forgive",
    });
  if (Math.max(...inks) > ground)
    faults.push({
      points: 30,
      warning: "The modules are lighter than the background, which many scanners do not read",
      fatal: true,
    });
  return { ratio, faults };
}

/** What the image does not say itself. */
function judgeOutput(format: ImageFormat, seeThrough: boolean): Fault[] {
  const faults: Fault[] = [];
  if (seeThrough)
    faults.push({
      points: 10,
      warning: "The background is transparent: what lies behind it may hide the code",
    });
  if (format === "text")
    faults.push({ points: 10, warning: "The colours of the terminal decide whether it scans" });
  return faults;
}

function judgeModules({ design: { style, margin }, matrix, pixels }: Picture): Fault[] {
  const faults: Fault[] = [];
  if (margin < 2)
    faults.push({
      points: 30,
      warning: "The quiet zone is narrower than 2 modules",
      fatal: true,
    });
  else if (margin < quietZone)
    faults.push({
      points: 10,
      warning: "The quiet zone is narrower than the 4 modules of the standard",
    });
  if (pixels < 2) faults.push({ points: 30, warning: "A module is one pixel: enlarge the image" });
  if (style !== "standard" && style !== "rounded" && matrix.level === "L")
    faults.push({
      points: 10,
      warning: "Little error correction is left for what the style takes away",
    });
  return faults;
}

/** The verdict on an image that was given to a decoder. */
export function judgeReading(
  { scannability, verified, depends }: Verdict,
  decoded: boolean,
): Verdict {
  const { score, warnings } = scannability;
  return {
    scannability: {
      ...scannability,
      decoded_ok: decoded,
      score: decoded ? score : Math.min(score, 10),
      warnings: decoded ? warnings : ["The image was not read back", ...warnings],
    },
    verified: decoded && verified !== false ? (depends ? null : true) : false,
    depends,
  };
}

function listInks(fg: Color, { gradient, eye }: Picture["design"]): Color[] {
  const eyes = eye ? [eye] : [];
  if (!gradient) return [fg, ...eyes];
  // Half way between two colours may be lighter than both.
  return [0, 0.25, 0.5, 0.75, 1]
    .map((share) => between(gradient.from, gradient.to, share))
    .concat(eyes);
}
