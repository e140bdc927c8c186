import { type AnswerOptions, buildAnswer } from "../answers.ts";
import { formatCss, parseColor } from "../color/color.ts";
import image from "../plugin.ts";
import type { BannerRequest } from "./banner-fields.ts";
import type { Card, Ground } from "./layout/card.ts";
import { type CardBox, CardDrawing, renderDocument } from "./layout/card-drawing.ts";
import { ground, texture } from "./layout/ground.ts";
import { type CardElement, stack, whole } from "./layout/layout.ts";
import { neighbour, type Palette, paletteOn, tameStops, usualAccent } from "./layout/palette.ts";
import { isFromRight, textPiece } from "./layout/text.ts";
import { type PlatformSize, presets } from "./platforms.ts";
import { cardPng } from "./png.ts";
import { buildCutHeader, parseBackground } from "./read-card.ts";

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
  const cut = Object.entries({ title, subtitle, icon: request.icon })
    .filter(([, text]) => text !== undefined && !canvas.showsWhole(text))
    .map(([name]) => name);
  const svg = renderDocument({ width, height, title }, { light: canvas });
  const background = parseColor(palette.ground, "query.colors");
  const picture = {
    svg,
    width,
    height,
    ground: background,
    details: { preset, cut_texts: cut },
    headers: buildCutHeader(cut),
    png: (scale: number) => cardPng(svg, scale),
    alt: subtitle === undefined ? title : `${title}: ${subtitle}`,
    texts: [title, subtitle, request.icon],
    contrast: canvas.contrast,
  };
  return buildAnswer(picture, request);
}

