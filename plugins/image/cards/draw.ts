import type { Rgba } from "hub/drawing";
import { parseColor } from "../color/color.ts";
import type { Card, CardContent, Ground, Pictures, Template } from "./layout/card.ts";
import { CardDrawing, renderDocument } from "./layout/card-drawing.ts";
import {
  buildThemePalette,
  neighbour,
  type Palette,
  paletteOn,
  tameStops,
  usualAccent,
} from "./layout/palette.ts";
import { isFromRight } from "./layout/text.ts";
import { article } from "./templates/article.ts";
import { code } from "./templates/code.ts";
import { docs } from "./templates/docs.ts";
import { event } from "./templates/event.ts";
import { minimal } from "./templates/minimal.ts";
import { product } from "./templates/product.ts";
import { quote } from "./templates/quote.ts";
import { split } from "./templates/split.ts";

const designs: Readonly<Record<Template, (card: Card) => void>> = {
  article,
  product,
  docs,
  code,
  quote,
  minimal,
  split,
  event,
};

/** The distances from the edges within which a platform may cover the picture. */
export interface Safe {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export interface CardOptions {
  template: Template;
  width: number;
  height: number;
  /** In pixels of the picture. */
  safe?: Safe;
  /** Light, dark, the viewer's preference, or a colour. */
  theme: "light" | "dark" | "auto" | Rgba;
  accent?: Rgba | undefined;
  ground: Ground;
  dir: "auto" | "ltr" | "rtl";
  pictures: Pictures;
}

/** Draws a card as SVG, and computes the lowest contrast of its text. */
export function drawCard(
  content: CardContent,
  requested: CardOptions,
): { svg: string; contrast: number; ground: Rgba; cut: string[] } {
  const { width, height, theme } = requested;
  const options = {
    ...requested,
    ground: fillTemplate(requested.ground, requested.accent ?? usualAccent),
  };
  const draw = (mode: "light" | "dark" | Rgba, prefix: string) => {
    const palette = choosePalette(mode, options);
    return { palette, canvas: drawCanvas(content, { ...options, palette, prefix }) };
  };
  const light = draw(theme === "auto" ? "light" : theme, "c");
  const dark = theme === "auto" ? draw("dark", "d") : undefined;
  const title = content.quote ?? content.title;
  const svg = renderDocument({ width, height, title }, { light: light.canvas, dark: dark?.canvas });
  const ground = parseColor(light.palette.ground, "query.theme");
  const contrast = Math.min(
    light.canvas.contrast,
    dark?.canvas.contrast ?? Number.POSITIVE_INFINITY,
  );
  // Both themes have the same layout.
  return { svg, contrast, ground, cut: listCutFields(content, light.canvas) };
}

/** Lists the fields of a card whose texts are shortened or left out. */
function listCutFields({ day, date, tags = [], ...content }: CardContent, canvas: CardDrawing) {
  const { title, description, site_name, author, handle, reading_time } = content;
  const { eyebrow, quote, stat, cta } = content;
  const texts = { title, description, site_name, author, handle, reading_time };
  const cut = Object.entries({ ...texts, eyebrow, quote, stat, cta })
    .filter(([, text]) => text !== undefined && !canvas.showsWhole(text))
    .map(([name]) => name);
  const showsDate = [date, day?.whole].some((text) => text && canvas.showsWhole(text));
  if (date !== undefined && !showsDate) cut.push("date");
  const showsTags = tags.every((tag) => canvas.showsWhole(tag) || canvas.showsWhole(`#${tag}`));
  return showsTags ? cut : [...cut, "tags"];
}

/**
 * Resolves the colours of a gradient: the requested ones, or the accent and its neighbour, adjusted
 * so that text is readable.
 */
function fillTemplate(ground: Ground, accent: Rgba): Ground {
  if (ground.kind !== "gradient") return ground;
  const [first = accent, second = neighbour(accent), ...more] = ground.colors;
  return { ...ground, colors: tameStops([first, second, ...more]) };
}

function choosePalette(
  theme: "light" | "dark" | Rgba,
  { accent = usualAccent, ground }: CardOptions,
): Palette {
  // Only a gradient has several colours behind text.
  const chosen = ground.kind === "gradient" ? ground.colors : ground.colors.slice(0, 1);
  if (chosen.length > 0) return paletteOn(chosen, accent);
  return typeof theme === "string"
    ? buildThemePalette(theme, accent)
    : paletteOn([theme], accent === usualAccent ? theme : accent);
}

const whole: Safe = { top: 0, right: 0, bottom: 0, left: 0 };

function drawCanvas(
  content: CardContent,
  options: CardOptions & { palette: Palette; prefix: string },
): CardDrawing {
  const { width, height, safe: margins = whole, dir, palette, pictures, ground, prefix } = options;
  // Code is read from left to right, also with comments in other directions.
  const isText = options.template !== "code";
  const mirrored =
    dir === "rtl" || (dir === "auto" && isText && isFromRight(content.quote ?? content.title));
  const canvas = new CardDrawing({ width, height, mirrored, prefix });
  const start = mirrored ? margins.right : margins.left;
  const safe = {
    x: start,
    y: margins.top,
    width: width - margins.left - margins.right,
    height: height - margins.top - margins.bottom,
  };
  const unit = Math.sqrt((safe.width * safe.height) / (1200 * 630));
  const ratio = safe.width / safe.height;
  const shape = ratio > 1.35 ? "wide" : ratio > 0.95 ? "square" : "tall";
  const margin = Math.min(safe.width, safe.height) * (shape === "wide" ? 0.115 : 0.085);
  const box = {
    x: safe.x + margin,
    y: safe.y + margin,
    width: safe.width - 2 * margin,
    height: safe.height - 2 * margin,
  };
  designs[options.template]({ canvas, palette, content, pictures, ground, safe, box, unit, shape });
  return canvas;
}
