import { type AnswerOptions, buildAnswer } from "../answers.ts";
import { formatCss, parseColor } from "../color/color.ts";
import image from "../plugin.ts";
import type { BannerRequest } from "./banner-fields.ts";
import type { Card, Ground } from "./card.ts";
import { CardDrawing, renderDocument } from "./card-drawing.ts";
import { ground } from "./ground.ts";
import { type Piece, stack, whole } from "./layout.ts";
import { neighbour, type Palette, paletteOn, tameStops, usualAccent } from "./palette.ts";
import { presets, type Size } from "./platforms.ts";
import { cardPng } from "./png.ts";
import { parseBackground } from "./read-card.ts";
import { isFromRight, textPiece } from "./text.ts";

/** Returns a banner. Throws `invalid_input`. */
export function banner(request: BannerRequest & AnswerOptions) {
  const { title, subtitle, preset } = request;
  const { width, height, safe } = resolveSize(request);
  const mirrored = isFromRight(title);
  const canvas = new CardDrawing({ width, height, mirrored });
  const palette = resolvePalette(request);
  const inner = { width: width - safe.left - safe.right, height: height - safe.top - safe.bottom };
  const card: Card = {
    canvas,
    palette,
    content: { title },
    pictures: {},
    shape: "wide",
    ground: fillBanner(request),
    safe: { ...inner, x: mirrored ? safe.right : safe.left, y: safe.top },
    box: { ...inner, x: 0, y: 0 },
    unit: Math.sqrt((inner.width * inner.height) / (1200 * 400)),
  };
  ground(card);
  drawText(card, request);
  const svg = renderDocument({ width, height, title }, { light: canvas });
  const background = parseColor(palette.ground, "query.colors");
  const picture = {
    svg,
    width,
    height,
    ground: background,
    details: { preset },
    png: (scale: number) => cardPng(svg, scale),
    alt: subtitle === undefined ? title : `${title}: ${subtitle}`,
    texts: [title, subtitle, request.icon],
    contrast: canvas.contrast,
  };
  return buildAnswer(picture, request);
}

function resolveSize({ preset, width, height }: BannerRequest): Size {
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
        `query.${name} requires query.preset to be custom: it is ${preset}`,
        { at: `query.${name}` },
      );
  return presets[preset];
}

/** Resolves the background and its colours. Text is readable on its gradients. */
function fillBanner(request: BannerRequest): Ground {
  const isGradient = request.background === "gradient";
  const requested = parseBackground(request.background, request);
  const [first = usualAccent, second = neighbour(usualAccent), ...more] = requested.colors;
  if (!isGradient)
    return { ...requested, colors: requested.colors.length > 0 ? requested.colors : [first] };
  const colors = [first, second, ...more];
  // If the caller sets both the text and background colours, they are used as they are.
  const isCustom = request.color !== undefined && request.colors !== undefined;
  return { ...requested, colors: isCustom ? colors : tameStops(colors) };
}

function resolvePalette(request: BannerRequest): Palette {
  const { colors } = fillBanner(request);
  const palette = paletteOn(
    request.background === "gradient" ? colors : colors.slice(0, 1),
    usualAccent,
  );
  if (request.color === undefined) return palette;
  const ink = formatCss(parseColor(request.color, "query.color"));
  return { ...palette, ink, soft: ink };
}

/** Draws icon, title and subtitle in the centre of the area that is never covered. */
function drawText(card: Card, request: BannerRequest): void {
  const { safe } = card;
  const margin = Math.min(safe.width * 0.08, safe.height * 0.3);
  const available = { width: safe.width - 2 * margin, height: safe.height * 0.8 };
  let size = 84;
  while (size > 24 && !layOut(card, request, { size, available }).fits) size -= 4;
  // Balancing the lines takes most of the time, and adds no lines: done only once.
  const { piece } = layOut(card, request, { size, available, balance: true });
  piece.draw(safe.x + margin, safe.y + (safe.height - piece.height) / 2);
}

interface Setting {
  size: number;
  available: { width: number; height: number };
  balance?: boolean;
}

function layOut(
  { canvas, palette, unit: u }: Card,
  { title, subtitle, icon, align, color, font: family }: BannerRequest,
  { size, available: { width, height }, balance = false }: Setting,
): { piece: Piece; fits: boolean } {
  const isCustom = color !== undefined;
  const common = { fill: palette.ink, isCustom, width, align, family, balance } as const;
  const iconPiece =
    icon === undefined
      ? undefined
      : textPiece(canvas, icon, { ...common, size: size * 1.05 * u, weight: 700 });
  const titlePiece = textPiece(canvas, title, {
    ...common,
    size: size * u,
    weight: 700,
    lines: 3,
    lineHeight: 1.14,
    spacing: -0.015,
  });
  const subtitlePiece =
    subtitle === undefined
      ? undefined
      : textPiece(canvas, subtitle, {
          ...common,
          fill: palette.soft,
          lines: 3,
          lineHeight: 1.4,
          size: Math.max(size * 0.4, 20) * u,
        });
  const piece = whole(stack([iconPiece, titlePiece, subtitlePiece], 22 * u));
  const isShort = size < 48 || titlePiece.height < size * 2.4 * u;
  return {
    piece,
    fits: piece.height <= height && !titlePiece.cut && !subtitlePiece?.cut && isShort,
  };
}
