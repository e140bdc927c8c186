import type { Static } from "hub";
import { contrast, luminance, over } from "hub/drawing";
import type { scannability } from "../answer-schemas.ts";
import { between, type Color } from "../color.ts";
import type { ImageFormat } from "../media-types.ts";
import type { ReadingFailure } from "../readers/verify.ts";
import type { CodePicture } from "../render/picture.ts";

/** A rating and its consequences. */
export interface Verdict {
  scannability: Static<typeof scannability>;
  /** Whether the code is verified to scan; null if unknown, as long as no decoder has read the image. */
  verified: boolean | null;
  /** Whether the result depends on something outside the image: the background behind it, or a terminal. */
  depends: boolean;
}

// WCAG's minimum for text, and the minimum that rugk/offline-qr-code accepts.
const contrastGood = 4.5;
const contrastMinimum = 3;
/** Modules of quiet zone that the standard requires. */
const quietZone = 4;
const white: Color = [255, 255, 255, 255];

interface Issue {
  points: number;
  warning: string;
  /** Whether phones fail although a decoder may succeed. */
  fatal?: boolean;
}

/** Rates a picture by known causes of scan failures, before a decoder reads it. */
export function judge(picture: CodePicture, format: ImageFormat): Verdict {
  const { design } = picture;
  // JPEG has no transparency: it is written on white.
  const isTransparent = design.bg[3] < 255 && format !== "jpeg";
  const { ratio, issues: colorIssues } = judgeColors(picture);
  const issues = [...colorIssues, ...judgeOutput(format, isTransparent), ...judgeModules(picture)];
  return {
    scannability: {
      score: Math.max(0, 100 - issues.reduce((sum, { points }) => sum + points, 0)),
      contrast_ratio: Math.round(ratio * 100) / 100,
      quiet_zone_ok: design.margin >= quietZone,
      decoded_ok: null,
      warnings: issues.map(({ warning }) => warning),
    },
    verified: issues.some(({ fatal }) => fatal) ? false : null,
    depends: isTransparent || format === "text",
  };
}

function judgeColors({ design }: CodePicture): { ratio: number; issues: Issue[] } {
  const background = over(design.bg, white);
  const inks = listInks(design.fg, design).map((ink) => over(ink, background));
  const ratio = Math.min(...inks.map((ink) => contrast(ink, background)));
  const issues: Issue[] = [];
  if (ratio < contrastMinimum)
    issues.push({
      points: 60,
      warning: "The contrast is too low: many scanners require 3",
      fatal: true,
    });
  else if (ratio < contrastGood)
    issues.push({
      points: 20,
      warning: "The contrast is below 4.5: scans may fail in poor light or with poor cameras",
    });
  if (Math.max(...inks.map(luminance)) > luminance(background))
    issues.push({
      points: 30,
      warning: "The modules are lighter than the background: many scanners do not support that",
      fatal: true,
    });
  return { ratio, issues };
}

/** Rates properties that the image itself doesn't determine. */
function judgeOutput(format: ImageFormat, isTransparent: boolean): Issue[] {
  const issues: Issue[] = [];
  if (isTransparent)
    issues.push({
      points: 10,
      warning: "The background is transparent: the page behind it may hide the code",
    });
  if (format === "text")
    issues.push({ points: 10, warning: "Scanning depends on the colours of the terminal" });
  return issues;
}

function judgeModules({ design, matrix, pixels }: CodePicture): Issue[] {
  const { style, margin, eyeStyle } = design;
  const issues: Issue[] = [];
  if (eyeStyle === "circle")
    issues.push({
      points: 30,
      warning: "The finder patterns are circles: some scanners miss them",
      fatal: true,
    });
  if (margin < 2)
    issues.push({
      points: 30,
      warning: "The quiet zone is narrower than 2 modules",
      fatal: true,
    });
  else if (margin < quietZone)
    issues.push({
      points: 10,
      warning: "The quiet zone is narrower than the 4 modules of the standard",
    });
  if (pixels < 2) issues.push({ points: 30, warning: "A module is one pixel: enlarge the image" });
  if (style !== "standard" && style !== "rounded" && matrix.level === "L")
    issues.push({
      points: 10,
      warning: "The style leaves little error correction at level L",
    });
  return issues;
}

/** Returns the verdict on an image after two decoders tried to read it. */
export function judgeReading(
  { scannability, verified, depends }: Verdict,
  failures: readonly ReadingFailure[],
): Verdict {
  const { score, warnings } = scannability;
  const decoded = failures.every(({ rendition }) => rendition !== "full size");
  const failed = failures.length > 0;
  const scoreMax = failed ? (decoded ? 40 : 10) : 100;
  return {
    scannability: {
      ...scannability,
      decoded_ok: decoded,
      score: Math.min(score, scoreMax),
      warnings: [...failures.map(describeFailure), ...warnings],
    },
    verified: !failed && verified !== false ? (depends ? null : true) : false,
    depends,
  };
}

function describeFailure({ decoder, rendition }: ReadingFailure): string {
  if (rendition === "full size") return `${decoder} cannot read the image back`;
  return `${decoder} cannot read the image ${rendition === "blurred" ? "when it is blurred" : "at half its size"}`;
}

function listInks(fg: Color, { gradient, eye }: CodePicture["design"]): Color[] {
  const eyes = eye ? [eye] : [];
  if (!gradient) return [fg, ...eyes];
  // The colour halfway between two may be lighter than both.
  return [0, 0.25, 0.5, 0.75, 1]
    .map((share) => between(gradient.from, gradient.to, share))
    .concat(eyes);
}
