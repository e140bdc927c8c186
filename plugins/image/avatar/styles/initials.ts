import { outlines, svg } from "hub/drawing";
import {
  formatCss,
  leastContrast,
  over,
  type Rgba,
  readableContrast,
  readableOnAll,
  white,
} from "../../color/color.ts";
import { fromOklch, mix } from "../../color/oklab.ts";
import { fitText } from "../../fit.ts";
import type { AvatarContext } from "./look.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

const ideographic = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const picture = /^(?:\p{Emoji_Presentation}|\p{Emoji}\uFE0F|\p{RI})/u;

// Without the vowels that Thai and Lao write before the first letter of a syllable.
const letter = /^(?![\u0E40-\u0E44\u0EC0-\u0EC4])[\p{L}\p{N}]/u;

/**
 * Draws letters on a colour that darkens slightly downwards. Yellow is avoided: it is too light.
 */
export function initials(context: AvatarContext, { text, bold }: { text: string; bold: boolean }) {
  const { stops, ink } = selectColors(context);
  const layout = fitText(
    text,
    { width: 78, height: 62, largest: 46 },
    { weight: bold ? 700 : 400, align: "center", lineHeight: 1.2 },
  );
  const backgrounds = stops.map((stop) => over(stop, white));
  const contrasts = backgrounds.map((background) =>
    leastContrast(over(ink, background), [background]),
  );
  const drawn = [
    svg(
      "linearGradient",
      { id: "g", x2: 0, y2: 1 },
      svg("stop", { offset: 0, "stop-color": formatCss(stops[0]) }),
      svg("stop", { offset: 1, "stop-color": formatCss(stops[1]) }),
    ),
    svg("rect", {
      width: 100,
      height: 100,
      fill: stops[0] === stops[1] ? formatCss(stops[0]) : "url(#g)",
    }),
    outlines(layout, { x: 11, y: (100 - layout.height) / 2, fill: formatCss(ink) }),
  ];
  return { drawn, contrast: Math.min(...contrasts) };
}

/** Chooses the background colours from top to bottom, and the colour of the letters. */
function selectColors({ dice, background, colors, color }: AvatarContext): {
  stops: [Rgba, Rgba];
  ink: Rgba;
} {
  if (background) {
    const ink = color ?? readableOnAll([over(background, white)]);
    return { stops: [background, background], ink };
  }
  const ownColor = colors.length > 0 ? dice.pick(colors) : undefined;
  if (ownColor === undefined) {
    const stops = findDarkEnough((125 + dice.integer(310)) % 360);
    return { stops, ink: color ?? white };
  }
  const stops = shadesAround(ownColor);
  const shades = stops.map((stop) => over(stop, white));
  const ink = readableOnAll(shades);
  // Letters may not be readable on both shades of a medium colour: then uses only one.
  if (leastContrast(ink, shades) >= readableContrast) return { stops, ink: color ?? ink };
  return { stops: [ownColor, ownColor], ink: color ?? readableOnAll([over(ownColor, white)]) };
}

function shadesAround(background: Rgba): [Rgba, Rgba] {
  return [mix(background, white, 0.08), mix(background, [0, 0, 0, 255], 0.08)];
}

/** Returns the lightest shades of a hue on which white letters are readable. */
function findDarkEnough(hue: number): [Rgba, Rgba] {
  let lightness = 0.56;
  let stops = shadesAround(fromOklch(lightness, 0.14, hue));
  while (leastContrast(white, stops) < readableContrast) {
    lightness -= 0.01;
    stops = shadesAround(fromOklch(lightness, 0.14, hue));
  }
  return stops;
}

/**
 * Extracts the initials of a name, up to `length`: the first ones and the last if there are more
 * words. A name in Chinese characters, kana or Hangul has one initial, and so has one that starts
 * with an emoji.
 */
export function extractInitials(
  name: string,
  { length, uppercase }: { length: number; uppercase: boolean },
): string {
  const words = splitWords(name);
  const initialLetters = words
    .map((word) => findInitial(word))
    .filter((first) => first !== undefined);
  const [first] = initialLetters;
  if (first === undefined) return findInitial(name.trim()) ?? "?";
  if (ideographic.test(first) || picture.test(first)) return first;
  const letters = initialLetters.filter((one) => letter.test(one) && !ideographic.test(one));
  const chosen =
    letters.length === 1 && length > 1
      ? listLetters(words.find((word) => findInitial(word) === letters[0]) ?? "").slice(0, length)
      : letters.length > length && length > 1
        ? [...letters.slice(0, length - 1), ...letters.slice(-1)]
        : letters.slice(0, length);
  const joined = chosen.join(chooseSeparator(first));
  return uppercase ? joined.toLocaleUpperCase("en") : joined;
}

/** Splits a name into words. For an email address, uses the part before the `@`. */
function splitWords(name: string): string[] {
  const at = name.indexOf("@");
  const own = at > 0 && !name.includes(" ") ? name.slice(0, at) : name;
  return own.split(/[\s_.,\-–—/]/).filter((word) => word !== "");
}

function findInitial(word: string): string | undefined {
  for (const { segment } of graphemes.segment(word))
    if (letter.test(segment) || picture.test(segment)) return segment;
  return undefined;
}

function listLetters(word: string): string[] {
  return Array.from(graphemes.segment(word), ({ segment }) => segment).filter((one) =>
    letter.test(one),
  );
}

/** Returns the separator of initials: it keeps Arabic letters of different words from joining. */
function chooseSeparator(first: string): string {
  return /^\p{Script=Arabic}/u.test(first) ? "\u200C" : "";
}
