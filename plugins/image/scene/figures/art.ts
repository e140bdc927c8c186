import { icons } from "@iconify-json/fluent-emoji-flat";
import { asTable } from "hub";
import { openWords } from "hub/data-file";
import { rasterise, SvgElement, svg, svgDocument } from "hub/drawing";
import { css, hex, type Rgb, shiftColor, toLch } from "../../color/rgb.ts";
import type { Dice } from "../../random.ts";
import data from "../parse/nouns.json" with { type: "json" };
import { type Figure, parseNames, type TreeKind, treeKinds } from "../parse/nouns.ts";
import type { Stage } from "../stage/stage.ts";
import drawings from "./drawings.json" with { type: "json" };
import { type ArtFrame, findSkin, measureAreas, recolor, tones } from "./recolor.ts";
import { growTree, treeBox } from "./trees.ts";

/** The artwork of a figure. */
export interface Art {
  /** The SVG content, in units of its own. */
  content: string;
  /** The bounds of the visible part. */
  box: ArtFrame;
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
const waterlines: Readonly<Record<string, number>> = asTable(data.waterlines);
/** The colours of windows in the set. */
const glass = ["#26c9fc", "#00a6ed", "#83cbff", "#7ce2fe", "#0084ce", "#b4edff", "#aeddff"];
/** The drawings of our own, with the fills that keep their colour. */
const ownDrawings = new Map<string, { box: number[]; fixed?: string[]; content: string }>(
  Object.entries(drawings),
);

/** Builds the artwork of a figure, with its colour. */
export async function buildArt(stage: Stage, options: ArtOptions): Promise<Art> {
  const { figure, color, dice } = options;
  const kind = treeKinds.find((one) => one === figure.name);
  if (kind) return buildTree(stage, { kind, color, dice, tall: 220 });
  const drawing = ownDrawings.get(figure.name);
  if (!drawing) return buildIllustration(options);
  const frame = drawing.box as unknown as ArtFrame;
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

interface ArtworkOptions
  extends ArtOptions,
    Pick<MeasureOptions, "frame" | "hasBody" | "isFrontal"> {
  /** The fills that keep their colour. */
  fixed: readonly string[];
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
  frame: ArtFrame;
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

function wrapArt(content: string, box: ArtFrame, size: { width: number; height: number }): string {
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

/** The posture of a body. */
type Posture = "standing" | "riding";

/** Animals of which the set has only the head. */
const headAnimals = parseNames(data.headAnimals);
/** People and beings of which the set has only the head. */
const heads = parseNames(data.heads);
const shirts = ["d8432f", "3f7fbf", "f2b134", "3fa08c", "7a55a8", "e8799a", "5a8f3f"].map(hex);
const trousers = ["3b4a6b", "4a4a55", "5f4a3a", "2f5b6b"].map(hex);

/** The colours of clothes that a figure always wears. */
const uniforms: Readonly<Record<string, string>> = asTable(data.uniforms);

/** Adds a body to an illustration that shows only a head, or a head and shoulders. */
async function addBody(
  content: string,
  { figure, name, posture, dice }: { figure: Figure; name: string; posture: Posture; dice: Dice },
) {
  if (headAnimals.has(figure.name)) return addAnimalBody(content, figure.name);
  const fills = await listFills(content, [0, 0, 32, 32]);
  const bottom = await listFills(content, [0, 27, 32, 3]);
  // The lowest part of a head and shoulders is wider than feet.
  const isBroad = bottom.reduce((sum, { area }) => sum + area, 0) > 216;
  const isHead = heads.has(figure.name);
  const isBust = figure.isPerson && isBroad && !isWhole(figure.name);
  if (!isHead && !isBust) return { content, height: 32, hasBody: false };
  const own = findSkin(figure.name, name);
  const { fill: skin = "#ffc83d" } = fills.find(({ fill }) => own.includes(fill)) ?? fills[0] ?? {};
  const uniform = uniforms[figure.name];
  const shirt = uniform === undefined ? dice.pick(shirts) : hex(uniform);
  const top = isHead || !bottom[0] ? shirt : hex(bottom[0].fill);
  const isPlain = !isHead || uniform !== undefined;
  const legs = isPlain ? shiftColor(top, { light: -0.14 }) : dice.pick(trousers);
  const paint = {
    top: css(top),
    sleeve: css(shiftColor(top, { light: -0.05 })),
    legs: css(legs),
    skin: figure.name === "robot" ? "#6f6a7a" : skin,
    shoes: css(shiftColor(legs, { light: -0.22 })),
  };
  const isRider = posture === "riding";
  const body = isRider ? drawRider(paint, isHead) : drawStanding(paint, isHead);
  // Heads are drawn smaller than they are in the set, or they would be half of a person.
  const head = isHead ? `<g transform="translate(4.4 4.4) scale(0.725)">${content}</g>` : content;
  return {
    content: isHead ? body + head : head + body,
    height: isRider ? 54 : 62,
    hasBody: true,
  };
}

/** Returns the colours of an area of an illustration, the most frequent first. */
async function listFills(
  content: string,
  frame: ArtFrame,
): Promise<{ fill: string; area: number }[]> {
  const areas = Array.from(await measureAreas(content, frame), ([fill, area]) => ({ fill, area }));
  return areas.toSorted((one, two) => two.area - one.area);
}

const wholeFigures = [...openWords(new URL("./art.txt", import.meta.url), ["whole"])().whole];

/** Returns whether an illustration of a person shows the whole figure. */
function isWhole(name: string): boolean {
  return wholeFigures.some((part) => name.includes(part));
}

interface ClothesColors {
  top: string;
  sleeve: string;
  legs: string;
  skin: string;
  shoes: string;
}

function drawStanding({ top, sleeve, legs, skin, shoes }: ClothesColors, isHead: boolean): string {
  const y = isHead ? 25 : 29;
  const [left, right] = isHead ? [5.6, 22.6] : [4.6, 23.2];
  const arm = (x: number) =>
    `<rect x="${x}" y="${y + 0.6}" width="4.2" height="15" rx="2.1" fill="${sleeve}"/><circle cx="${x + 2.1}" cy="${y + 15.6}" r="2.1" fill="${skin}"/>`;
  const leg = (x: number) =>
    `<rect x="${x}" y="${y + 15}" width="6" height="17" rx="1.4" fill="${legs}"/><rect x="${x - 0.8}" y="${y + 29.6}" width="7.4" height="3.6" rx="1.7" fill="${shoes}"/>`;
  const torso = isHead
    ? `<path d="M7 ${y + 5}Q7 ${y} 12 ${y}H20Q25 ${y} 25 ${y + 5}L23.6 ${y + 17}Q16 ${y + 18.6} 8.4 ${y + 17}Z" fill="${top}"/>`
    : `<path d="M8.2 ${y}H23.8L23.2 ${y + 17}Q16 ${y + 18.6} 8.8 ${y + 17}Z" fill="${top}"/>`;
  return leg(9.6) + leg(16.4) + arm(left) + arm(right) + torso;
}

/** Draws a body that sits on a mount that faces left, with one leg on this side. */
function drawRider({ top, sleeve, legs, skin, shoes }: ClothesColors, isHead: boolean): string {
  const y = isHead ? 25 : 29;
  const torso = isHead
    ? `<path d="M8.4 ${y + 5}Q8.4 ${y} 13 ${y}H19Q23.6 ${y} 23.6 ${y + 5}L23 ${y + 13}H9.4Z" fill="${top}"/>`
    : `<path d="M8.2 ${y}H23.8L23 ${y + 12}H9Z" fill="${top}"/>`;
  const leg = `<path d="M20 ${y + 10}Q13 ${y + 9} 11.6 ${y + 14}L12.6 ${y + 21.5}" fill="none" stroke="${legs}" stroke-width="6" stroke-linecap="round" stroke-linejoin="round"/><path d="M8.2 ${y + 24.6}q0-3.4 3.6-3.4h3.8v3.4z" fill="${shoes}"/>`;
  const arm = `<path d="M19.6 ${y + 3}L14.6 ${y + 9}L6.4 ${y + 8.2}" fill="none" stroke="${sleeve}" stroke-width="4" stroke-linecap="round" stroke-linejoin="round"/><circle cx="5.6" cy="${y + 8.2}" r="2.1" fill="${skin}"/>`;
  return torso + leg + arm;
}

const tailed = new Set(["fox", "wolf", "lion", "raccoon", "cat-face", "dog-face", "tiger-face"]);

/** Draws the body of an animal that sits in front of the viewer. */
async function addAnimalBody(content: string, name: string) {
  const fills = await listFills(content, [0, 0, 32, 32]);
  const isLit = ({ fill }: { fill: string }) => toLch(hex(fill))[0] > 0.28;
  const coat = hex(fills.find(isLit)?.fill ?? "#a56953");
  const limb = name === "panda" ? hex("3a3448") : shiftColor(coat, { light: -0.06 });
  const light = name === "frog" ? hex("ffd83b") : shiftColor(coat, { light: 0.12, chroma: 0.6 });
  const belly = name === "panda" || name === "polar-bear" ? hex("ffffff") : light;
  const [a, b, c] = [css(coat), css(limb), css(belly)];
  const paw = (x: number) =>
    `<path d="M${x - 2.6} 33Q${x - 3} 45 ${x - 3.2} 48Q${x} 51.4 ${x + 3.2} 48Q${x + 3} 45 ${x + 2.6} 33Z" fill="${b}"/>`;
  const foot = (x: number) => `<ellipse cx="${x}" cy="49" rx="5" ry="2.9" fill="${b}"/>`;
  const tail = tailed.has(name)
    ? `<path d="M23 47Q31.6 47 30.4 37Q29.6 33.4 27.2 35.6Q27.8 42 22 44Z" fill="${b}"/>`
    : "";
  const body = `${tail}<path d="M16 22C24 22 26.4 36 26 43C25.6 50 20 51.4 16 51.4C12 51.4 6.4 50 6 43C5.6 36 8 22 16 22Z" fill="${a}"/><ellipse cx="16" cy="38" rx="6.2" ry="9.4" fill="${c}"/>${foot(8.6)}${foot(23.4)}${paw(11.8)}${paw(20.2)}`;
  return {
    content: `${body}<g transform="translate(1.6 1.2) scale(0.9)">${content}</g>`,
    height: 53,
    hasBody: false,
  };
}
