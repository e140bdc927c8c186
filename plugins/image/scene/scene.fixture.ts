import { rasterise, svgDocument } from "hub/drawing";
import { createDice } from "../dice.ts";
import { compose } from "./compose.ts";
import { readPrompt } from "./parse/read-prompt.ts";
import { Pen } from "./pen.ts";
import { type Plan, planOf } from "./plan.ts";
import type { Rgb } from "./rgb.ts";
import { setStage } from "./set-stage.ts";
import type { Stage } from "./stage.ts";
import { subjects } from "./subjects.ts";

/** The plan of a prompt, by dice that are always the same. */
export function planFor(prompt: string, negative?: string): Plan {
  return planOf(readPrompt(prompt, negative), createDice("1/time"));
}

type StageAsked = Partial<Parameters<typeof setStage>[1]> & { negative?: string };

/** The stage of a prompt, with nothing painted yet. */
export function stageFor(prompt: string, { negative, ...asked }: StageAsked = {}): Stage {
  const options = { width: 120, height: 100, seed: "1", isFlat: false, palette: [], ...asked };
  return setStage(planFor(prompt, negative), options);
}

/** The stage of a prompt, with the whole scene painted. */
export async function paintScene(prompt: string, asked?: StageAsked): Promise<Stage> {
  const stage = stageFor(prompt, asked);
  await compose(stage);
  return stage;
}

/** What a painter does to a canvas of one colour. */
export async function paintOn(
  stage: Stage,
  color: Rgb,
  paint: (stage: Stage) => void | Promise<void>,
): Promise<Stage> {
  for (let at = 0; at < stage.width * stage.height; at++) stage.canvas.paint(at, ...color, 1);
  await paint(stage);
  return stage;
}

/** The colour of a pixel. */
export function colorAt({ canvas, width }: Stage, x: number, y: number): Rgb {
  const [red = 0, green = 0, blue = 0] = canvas.color.subarray((y * width + x) * 3);
  return [red, green, blue];
}

/** The mean luminance of the pixels that are chosen, from 0 to 255; nothing where none is. */
export function meanLuma(stage: Stage, isChosen: (x: number, y: number) => boolean) {
  const chosen = pixelsWhere(stage, (_, x, y) => isChosen(x, y));
  return chosen.reduce((sum, at) => sum + stage.canvas.luma(at), 0) / chosen.length;
}

/** The indexes of the pixels for which something holds. */
export function pixelsWhere(
  { width, height }: { width: number; height: number },
  holds: (at: number, x: number, y: number) => boolean,
): number[] {
  return Array.from({ length: width * height }, (_, at) => at).filter((at) =>
    holds(at, at % width, Math.floor(at / width)),
  );
}

/** How many pixels each patch has, of pixels that touch each other at a side; the largest first. */
export function patchSizes(width: number, pixels: readonly number[]): number[] {
  const left = new Set(pixels);
  const sizes: number[] = [];
  for (const start of pixels) {
    if (!left.delete(start)) continue;
    const open = [start];
    let size = 0;
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      size++;
      for (const next of [at - 1, at + 1, at - width, at + width])
        if (left.delete(next)) open.push(next);
    }
    sizes.push(size);
  }
  return sizes.toSorted((one, two) => two - one);
}

/** A subject drawn by itself, one pixel for each of its units. */
export interface Portrait {
  width: number;
  height: number;
  /** Red, green, blue and alpha of each pixel. */
  data: Uint8Array;
  /** The pixel that the subject stands on. */
  foot: { x: number; y: number };
  /** The edges of what is more than half opaque, in the subject's units. */
  box: { left: number; right: number; top: number; bottom: number };
  /** The pixels that are more than half opaque. */
  covered: readonly number[];
}

interface PortraitAsked {
  prompt?: string;
  colors?: readonly Rgb[];
  isFlat?: boolean;
  seed?: string;
  word?: string;
}

/** Draws a subject without anything around it. */
export async function drawPortrait(name: string, asked: PortraitAsked = {}): Promise<Portrait> {
  const { prompt = `a ${name} at noon`, colors = [], isFlat = false, seed = "1" } = asked;
  const subject = subjects[name];
  if (!subject) throw new Error(`No subject is called "${name}"`);
  const stage = stageFor(prompt, { width: 512, height: 512, isFlat });
  const dice = createDice(seed);
  const word = asked.word ?? name;
  const pen = new Pen(stage, { name, scale: 1, depth: 0, dice, colors, word });
  const shapes = subject.draw(pen);
  const foot = { x: Math.ceil(subject.wide * 75) + 20, y: 140 };
  const [width, height] = [foot.x * 2, 200];
  const group = pen.group({ transform: `translate(${foot.x} ${foot.y})` }, ...shapes);
  const { data } = await rasterise(svgDocument({ width, height }, ...pen.defs, group));
  const covered = pixelsWhere({ width, height }, (at) => (data[at * 4 + 3] ?? 0) > 127);
  const xs = covered.map((at) => (at % width) - foot.x);
  const ys = covered.map((at) => Math.floor(at / width) - foot.y);
  const box = {
    left: Math.min(...xs),
    right: Math.max(...xs) + 1,
    top: Math.min(...ys),
    bottom: Math.max(...ys) + 1,
  };
  return { width, height, data, foot, box, covered };
}

const shades = ["#", "o", "+", "-"] as const;

/** Pixels in so many letters: the darker, the heavier; a dot where there is nothing. */
function letterPixels(
  { columns, rows }: { columns: number; rows: number },
  colorAt: (across: number, down: number) => Iterable<number>,
): string[] {
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => {
      const [red = 0, green = 0, blue = 0, alpha = 255] = colorAt(
        (column + 0.5) / columns,
        (row + 0.5) / rows,
      );
      const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
      return alpha < 128 ? "." : shades[Math.min(3, Math.floor(luma / 64))];
    }).join(""),
  );
}

/** A portrait in letters. */
export function letterPortrait({ width, data, foot, box }: Portrait): string[] {
  return letterPixels({ columns: 16, rows: 10 }, (across, down) => {
    const x = Math.floor(foot.x + box.left + across * (box.right - box.left));
    const y = Math.floor(foot.y + box.top + down * (box.bottom - box.top));
    return data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4);
  });
}

/** A scene in letters. */
export function letterScene(stage: Stage): string[] {
  const { width, height } = stage;
  return letterPixels({ columns: 32, rows: 14 }, (across, down) =>
    colorAt(stage, Math.floor(across * width), Math.floor(down * height)),
  );
}

/** In how many letters two drawings differ. */
export function lettersOff(one: readonly string[], other: readonly string[]): number {
  const [a, b] = [[...one.join("\n")], [...other.join("\n")]];
  return a.filter((letter, at) => letter !== b[at]).length + Math.abs(a.length - b.length);
}
