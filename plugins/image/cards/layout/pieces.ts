import type { Card, Embedded } from "./card.ts";
import type { CardBox } from "./card-drawing.ts";
import { type CardElement, outreach, row, stack, whole } from "./layout.ts";
import { capitals, firstGrapheme, type TextStyle, textPiece } from "./text.ts";

/** Builds the logo and name of the site. Without a logo, uses the name's first letter. */
export function brand(
  card: Card,
  { ink = card.palette.ink, mark = card.palette.accent, tiled = false } = {},
) {
  const { content, unit: u, box } = card;
  const name = content.site_name;
  const style: TextStyle = { size: 26 * u, weight: 700, fill: ink, width: box.width * 0.55 };
  const written = name ? textPiece(card.canvas, name, style) : undefined;
  return row([buildSign(card, { mark, tiled }), written], 16 * u);
}

function buildSign(
  card: Card,
  { mark, tiled }: { mark: string; tiled: boolean },
): CardElement | undefined {
  const { content, pictures, unit: u } = card;
  if (pictures.logo && tiled) return buildTile(card, logo(card, pictures.logo, 34 * u));
  if (pictures.logo) return logo(card, pictures.logo, 44 * u);
  return content.site_name ? buildSigil(card, content.site_name, mark) : undefined;
}

/** Builds a logo with this height. Its width is at most five times that. */
export function logo(
  { canvas }: Card,
  { uri, width, height }: Embedded,
  logoHeight: number,
): CardElement {
  const logoWidth = Math.min((logoHeight * width) / height, logoHeight * 5);
  return {
    width: logoWidth,
    height: logoHeight,
    draw: (x, y) => canvas.image(uri, { x, y, width: logoWidth, height: logoHeight }),
  };
}

/** Puts a logo on a white tile, for coloured backgrounds. */
function buildTile({ canvas, unit: u }: Card, piece: CardElement): CardElement {
  const size = { width: piece.width + 16 * u, height: piece.height + 16 * u };
  return {
    ...size,
    draw(x, y) {
      canvas.rect({ x, y, ...size }, { rx: 13 * u, fill: "#ffffff" });
      piece.draw(x + 8 * u, y + 8 * u);
    },
  };
}

function buildSigil({ canvas, palette, unit: u }: Card, name: string, fill: string): CardElement {
  const side = 40 * u;
  const ink = fill === palette.accent ? palette.onAccent : palette.ground;
  const letter = centredLetters(canvas, capitals(firstGrapheme(name)), {
    size: 23 * u,
    fill: ink,
    side,
  });
  return {
    width: side,
    height: side,
    draw(x, y) {
      canvas.rect({ x, y, width: side, height: side }, { rx: 11 * u, fill });
      letter.draw(x, y);
    },
  };
}

/**
 * Builds a line of short facts, separated by dots, as many as fit. Each keeps its own direction.
 */
export function facts(
  { canvas, palette, unit: u }: Card,
  texts: readonly (string | undefined)[],
  { width, size = 21 * u }: { width: number; size?: number },
): CardElement | undefined {
  const pieces: CardElement[] = [];
  let left = width;
  for (const text of texts) {
    if (text === undefined || text === "") continue;
    const piece = textPiece(canvas, text, { size, fill: palette.soft, width: Math.max(left, 0) });
    if (piece.cut && pieces.length > 0) break;
    const between = textPiece(canvas, "·", { size, fill: palette.soft, width: size });
    pieces.push(...(pieces.length > 0 ? [between] : []), piece);
    left -= piece.width + between.width + 20 * u;
  }
  return row(pieces, 10 * u);
}

/** Builds as many tags as fit, each in a box of its own. */
export function tags(
  card: Card,
  { width, mono = false, sign = "" }: { width: number; mono?: boolean; sign?: string },
) {
  const { canvas, content, palette, unit: u } = card;
  const chips: CardElement[] = [];
  let used = 0;
  for (const tag of content.tags ?? []) {
    const text = textPiece(canvas, sign + tag, {
      size: 20 * u,
      fill: palette.soft,
      width: 320 * u,
      family: mono ? "mono" : "sans",
    });
    const chip = buildChip(card, text);
    if (used + chip.width > width) break;
    used += chip.width + 10 * u;
    chips.push(chip);
  }
  return row(chips, 10 * u);
}

function buildChip({ canvas, palette, unit: u }: Card, text: CardElement): CardElement {
  const [width, height] = [text.width + 32 * u, 42 * u];
  return {
    width,
    height,
    draw(x, y) {
      const attributes = {
        rx: height / 2,
        fill: palette.raised,
        stroke: palette.line,
        "stroke-width": 1.5 * u,
      };
      canvas.rect({ x, y, width, height }, attributes);
      text.draw(x + 16 * u, y + (height - text.height) / 2);
    },
  };
}

