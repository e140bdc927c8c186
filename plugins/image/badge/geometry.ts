import { readPackageFile } from "hub";

/** The position of a text: its middle and its width. */
export interface TextPlace {
  text: string;
  middle: number;
  width: number;
}

/** The positions of all parts of a badge, in pixels. */
export interface Geometry {
  height: number;
  /** The width of each side, or 0 if it is missing. */
  left: number;
  right: number;
  label: TextPlace | undefined;
  message: TextPlace;
  logoLeft: number;
}

export interface BadgeContent {
  label: string;
  message: string;
  /** 0 without a logo. */
  logoWidth: number;
  /** Whether the label's colour was set: then its side is drawn even without a label. */
  labelColored: boolean;
}

/** Rounds a width to an odd number, so that the middle of a text is on a pixel. */
function roundToOdd(width: number): number {
  return Math.floor(width) | 1;
}

const padding = 5;

/** Computes the geometry of the styles flat, flat-square and plastic. */
export function flatGeometry(content: BadgeContent, widths: Widths, height: number): Geometry {
  const { label, message, logoWidth, labelColored } = content;
  const logoSpace = logoWidth + (logoWidth && label ? 3 : 0);
  const hasLeft = label !== "" || labelColored;
  const labelWidth = label ? roundToOdd(widths(label)) : 0;
  const left = hasLeft ? labelWidth + 2 * padding + logoSpace : 0;
  const messageWidth = roundToOdd(widths(message));
  const messageStart = hasLeft ? left - 1 : logoWidth ? logoSpace + padding - 1 : 0;
  return {
    height,
    left,
    right: messageWidth + 2 * padding + (logoWidth && !hasLeft ? logoSpace + padding - 1 : 0),
    label: label
      ? { text: label, middle: logoSpace + 1 + labelWidth / 2 + padding, width: labelWidth }
      : undefined,
    message: {
      text: message,
      middle: messageStart + messageWidth / 2 + padding,
      width: messageWidth,
    },
    logoLeft: padding,
  };
}

const big = { margin: 12, logoMargin: 9, gutter: 6, spacing: 1.25 };

/** Computes the geometry of the style for-the-badge, with spaced capitals. */
export function bigGeometry(
  content: BadgeContent,
  widths: { label: Widths; message: Widths },
): Geometry {
  const label = content.label.toUpperCase();
  const message = content.message.toUpperCase();
  const { logoWidth, labelColored } = content;
  const measureSpaced = (text: string, measure: Widths) =>
    text ? Math.floor(measure(text)) + big.spacing * text.length : 0;
  const labelWidth = measureSpaced(label, widths.label);
  const messageWidth = measureSpaced(message, widths.message);
  const hasLeft = label !== "" || (logoWidth > 0 && labelColored);
  const labelLeft = logoWidth ? big.logoMargin + logoWidth + big.gutter : big.margin;
  const logoAlone = logoWidth && !hasLeft ? logoWidth + big.gutter : 0;
  const left = !hasLeft
    ? 0
    : label
      ? labelLeft + labelWidth + big.margin
      : 2 * big.logoMargin + logoWidth;
  return {
    height: 28,
    left,
    right: 2 * big.margin + messageWidth + logoAlone,
    label: label
      ? { text: label, middle: labelLeft + labelWidth / 2, width: labelWidth }
      : undefined,
    message: {
      text: message,
      middle: left + big.margin + logoAlone + messageWidth / 2,
      width: messageWidth,
    },
    logoLeft: big.logoMargin,
  };
}

/** The gap between the two sides of the style social. */
export const socialGap = 6;

/** Computes the geometry of the style social, whose message is a bubble. */
export function socialGeometry(content: BadgeContent, widths: Widths): Geometry {
  const { message, logoWidth } = content;
  const label = content.label.charAt(0).toUpperCase() + content.label.slice(1);
  const logoSpace = logoWidth + (logoWidth && label ? 3 : 0);
  const labelWidth = roundToOdd(widths(label));
  const messageWidth = roundToOdd(widths(message));
  const side = labelWidth + logoSpace + 2 * padding;
  const bubble = messageWidth + 8;
  return {
    height: 20,
    left: side + 1,
    right: socialGap + bubble,
    label: { text: label, middle: logoSpace + labelWidth / 2 + padding, width: labelWidth },
    message: { text: message, middle: side + socialGap + bubble / 2, width: messageWidth },
    logoLeft: padding,
  };
}

/** The fonts in which badges are measured. */
export type Font =
  | "verdana-11px-normal"
  | "verdana-10px-normal"
  | "verdana-10px-bold"
  | "helvetica-11px-bold";

export type Widths = (text: string) => number;

/** Ranges of characters, as first, last, width, first, last, width and so on. */
type Ranges = Float64Array;

const loaded = new Map<Font, Widths>();

/** Loads the widths of a font as browsers render it, from the tables of the package anafanafo. */
export async function loadWidths(font: Font): Promise<Widths> {
  return loaded.get(font) ?? load(font);
}

async function load(font: Font): Promise<Widths> {
  // Not imported, because modules stay in memory: 20,000 lists of three numbers for each font.
  const file = await readPackageFile(import.meta.resolve(`anafanafo/data/${font}.json`));
  const ranges = Float64Array.from(JSON.parse(new TextDecoder().decode(file)).flat());
  const characters = new Map<string, number>();
  const em = findWidth(ranges, "m") ?? 0;
  const widths = (text: string) => {
    let sum = 0;
    for (const character of text) {
      let width = characters.get(character);
      if (width === undefined) {
        width = findWidth(ranges, character) ?? em;
        characters.set(character, width);
      }
      sum += width;
    }
    return sum;
  };
  loaded.set(font, widths);
  return widths;
}

/** Returns the width of a character, or undefined if the table lacks it. */
function findWidth(ranges: Ranges, character: string): number | undefined {
  // A character is never empty, and the middle of a range lies within it.
  const code = character.codePointAt(0)!;
  if (code <= 31 || code === 127) return 0;
  let [low, high] = [0, ranges.length / 3 - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < ranges[3 * middle]!) high = middle - 1;
    else if (code > ranges[3 * middle + 1]!) low = middle + 1;
    else return ranges[3 * middle + 2];
  }
  return undefined;
}
