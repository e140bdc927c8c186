import type { Rgb } from "culori";

/**
 * The lightness contrast of APCA 0.0.98G-4g: positive for dark text on light, negative for light
 * text on dark, from -108 to 106. Which of the two is the text matters.
 */
export function apca(text: Rgb, background: Rgb): number {
  const ink = screenLuminance(text);
  const paper = screenLuminance(background);
  if (Math.abs(paper - ink) < 0.0005) return 0;
  const contrast =
    paper > ink ? (paper ** 0.56 - ink ** 0.57) * 1.14 : (paper ** 0.65 - ink ** 0.62) * 1.14;
  if (Math.abs(contrast) < 0.1) return 0;
  return (contrast - Math.sign(contrast) * 0.027) * 100;
}

/**
 * The least contrast for text one is to read, after APCA's own table for sizes in CSS pixels; 90
 * where the table asks for the most it knows.
 */
export function apcaNeeded({ size, bold }: { size: number; bold: boolean }): number {
  const steps = bold
    ? [
        [24, 45],
        [16, 60],
        [14, 75],
      ]
    : [
        [36, 45],
        [24, 60],
        [18, 75],
      ];
  return steps.find(([from]) => size >= from!)?.[1] ?? 90;
}

/** The luminance a screen gives off, with the flare that lifts black. */
function screenLuminance({ r, g, b }: Rgb): number {
  const y = 0.2126729 * r ** 2.4 + 0.7151522 * g ** 2.4 + 0.072175 * b ** 2.4;
  // biome-ignore lint/suspicious/noApproximativeNumericConstant: APCA has 1.414, not the root of 2
  return y < 0.022 ? y + (0.022 - y) ** 1.414 : y;
}
