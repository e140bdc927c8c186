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
  /** The eyes of an animal, as shares of the width and of the height from the top. */
  eyes: { x: number; y: number } | undefined;
  /** The number of colours of the request that the artwork has. */
  colored: number;
}

interface ArtOptions {
  figure: Figure;
  colors: readonly Rgb[];
  posture: Posture;
  dice: Dice;
}

/** Figures that emit light: the light of the scene doesn't change them. */
const glowing = parseNames(data.glowing);
const fullFrame: Frame = [0, 0, 32, 32];
/** The parts of illustrations below the waterline, as a share of the height of the whole. */
const waterlines: Readonly<Record<string, number>> = {
  sailboat: 25,
  canoe: 24,
  ferry: 27.4,
  "motor-boat": 26,
  speedboat: 26,
  ship: 29,
};

/** Builds the artwork of a figure, with its colours. */
export async function buildArt(stage: Stage, options: ArtOptions): Promise<Art> {
  const { figure, colors, dice } = options;
  const { name } = figure;
  const kind = treeKinds.find((one) => one === name);
  if (kind) return buildTree(stage, { kind, color: colors[0], dice, tall: 220 });
  const drawing = isDrawing(name) ? drawings[name] : undefined;
  return drawing ? buildDrawing(drawing, options) : buildIllustration(options);
}

/** Returns whether a figure is one of our own drawings. */
function isDrawing(name: string): name is keyof typeof drawings {
  return Object.hasOwn(drawings, name);
}

/** Builds the artwork of a tree, also for forests. */
export async function buildTree(
  stage: Stage,
  tree: { kind: TreeKind; color: Rgb | undefined; dice: Dice; tall: number },
): Promise<Art> {
  return measureArt(growTree(stage, tree), { frame: treeBox, colored: tree.color ? 1 : 0 });
}

interface Drawing {
  box: number[];
  /** The fills that keep their colour. */
  fixed?: string[];
  content: string;
}

async function buildDrawing(
  { box, fixed = [], content }: Drawing,
  { figure, colors: [color] }: ArtOptions,
): Promise<Art> {
  const frame = box as unknown as Frame;
  const painted = color && (await recolor(content, { color, skin: fixed, frame }));
  const glows = glowing.has(figure.name);
  return measureArt(painted ?? content, { frame, glows, colored: painted ? 1 : 0 });
}

async function buildIllustration({ figure, colors, posture, dice }: ArtOptions): Promise<Art> {
  const name = chooseVariant(figure.name, dice);
  const isUnicorn = figure.name === "unicorn";
  const body = isUnicorn ? await drawUnicorn() : readBody(name);
  if (body === undefined) throw new Error(`No illustration is called "${figure.name}"`);
  const { content, height, hasBody } = await addBody(body, { figure, name, posture, dice });
  const [color] = colors;
  const skin = listFixedFills(figure, name);
  const painted = color && (await recolor(content, { color, skin, frame: [0, 0, 32, height] }));
  const waterline = waterlines[figure.name] ?? height;
  return measureArt(painted ?? content, {
    frame: isUnicorn ? [0, -1, 32, 33] : [0, 0, 32, waterline],
    glows: glowing.has(figure.name),
    hasBody,
    isFrontal: height > 32 || frontal.has(figure.name),
    colored: painted ? 1 : 0,
  });
}

/** Animals and beings that face the viewer. */
const frontal = new Set(["penguin", "owl", "octopus", "ghost", "snowman"]);

/** Returns the content of an illustration: of a tent without its moon, which the sky has, and of a crocodile lying down. */
function readBody(name: string): string | undefined {
  const body = icons.icons[name]?.body;
  if (name === "crocodile")
    return `<g transform="translate(0 32) scale(1 -1) rotate(-90 16 16)">${body}</g>`;
  return name === "tent" ? body?.replace(/<path fill="#ffb02e"[^>]*>/, "") : body;
}

/** Draws a unicorn as a white horse with a horn: the set has only its head. */
async function drawUnicorn(): Promise<string> {
  const horse = icons.icons.horse?.body ?? "";
  const white = await recolor(horse, {
    color: [240, 236, 250],
    skin: [],
    frame: fullFrame,
  });
  return `${(white ?? horse).replaceAll(/#(?:212121|1c1c1c|000)\b/g, "#b078e0")}<path fill="#ffb02e" d="M6.4 6.6L4.2-.2L9.4 4.4Z"/>`;
}