function resolveSize({ preset, width, height }: BannerRequest): PlatformSize {
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

/** Draws icon, title and subtitle in the area that is never covered. */
function drawText(card: Card, request: BannerRequest): void {
  const composition = compositions[request.layout](card, request);
  const { box, sizeMax, at } = composition;
  let size = sizeMax;
  while (size > 24 && !layOut(card, request, { size, composition }).fits) size -= 4;
  // Balancing the lines takes most of the time, and adds no lines: done only once.
  const { piece } = layOut(card, request, { size, composition, balance: true });
  piece.draw(box.x, box.y + (box.height - piece.height) * at);
}

/** The space of the words on a banner, and their order. */
interface Composition {
  box: CardBox;
  align: "start" | "center" | "end";
  /** The largest size of the title, in units. */
  sizeMax: number;
  /** The vertical position in the box: 0 is at the top, 1 at the bottom. */
  at: number;
  /** Arranges the parts of the text. */
  arrange(parts: {
    icon?: CardElement;
    title: CardElement;
    subtitle?: CardElement;
  }): (CardElement | undefined)[];
}

/** Draws the decoration of each layout, and returns the space that it leaves. */
const compositions: Readonly<
  Record<BannerRequest["layout"], (card: Card, request: BannerRequest) => Composition>
> = {
  centered: (card, { align }) => ({
    box: inset(card, 0.1),
    align,
    sizeMax: 84,
    at: 0.5,
    arrange: ({ icon, title, subtitle }) => [icon, title, subtitle],
  }),
  side(card, request) {
    const { canvas, palette, unit: u } = card;
    const box = inset(card, 0.1);
    if (request.icon === undefined) {
      const bar = { ...box, width: 10 * u };
      canvas.rect(bar, { rx: 5 * u, fill: palette.ink });
      return { ...besideIcon, box: indent(box, { x: bar.width + 44 * u }) };
    }
    const isTall = box.height > box.width;
    const side = isTall ? box.width * 0.4 : Math.min(box.height * 0.7, box.width * 0.24);
    const y = isTall ? box.y : box.y + (box.height - side) / 2;
    const mark = { x: box.x, y, width: side, height: side };
    canvas.rect(mark, { rx: side * 0.22, fill: palette.ink, "fill-opacity": 0.14 });
    // Letters this large are readable with the lower contrast of the tile.
    const style = { size: side * 0.5, width: side, align: "center", isCustom: true } as const;
    const icon = buildIcon(card, request, style);
    icon?.draw(mark.x, mark.y + (side - icon.height) / 2);
    const used = side + 44 * u;
    return { ...besideIcon, box: indent(box, isTall ? { y: used } : { x: used }) };
  },
  headline(card, request) {
    const { canvas, palette, unit: u } = card;
    const box = inset(card, 0.06);
    const icon = buildIcon(card, request, { size: 72 * u, width: box.width, align: "start" });
    icon?.draw(box.x, box.y);
    const top = icon ? icon.height + 22 * u : 0;
    const rule = { width: 96 * u, height: 8 * u };
    const underline: CardElement = {
      ...rule,
      draw: (x, y) => canvas.rect({ x, y, ...rule }, { rx: 4 * u, fill: palette.ink }),
    };
    return {
      box: indent(box, { y: top }),
      align: "start",
      sizeMax: 116,
      at: 1,
      arrange: ({ title, subtitle }) => [underline, subtitle, title],
    };
  },
  framed(card, { align }) {
    const { canvas, palette, unit: u, safe } = card;
    const gap = Math.min(safe.width, safe.height) * 0.06;
    const frame = {
      x: safe.x + gap,
      y: safe.y + gap,
      width: safe.width - 2 * gap,
      height: safe.height - 2 * gap,
    };
    drawFrame(card, frame);
    const box = inset(card, 0.18);
    const rule = { width: 88 * u, height: 3 * u };
    const shift = { start: 0, center: 0.5, end: 1 }[align] * (box.width - rule.width);
    const line: CardElement = {
      ...rule,
      draw: (x, y) => canvas.rect({ x: x + shift, y, ...rule }, { fill: palette.ink }),
    };
    return {
      box,
      align,
      sizeMax: 76,
      at: 0.5,
      arrange: ({ icon, title, subtitle }) =>
        subtitle ? [icon, title, line, subtitle] : [icon, title],
    };
  },
  split(card, request) {
    const { canvas, palette, safe } = card;
    const [x, width] = [safe.x + safe.width * 0.7, safe.width * 0.3];
    const panel = { x, y: 0, width: canvas.width - x, height: canvas.height };
    canvas.rect(panel, { fill: canvas.gradient(palette.panel, 155) });
    texture(card, { pattern: "circles", color: palette.onPanel, opacity: 0.2, box: panel });
    const size = Math.min(width, safe.height) * 0.55;
    const onPanel = { ...card, palette: { ...palette, ink: palette.onPanel } };
    const icon = buildIcon(onPanel, request, { size, width, align: "center" });
    icon?.draw(x, safe.y + (safe.height - icon.height) / 2);
    return { ...besideIcon, box: narrow(inset(card, 0.1), 0.68) };
  },
  band(card, { subtitle, color, font: family, align }) {
    const { canvas, palette, unit: u, safe } = card;
    const height = safe.height * (subtitle === undefined ? 0.08 : 0.24);
    const y = safe.y + safe.height - height;
    const band = { x: 0, y, width: canvas.width, height: canvas.height - y };
    canvas.rect(band, { fill: palette.ink });
    const box = inset(card, 0.08);
    const style = { fill: palette.ground, isCustom: color !== undefined, width: box.width };
    const lineStyle = { ...style, family, align, size: height * 0.4, least: 18 * u } as const;
    const line = subtitle === undefined ? undefined : textPiece(canvas, subtitle, lineStyle);
    line?.draw(box.x, y + (height - line.height) / 2);
    return {
      box: { ...box, height: y - box.y - 12 * u },
      align,
      sizeMax: 92,
      at: 0.5,
      arrange: ({ icon, title }) => [icon, title],
    };
  },
  rings(card) {
    const { canvas, palette, safe } = card;
    const reach = Math.min(safe.height, safe.width * 0.5);
    for (const r of [1.05, 0.78, 0.51, 0.24])
      canvas.circle(canvas.width, canvas.height, {
        r: r * reach,
        fill: palette.ink,
        "fill-opacity": 0.13,
      });
    const arrange: Composition["arrange"] = ({ icon, title, subtitle }) => [icon, title, subtitle];
    return { ...besideIcon, arrange, box: narrow(inset(card, 0.1), 0.7) };
  },
  poster(card, request) {
    const { safe } = card;
    const size = Math.min(safe.height * 0.78, safe.width * 0.32);
    // Letters this large need no plate behind them.
    const style = { size, width: size * 1.25, align: "center", isCustom: true } as const;
    const icon = buildIcon(card, request, style);
    icon?.draw(safe.x + safe.width - size * 1.3, safe.y + (safe.height - icon.height) / 2);
    return { ...besideIcon, sizeMax: 104, box: narrow(inset(card, 0.08), icon ? 0.62 : 1) };
  },
};

/** Title and subtitle at the start. */
const besideIcon: Omit<Composition, "box"> = {
  align: "start",
  sizeMax: 84,
  at: 0.5,
  arrange: ({ title, subtitle }) => [title, subtitle],
};

/** Returns a share of a box from its start. */
function narrow(box: CardBox, share: number): CardBox {
  return { ...box, width: box.width * share };
}

/** Returns the part of a box after some space at its start or top. */
function indent({ x, y, width, height }: CardBox, by: { x?: number; y?: number }): CardBox {
  const [dx, dy] = [by.x ?? 0, by.y ?? 0];
  return { x: x + dx, y: y + dy, width: width - dx, height: height - dy };
}

function drawFrame({ canvas, palette, unit: u }: Card, { x, y, width, height }: CardBox): void {
  const line = 3 * u;
  for (const side of [
    { x, y, width, height: line },
    { x, y: y + height - line, width, height: line },
    { x, y: y + line, width: line, height: height - 2 * line },
    { x: x + width - line, y: y + line, width: line, height: height - 2 * line },
  ])
    canvas.rect(side, { fill: palette.ink });
}

/** Returns the area that is never covered without a margin above and below, and one at the sides. */
function inset({ safe }: Card, share: number): CardBox {
  const across = Math.min(safe.width * 0.08, safe.height * 0.3);
  const down = safe.height * share;
  return {
    x: safe.x + across,
    y: safe.y + down,
    width: safe.width - 2 * across,
    height: safe.height - 2 * down,
  };
}

function buildIcon(
  { canvas, palette }: Card,
  { icon, color, font: family }: BannerRequest,
  style: { size: number; width: number; align: Composition["align"]; isCustom?: boolean },
): CardElement | undefined {
  if (icon === undefined) return undefined;
  const common = { isCustom: color !== undefined, family, weight: 700 } as const;
  return textPiece(canvas, icon, { ...common, fill: palette.ink, ...style });
}

interface Setting {
  size: number;
  composition: Composition;
  balance?: boolean;
}

function layOut(
  card: Card,
  request: BannerRequest,
  { size, composition, balance = false }: Setting,
): { piece: CardElement; fits: boolean } {
  const { canvas, palette, unit: u } = card;
  const { title, subtitle, color, font: family } = request;
  const { box, align, arrange } = composition;
  const isCustom = color !== undefined;
  const common = { fill: palette.ink, isCustom, width: box.width, align, family, balance } as const;
  const icon = buildIcon(card, request, { size: size * 1.05 * u, width: box.width, align });
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
          size: Math.min(Math.max(size * 0.4, 20), 36) * u,
        });
  const parts = arrange({
    title: titlePiece,
    ...(icon && { icon }),
    ...(subtitlePiece && { subtitle: subtitlePiece }),
  });
  const piece = whole(stack(parts, 22 * u));
  const isShort = size < 48 || titlePiece.height < size * 2.4 * u;
  return {
    piece,
    fits: piece.height <= box.height && !titlePiece.cut && !subtitlePiece?.cut && isShort,
  };
}
