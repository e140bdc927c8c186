import type { SvgElement } from "hub/drawing";
import { clamp, lerp } from "./canvas.ts";
import type { Thing } from "./parse/reading.ts";
import { Pen } from "./pen.ts";
import type { Stage } from "./stage.ts";
import { subjects } from "./subjects/all.ts";
import type { Subject } from "./subjects/subject.ts";

/** A thing at its place. */
export interface Sprite {
  thing: Thing;
  subject: Subject;
  x: number;
  /** Where it stands. */
  y: number;
  /** Its height in pixels. */
  tall: number;
  /** From 0, near, to 1, far. */
  depth: number;
}

const order = [0.5, 0.3, 0.7, 0.14, 0.86, 0.4, 0.6, 0.22, 0.78, 0.06, 0.94, 0.46];

/** Finds a place for all that is drawn as shapes, those further away first. */
export function placesOf(stage: Stage): Sprite[] {
  const things = stage.reading.things.filter(({ name }) => subjects[name]);
  const taken: { x: number; wide: number }[] = [];
  const main = mainOf(things);
  const sorted = things.toSorted((a, b) => Number(b === main) - Number(a === main));
  const sprites = sorted.flatMap((thing) =>
    placed(stage, thing, { isMain: thing === main, isAlone: things.length === 1, taken }),
  );
  return sprites.toSorted((one, two) => one.y - two.y);
}

/** What the picture is of: the nearest kind of thing that is named first. */
function mainOf(things: readonly Thing[]): Thing | undefined {
  const near = things.find(({ name }) => subjects[name]!.place === "near");
  return near ?? things[0];
}

function placed(
  stage: Stage,
  thing: Thing,
  {
    isMain,
    isAlone,
    taken,
  }: { isMain: boolean; isAlone: boolean; taken: { x: number; wide: number }[] },
): Sprite[] {
  const subject = subjects[thing.name]!;
  const count = thing.count ?? (thing.isPlural ? (subject.several ?? 3) : 1);
  const throwing = stage.dice(`place ${thing.name}`);
  const { width, height, horizon, reading } = stage;
  const zoom =
    { "close-up": isMain ? 1.7 : 1, wide: 0.6, top: 0.8 }[reading.composition as string] ?? 1;
  const crowd = count > 3 ? (3.4 / count) ** 0.38 : 1;
  const alone = isMain && isAlone && count === 1 && subject.place === "near" ? 1.35 : 1;
  return Array.from({ length: count }, (_, index) => {
    const spread = count > 1 ? throwing.between(-0.5, 0.5) : 0;
    const depth = depthOf(subject, spread);
    const near = 1 - depth;
    const sized =
      subject.size *
      thing.size *
      zoom *
      crowd *
      alone *
      lerp(0.82, 1.12, clamp(near + spread * 0.5));
    const tall = Math.min(height * 0.92, sized * Math.min(width, height));
    const wide = (tall * subject.wide) / width;
    const x = freeX(stage, { thing, index, count, isMain, isAlone, wide, taken });
    taken.push({ x, wide });
    const ground = lerp(horizon, height, lerp(0.9, 0.12, depth) + spread * 0.1);
    const y =
      subject.place === "air"
        ? height * throwing.between(0.2, 0.45) + tall / 2
        : Math.min(height * 0.985, ground);
    return { thing, subject, x: x * width, y, tall, depth: depth * 0.35 };
  });
}

function depthOf({ place }: Subject, spread: number): number {
  const usual = { far: 0.97, ground: 0.72, near: 0.16, air: 0.3, water: 0.66, deep: 0.4 }[place];
  return clamp(usual - spread * 0.2);
}

interface Wish {
  thing: Thing;
  index: number;
  count: number;
  isMain: boolean;
  isAlone: boolean;
  wide: number;
  taken: readonly { x: number; wide: number }[];
}

/** The place that is furthest from all others, of those that look well. */
function freeX(
  { side, dice }: Stage,
  { thing, index, count, isMain, isAlone, wide, taken }: Wish,
): number {
  const shake = dice(`x ${thing.name} ${index}`).between(-0.025, 0.025);
  if (thing.side === "center" && count === 1) return 0.5;
  const [low, high] =
    thing.side === "left" ? [0.05, 0.45] : thing.side === "right" ? [0.55, 0.95] : [0, 1];
  if (isMain && count === 1 && thing.side === undefined)
    return isAlone ? 0.5 - side * 0.05 : 0.5 - side * 0.15;
  const edge = Math.min(0.45, wide / 2);
  const room = (x: number) =>
    Math.min(...taken.map((other) => Math.abs(other.x - x) - (other.wide + wide) / 2), 0.25);
  const scored = order
    .map((x, at) => ({ x: lerp(low, high, x), at }))
    .filter(({ x }) => x >= edge * 0.6 && x <= 1 - edge * 0.6)
    .map(({ x, at }) => ({ x, score: room(x) - at * 0.006 }));
  const best =
    scored.length > 0 ? scored.reduce((one, two) => (two.score > one.score ? two : one)).x : 0.5;
  return best + shake;
}

/** The shapes of a thing at its place, with the gradients that they are filled with. */
export function drawnAt(
  stage: Stage,
  { thing, subject, x, y, tall, depth }: Sprite,
  name: string,
): SvgElement[] {
  const scale = tall / 100;
  const colors = thing.colors.map(({ rgb }) => rgb);
  const pen = new Pen(stage, { name, scale, depth, dice: stage.dice(`draw ${name}`), colors });
  const shapes = subject.draw(pen);
  const at = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})`;
  return [...pen.defs, pen.group({ transform: at }, ...shapes)];
}