/** The colours of windows in the set. */
const glass = ["#26c9fc", "#00a6ed", "#83cbff", "#7ce2fe", "#0084ce", "#b4edff", "#aeddff"];

/** Returns the fills that keep their colour: skin, hair and windows. */
function listFixedFills({ name, category, isPerson }: Figure, variant: string): readonly string[] {
  if (isPerson) return findSkin(name, variant);
  return category === "Travel & Places" ? glass : [];
}

/** Returns the name of an illustration with a skin tone. */
function chooseVariant(name: string, dice: Dice): string {
  const tone = dice.pick(tones);
  // A police car isn't a light variant: "police-car-light" is its lamp.
  return icons.icons[`${name}-medium`] ? `${name}-${tone}` : name;
}

interface MeasureOptions {
  frame: Frame;
  glows?: boolean;
  hasBody?: boolean;
  isFrontal?: boolean;
  colored: number;
}

/** The number of pixels in which artwork is measured, per side. */
const measured = 120;

async function measureArt(
  content: string,
  { frame, glows = false, hasBody = false, isFrontal = false, colored }: MeasureOptions,
): Promise<Art> {
  const [frameX, frameY, frameWidth, frameHeight] = frame;
  const scale = measured / Math.max(32, Math.min(frameWidth, frameHeight));
  const { data, width, height } = await rasterise(
    wrapArt(content, frame, { width: frameWidth * scale, height: frameHeight * scale }),
  );
  const isOpaque = (x: number, y: number) => (data[(y * width + x) * 4 + 3] ?? 0) > 110;
  const columns = Array.from({ length: width }, (_, x) => {
    let top = 0;
    while (top < height && !isOpaque(x, top)) top++;
    let bottom = height - 1;
    while (bottom > top && !isOpaque(x, bottom)) bottom--;
    return { x, top, bottom };
  }).filter(({ top }) => top < height);
  const left = columns[0]?.x ?? 0;
  const right = (columns.at(-1)?.x ?? width - 1) + 1;
  const top = Math.min(...columns.map((column) => column.top));
  const bottom = Math.max(...columns.map((column) => column.bottom)) + 1;
  const [wide, tall] = [right - left, bottom - top];
  const tops = Array.from({ length: 32 }, (_, at) => {
    const x = left + ((at + 0.5) / 32) * wide;
    const column = columns.find((one) => one.x === Math.floor(x));
    return column ? (column.top - top) / tall : 1;
  });
  const isWholeHead = hasBody || isFrontal;
  // Animals face left, so the head is in the left half.
  const front = columns.filter(({ x }) => isWholeHead || x < left + wide * 0.42);
  const none = { x: 0, top: 0, bottom: 0 };
  const peak = front.reduce((one, two) => (two.top < one.top ? two : one), front[0] ?? none);
  const run = { from: peak.x, to: peak.x };
  const depth = (bottom - peak.top) * (isWholeHead ? 0.22 : 0.3);
  for (let row = peak.top; row <= peak.top + depth; row++) {
    let [from, to] = [peak.x, peak.x];
    while (from > left && isOpaque(from - 1, row)) from--;
    while (to < right - 1 && isOpaque(to + 1, row)) to++;
    if (to - from > run.to - run.from && to - from < tall * 0.5) Object.assign(run, { from, to });
  }
  const { from, to } = run;
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
    eyes: findEyes({ data, width }, { left, top, wide, tall, isWhole: isWholeHead }),
    colored,
  };
}

interface EyeArea {
  left: number;
  top: number;
  wide: number;
  tall: number;
  isWhole: boolean;
}

/** Returns the middle of the dark spots in the upper part of a head. */
function findEyes(
  { data, width }: { data: Uint8Array; width: number },
  { left, top, wide, tall, isWhole }: EyeArea,
): { x: number; y: number } | undefined {
  let [count, sumX, sumY] = [0, 0, 0];
  const [columns, rows] = [
    Math.floor(wide * (isWhole ? 1 : 0.45)),
    Math.floor(tall * (isWhole ? 0.34 : 0.46)),
  ];
  for (let y = Math.floor(tall * 0.1); y < rows; y++)
    for (let x = 0; x < columns; x++) {
      const at = ((top + y) * width + left + x) * 4;
      const light = (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
      if ((data[at + 3] ?? 0) < 200 || light > 190) continue;
      count++;
      sumX += x;
      sumY += y;
    }
  // A dark animal has no dark spots.
  if (count < 4 || count > columns * rows * 0.12) return undefined;
  return { x: sumX / count / wide, y: sumY / count / tall };
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
