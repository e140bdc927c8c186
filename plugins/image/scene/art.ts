import { icons } from "@iconify-json/fluent-emoji-flat";
import { rasterise, SvgElement, svg, svgDocument } from "hub/drawing";
import type { Dice } from "../dice.ts";
import { addBody, type Posture } from "./bodies.ts";
import drawings from "./drawings.json" with { type: "json" };
import data from "./nouns.json" with { type: "json" };
import { type Figure, parseNames, type TreeKind, treeKinds } from "./nouns.ts";
import { type Frame, findSkin, recolor, tones } from "./recolor.ts";
import type { Rgb } from "./rgb.ts";
import type { Stage } from "./stage.ts";
import { growTree, treeBox } from "./trees.ts";

/** The artwork of a figure. */
export interface Art {
  /** The SVG content, in units of its own. */
  content: string;
  /** The bounds of the visible part. */
  box: Frame;
  /** The width for a height of 1. */
  aspect: number;
  /** For 32 columns of the box, the topmost visible point, as a share of the height from the top. */
  tops: readonly number[];
  /** Whether it emits light. */
  glows: boolean;
  /** Whether it has a body with hands, drawn below a head. */
  hasBody: boolean;
  /** The size of the head, as shares of the height. */
  head: { x: number; top: number; width: number };
  /** Whether it has the colour of the request. */
  isColored: boolean;
}

interface ArtOptions {
  figure: Figure;
  color?: Rgb | undefined;
  posture?: Posture;
  dice: Dice;
}

/** Figures that emit light: the light of the scene doesn't change them. */
const glowing = parseNames(data.glowing);
/** Animals and beings that face the viewer. */
const frontal = new Set(["penguin", "owl", "octopus", "ghost", "snowman"]);
/** The parts of illustrations above the waterline, as heights in units of the set. */
const waterlines: Readonly<Record<string, number>> = data.waterlines;
/** The colours of windows in the set. */
const glass = ["#26c9fc", "#00a6ed", "#83cbff", "#7ce2fe", "#0084ce", "#b4edff", "#aeddff"];
const ownDrawings = new Map<string, Drawing>(Object.entries(drawings));

interface Drawing {
  box: number[];
  /** The fills that keep their colour. */
  fixed?: string[];
  content: string;
}

/** Builds the artwork of a figure, with its colour. */
export async function buildArt(stage: Stage, options: ArtOptions): Promise<Art> {
  const { figure, color, dice } = options;
  const kind = treeKinds.find((one) => one === figure.name);
  if (kind) return buildTree(stage, { kind, color, dice, tall: 220 });
  const drawing = ownDrawings.get(figure.name);
  if (!drawing) return buildIllustration(options);
  const frame = drawing.box as unknown as Frame;
  return paintArt(drawing.content, { ...options, frame, fixed: drawing.fixed ?? [] });
}

/** Builds the artwork of a tree, also for forests. */
export async function buildTree(
  stage: Stage,
  tree: { kind: TreeKind; color: Rgb | undefined; dice: Dice; tall: number },
): Promise<Art> {
  return measureArt(growTree(stage, tree), {
    frame: treeBox,
    isColored: tree.color !== undefined,
    glows: false,
  });
}

async function buildIllustration(options: ArtOptions): Promise<Art> {
  const { figure, posture = "standing", dice } = options;
  const { name, isPerson, category } = figure;
  const tone = dice.pick(tones);
  // A police car isn't a light variant: "police-car-light" is its lamp.
  const variant = icons.icons[`${name}-medium`] ? `${name}-${tone}` : name;
  const isUnicorn = name === "unicorn";
  const body = isUnicorn ? await drawUnicorn() : icons.icons[variant]?.body;
  if (body === undefined) throw new Error(`No illustration is called "${name}"`);
  // The sky has its own moon.
  const own = name === "tent" ? body.replace(/<path fill="#ffb02e"[^>]*>/, "") : body;
  const bodied = await addBody(own, { figure, name: variant, posture, dice });
  const fixed = isPerson ? findSkin(name, variant) : category === "Travel & Places" ? glass : [];
  return paintArt(bodied.content, {
    ...options,
    fixed,
    frame: isUnicorn ? [0, -1, 32, 33] : [0, 0, 32, bodied.height],
    hasBody: bodied.hasBody,
    isFrontal: bodied.height > 32 || frontal.has(name),
  });
}

