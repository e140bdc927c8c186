import { type AnswerOptions, answerOf } from "../answers.ts";
import { contrast, cssOf, parseColor, type Rgba } from "../color/color.ts";
import image from "../plugin.ts";
import { groundOf } from "./asked.ts";
import type { BannerAsked } from "./banner-fields.ts";
import { Canvas, documentOf, type Piece, stack } from "./canvas.ts";
import type { Card } from "./card.ts";
import { ground } from "./ground.ts";
import { neighbour, type Palette, paletteOn, usualAccent } from "./palette.ts";
import { presets, type Size } from "./platforms.ts";
import { cardPng } from "./png.ts";
import { isFromRight, textPiece } from "./text.ts";

/** Answers a banner. Throws `invalid_input`. */
export function banner(asked: BannerAsked & AnswerOptions) {
  const { title, subtitle, preset } = asked;
  const { width, height, safe } = sizeOf(asked);
  const mirrored = isFromRight(title);
  const canvas = new Canvas({ width, height, mirrored });
  const palette = paletteOf(asked);
  const inner = { width: width - safe.left - safe.right, height: height - safe.top - safe.bottom };
  const card: Card = {
    ...{ canvas, palette, content: { title }, pictures: {}, shape: "wide" },
    ground: groundOf(asked.background, withColors(asked)),
    safe: { ...inner, x: mirrored ? safe.right : safe.left, y: safe.top },
    box: { ...inner, x: 0, y: 0 },
    unit: Math.sqrt((inner.width * inner.height) / (1200 * 400)),
  };
  ground(card);
  words(card, asked);
  const svg = documentOf({ width, height, title }, { light: canvas });
  const behind = parseColor(palette.ground, "query.colors");
  const picture = {
    ...{ svg, width, height, ground: behind, details: { preset } },
    png: (scale: number) => cardPng(svg, scale),
    alt: subtitle === undefined ? title : `${title}: ${subtitle}`,
    contrast: contrast(parseColor(palette.ink, "query.color"), behind),
  };
  return answerOf(picture, asked);
}

function sizeOf({ preset, width, height }: BannerAsked): Size {
  if (preset === "custom")
    return {
      width: width ?? 1200,
      height: height ?? 400,
      safe: { top: 0, right: 0, bottom: 0, left: 0 },
    };
  for (const [name, side] of Object.entries({ width, height }))
    if (side !== undefined)
      throw image.error(
        "invalid_input",
        `query.${name} may be there only where query.preset is custom: it is ${preset}`,
        { at: `query.${name}` },
      );
  return presets[preset];
}

const usual: readonly Rgba[] = [usualAccent, neighbour(usualAccent)];

/** The colours of a background for which none were given. */
function withColors(asked: BannerAsked) {
  const count = asked.background === "gradient" ? 2 : 1;
  return { ...asked, colors: asked.colors ?? usual.slice(0, count).map(cssOf) };
}

function paletteOf(asked: BannerAsked): Palette {
  const { colors } = groundOf(asked.background, withColors(asked));
  const palette = paletteOn(
    asked.background === "gradient" ? colors : colors.slice(0, 1),
    usualAccent,
  );
  if (asked.color === undefined) return palette;
  const ink = cssOf(parseColor(asked.color, "query.color"));
  return { ...palette, ink, soft: ink };
}

/** Icon, title and subtitle in the middle of what is never covered. */
function words({ canvas, palette, safe, unit: u }: Card, asked: BannerAsked): void {
  const { title, subtitle, icon, align, font: family } = asked;
  const margin = Math.min(safe.width * 0.08, safe.height * 0.3);
  const width = safe.width - 2 * margin;
  const room = safe.height * 0.8;
  let piece: Piece | undefined;
  for (let size = 84; size >= 24; size -= 4) {
    const common = { fill: palette.ink, width, align, family, balanced: true } as const;
    const sign =
      icon === undefined
        ? undefined
        : textPiece(canvas, icon, { ...common, size: size * 1.05 * u, weight: 700 });
    const large = textPiece(canvas, title, {
      ...{ ...common, size: size * u, weight: 700, lines: 3, lineHeight: 1.14, spacing: -0.015 },
    });
    const small =
      subtitle === undefined
        ? undefined
        : textPiece(canvas, subtitle, {
            ...{ ...common, fill: palette.soft, lines: 3, lineHeight: 1.4 },
            size: Math.max(size * 0.4, 20) * u,
          });
    piece = stack([sign, large, small], 22 * u);
    if (
      piece.height <= room &&
      !large.cut &&
      !small?.cut &&
      (size < 48 || large.height < size * 2.4 * u)
    )
      break;
  }
  piece?.draw(safe.x + margin, safe.y + (safe.height - piece.height) / 2);
}