/** Builds the line above the title that names the category. */
export function eyebrow(
  { canvas, content, palette, unit: u }: Card,
  width: number,
  fill = palette.accentInk,
) {
  if (!content.eyebrow) return undefined;
  const style = { size: 22 * u, weight: 700, fill, width, spacing: 0.09 } as const;
  return textPiece(canvas, capitals(content.eyebrow), style);
}

/** Builds the call to action as a button. */
export function button(
  { canvas, content, palette, unit: u }: Card,
  { fill = palette.accent, ink = palette.onAccent, width = 460 * u } = {},
) {
  if (!content.cta) return undefined;
  const text = textPiece(canvas, content.cta, { size: 25 * u, weight: 700, fill: ink, width });
  const size = { width: text.width + 60 * u, height: 62 * u };
  return {
    ...size,
    draw(x: number, y: number) {
      canvas.rect({ x, y, ...size }, { rx: size.height / 2, fill });
      text.draw(x + 30 * u, y + (size.height - text.height) / 2);
    },
  };
}

/** Builds a bar in the accent colour. */
export function bar(
  { canvas, palette, unit: u }: Card,
  { width = 72, height = 7 } = {},
): CardElement {
  const size = { width: width * u, height: height * u };
  return {
    ...size,
    draw: (x, y) =>
      canvas.rect(
        { x, y, ...size },
        { rx: size.height / 2, fill: canvas.gradient([palette.accent, palette.accent2], 90) },
      ),
  };
}

/** Places one piece at the start and one at the end of a width. */
export function ends(
  start: CardElement | undefined,
  end: CardElement | undefined,
  width: number,
): CardElement | undefined {
  if (!start && !end) return undefined;
  const height = Math.max(start?.height ?? 0, end?.height ?? 0);
  return {
    width,
    height,
    ...outreach([start, end], height),
    draw(x, y) {
      start?.draw(x, y + (height - start.height) / 2);
      end?.draw(x + width - end.width, y + (height - end.height) / 2);
    },
  };
}

/** Draws a shadow below an element: many transparent steps, without a filter. */
export function shadow(
  { canvas, palette, unit: u }: Card,
  { x, y, width, height }: CardBox,
  rx: number,
): void {
  const steps = 14;
  for (let step = steps; step > 0; step--) {
    const out = (step - 5) * 4 * u;
    const size = { width: width + 2 * out, height: height + 2 * out };
    const attributes = {
      rx: Math.max(rx + out, 0),
      fill: "#080b1c",
      "fill-opacity": palette.isDark ? 0.022 : 0.0115,
    };
    canvas.rect({ x: x - out, y: y - out + 22 * u, ...size }, attributes);
  }
}

/** Builds the author's name and the date, with the avatar or initials. */
export function byline(card: Card, { ink = card.palette.ink, width = card.box.width * 0.62 } = {}) {
  const { canvas, content, unit: u } = card;
  const { author, handle } = content;
  const person = author ?? handle;
  const available = person ? width - 76 * u : width;
  const texts = [author && handle, content.date, content.reading_time];
  const details = facts(card, texts, { width: available });
  if (!person) return details;
  const name = textPiece(canvas, person, {
    size: 25 * u,
    weight: 700,
    fill: ink,
    width: available,
  });
  return row([face(card, person, 60 * u), stack([name, details], 9 * u)], 16 * u);
}

/** Builds the author's round picture. */
function face({ canvas, palette, pictures }: Card, name: string, side: number): CardElement {
  const { avatar } = pictures;
  const letters = centredLetters(canvas, initials(name), {
    size: side * 0.4,
    fill: palette.onAccent,
    side,
  });
  return {
    width: side,
    height: side,
    draw(x, y) {
      const box: CardBox = { x, y, width: side, height: side };
      if (avatar) return canvas.image(avatar.uri, box, { radius: side / 2, fit: "slice" });
      const fill = canvas.gradient(palette.face, 135);
      canvas.circle(x + side / 2, y + side / 2, { r: side / 2, fill });
      letters.draw(x, y);
    },
  };
}

/** Builds one or two letters in the centre of a square, small enough for stacked marks. */
export function centredLetters(
  canvas: Card["canvas"],
  letters: string,
  { size, fill, side }: { size: number; fill: string; side: number },
): CardElement {
  const build = (size: number) =>
    textPiece(canvas, letters, { size, weight: 700, fill, width: side * 4 });
  const first = build(size);
  const room = side * 0.76;
  const scale = Math.min(1, room / first.width, room / whole(first).height);
  const piece = scale < 1 ? build(size * scale) : first;
  const { above = 0, below = 0, width, height } = piece;
  return {
    width: side,
    height: side,
    // Marks on only one side move the letters to the other.
    draw: (x, y) => piece.draw(x + (side - width) / 2, y + (side - height + above - below) / 2),
  };
}

/** Returns the initials of the first and last words: of "@ada", the A. */
function initials(name: string): string {
  const words = name.split(/[\s@]+/).filter((word) => word !== "");
  const ends = [...words.slice(0, 1), ...words.slice(1).slice(-1)];
  return capitals(ends.map(firstGrapheme).join(""));
}
