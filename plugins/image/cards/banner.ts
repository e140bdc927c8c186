import { type AnswerOptions, buildAnswer } from "../answers.ts";
import { formatCss, parseColor } from "../color/color.ts";
import image from "../plugin.ts";
import { parseGround } from "./asked.ts";
import type { BannerAsked } from "./banner-fields.ts";
import type { Card, Ground } from "./card.ts";
import { CardDrawing, renderDocument } from "./card-drawing.ts";
import { ground } from "./ground.ts";
import { type Piece, stack, whole } from "./layout.ts";
import { neighbour, type Palette, paletteOn, tameStops, usualAccent } from "./palette.ts";
import { presets, type Size } from "./platforms.ts";
import { cardPng } from "./png.ts";
import { isFromRight, textPiece } from "./text.ts";

/** Answers a banner. Throws `invalid_input`. */
export function banner(asked: BannerAsked & AnswerOptions) {
  const { title, subtitle, preset } = asked;
  const { width, height, safe } = resolveSize(asked);
  const mirrored = isFromRight(title);
  const canvas = new CardDrawing({ width, height, mirrored });
  const palette = resolvePalette(asked);
  const inner = { width: width - safe.left - safe.right, height: height - safe.top - safe.bottom };
  const card: Card = {
    canvas,
    palette,
    content: { title },
    pictures: {},
    shape: "wide",
    ground: fillBanner(asked),
    safe: { ...inner, x: mirrored ? safe.right : safe.left, y: safe.top },
    box: { ...inner, x: 0, y: 0 },
    unit: Math.sqrt((inner.width * inner.height) / (1200 * 400)),
  };
  ground(card);
  words(card, asked);
  const svg = renderDocument({ width, height, title }, { light: canvas });
  const behind = parseColor(palette.ground, "query.colors");
  const picture = {
    svg,
    width,
    height,
    ground: behind,
    details: { preset },
    png: (scale: number) => cardPng(svg, scale),
    alt: subtitle === undefined ? title : `${title}: ${subtitle}`,
    texts: [title, subtitle, asked.icon],
    contrast: canvas.contrast,
  };
  return buildAnswer(picture, asked);
}

function resolveSize({ preset, width, height }: BannerAsked): Size {
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

/** The background with its colours: of a gradient such as words can be read on. */
function fillBanner(asked: BannerAsked): Ground {
  const isGradient = asked.background === "gradient";
  const given = parseGround(asked.background, asked);
  const [first = usualAccent, second = neighbour(usualAccent), ...more] = given.colors;
  if (!isGradient) return { ...given, colors: given.colors.length > 0 ? given.colors : [first] };
  const colors = [first, second, ...more];
  // Who says both what the words are and what they stand on is believed.
  const isGiven = asked.color !== undefined && asked.colors !== undefined;
  return { ...given, colors: isGiven ? colors : tameStops(colors) };
}

function resolvePalette(asked: BannerAsked): Palette {
  const { colors } = fillBanner(asked);
  const palette = paletteOn(
    asked.background === "gradient" ? colors : colors.slice(0, 1),
    usualAccent,
  );
  if (asked.color === undefined) return palette;
  const ink = formatCss(parseColor(asked.color, "query.color"));
  return { ...palette, ink, soft: ink };
}

/** Icon, title and subtitle in the middle of what is never covered. */
function words(card: Card, asked: BannerAsked): void {
  const { safe } = card;
  const margin = Math.min(safe.width * 0.08, safe.height * 0.3);
  const room = { width: safe.width - 2 * margin, height: safe.height * 0.8 };
  let size = 84;
  while (size > 24 && !set(card, asked, { size, room }).fits) size -= 4;
  // To make lines about as long as each other takes most of the time, and no more lines.
  const { piece } = set(card, asked, { size, room, balanced: true });
  piece.draw(safe.x + margin, safe.y + (safe.height - piece.height) / 2);
}

interface Setting {
  size: number;
  room: { width: number; height: number };
  balanced?: boolean;
}

function set(
  { canvas, palette, unit: u }: Card,
  { title, subtitle, icon, align, color, font: family }: BannerAsked,
  { size, room: { width, height }, balanced = false }: Setting,
): { piece: Piece; fits: boolean } {
  const isGiven = color !== undefined;
  const common = { fill: palette.ink, isGiven, width, align, family, balanced } as const;
  const sign =
    icon === undefined
      ? undefined
      : textPiece(canvas, icon, { ...common, size: size * 1.05 * u, weight: 700 });
  const large = textPiece(canvas, title, {
    ...common,
    size: size * u,
    weight: 700,
    lines: 3,
    lineHeight: 1.14,
    spacing: -0.015,
  });
  const small =
    subtitle === undefined
      ? undefined
      : textPiece(canvas, subtitle, {
          ...common,
          fill: palette.soft,
          lines: 3,
          lineHeight: 1.4,
          size: Math.max(size * 0.4, 20) * u,
        });
  const piece = whole(stack([sign, large, small], 22 * u));
  const isShort = size < 48 || large.height < size * 2.4 * u;
  return { piece, fits: piece.height <= height && !large.cut && !small?.cut && isShort };
}