/** Draws a unicorn as a white horse with a horn: the set has only its head. */
async function drawUnicorn(): Promise<string> {
  const horse = icons.icons.horse?.body ?? "";
  const white = await recolor(horse, { color: [240, 236, 250], fixed: [], frame: [0, 0, 32, 32] });
  return `${(white ?? horse).replaceAll(/#(?:212121|1c1c1c|000)\b/g, "#b078e0")}<path fill="#ffb02e" d="M6.4 6.6L4.2-.2L9.4 4.4Z"/>`;
}

interface ArtworkOptions extends ArtOptions {
  frame: Frame;
  /** The fills that keep their colour. */
  fixed: readonly string[];
  hasBody?: boolean;
  isFrontal?: boolean;
}

/** Recolours artwork, and measures the part above the waterline. */
async function paintArt(content: string, options: ArtworkOptions): Promise<Art> {
  const { figure, color, fixed, frame } = options;
  const painted = color && (await recolor(content, { color, fixed, frame }));
  const [x, y, width, height] = frame;
  return measureArt(painted ?? content, {
    ...options,
    frame: [x, y, width, waterlines[figure.name] ?? height],
    glows: glowing.has(figure.name),
    isColored: painted !== undefined,
  });
}

interface MeasureOptions {
  frame: Frame;
  glows: boolean;
  isColored: boolean;
  hasBody?: boolean;
  isFrontal?: boolean;
}

/** The number of pixels in which artwork is measured, per side. */
const measured = 120;

async function measureArt(
  content: string,
  { frame, glows, isColored, hasBody = false, isFrontal = false }: MeasureOptions,
): Promise<Art> {
  const [frameX, frameY, frameWidth, frameHeight] = frame;
  const scale = measured / Math.max(32, Math.min(frameWidth, frameHeight));
  const { data, width, height } = await rasterise(
    wrapArt(content, frame, { width: frameWidth * scale, height: frameHeight * scale }),
  );
  const isOpaque = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 110;
  const rows = Array.from({ length: height }, (_, y) => y);
  const columns = Array.from({ length: width }, (_, x) => {
    const opaque = rows.filter((y) => isOpaque(x, y));
    return { x, top: opaque[0] ?? height, bottom: opaque.at(-1) ?? 0 };
  }).filter(({ top }) => top < height);
  const left = columns[0]?.x ?? 0;
  const wide = (columns.at(-1)?.x ?? width - 1) + 1 - left;
  const top = Math.min(...columns.map((column) => column.top));
  const tall = Math.max(...columns.map((column) => column.bottom)) + 1 - top;
  const tops = Array.from({ length: 32 }, (_, at) => {
    const x = Math.floor(left + ((at + 0.5) / 32) * wide);
    const column = columns.find((one) => one.x === x);
    return column ? (column.top - top) / tall : 1;
  });
  const isWholeHead = hasBody || isFrontal;
  // Animals face left, so the head is in the left half.
  const front = columns.filter(({ x }) => isWholeHead || x < left + wide * 0.42);
  const none = { x: 0, top: 0, bottom: 0 };
  const peak = front.reduce((one, two) => (two.top < one.top ? two : one), front[0] ?? none);
  // The widest row below the top is that of the head.
  let [from, to] = [peak.x, peak.x];
  const depth = (top + tall - peak.top) * (isWholeHead ? 0.22 : 0.3);
  for (let row = peak.top; row <= peak.top + depth; row++) {
    let [first, last] = [peak.x, peak.x];
    while (first > left && isOpaque(first - 1, row)) first--;
    while (last < left + wide - 1 && isOpaque(last + 1, row)) last++;
    if (last - first > to - from && last - first < tall * 0.5) [from, to] = [first, last];
  }
  return {
    content,
    box: [frameX + left / scale, frameY + top / scale, wide / scale, tall / scale],
    aspect: wide / tall,
    tops,
    glows,
    hasBody,
    head: {
      x: isWholeHead ? 0.5 : ((from + to + 1) / 2 - left) / wide,
      top: isWholeHead ? 0 : (peak.top - top) / tall,
      width: Math.min(hasBody ? 0.44 : 0.5, Math.max(0.1, (to - from + 1) / tall)),
    },
    isColored,
  };
}

function wrapArt(content: string, box: Frame, size: { width: number; height: number }): string {
  return svgDocument(
    {
      width: Math.max(1, Math.round(size.width)),
      height: Math.max(1, Math.round(size.height)),
      viewBox: box.join(" "),
      attributes: { preserveAspectRatio: "none" },
    },
    svg("g", {}, new SvgElement(content)),
  );
}

/** Rasterises artwork at a height in pixels. */
export function renderArt({ content, box, aspect }: Art, tall: number) {
  return rasterise(wrapArt(content, box, { width: tall * aspect, height: tall }));
}
