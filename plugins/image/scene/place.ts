import type { SvgElement } from "hub/drawing";
import type { Dice } from "../dice.ts";
import { clamp, lerp } from "./interpolate.ts";
import { riverAt } from "./layers/paths.ts";
import { countMax } from "./parse/read-prompt.ts";
import { isWhite, type Thing } from "./parse/reading.ts";
import type { Subject } from "./pen.ts";
import { Pen } from "./pen.ts";
import type { Rgb } from "./rgb.ts";
import type { Stage } from "./stage.ts";
import { subjects } from "./subjects.ts";

/** Where things look well, the best first. */
const order = [0.5, 0.28, 0.72, 0.14, 0.86, 0.4, 0.6, 0.2, 0.8, 0.07, 0.93, 0.46];

/** A thing at its place. */
export interface Sprite {
  thing: Thing;
  subject: Subject;
  /** Which of its kind it is. */
  index: number;
  x: number;
  /** Where it stands. */
  y: number;
  /** Its height in pixels. */
  tall: number;
  /** From 0, near, to 1, far. */
  depth: number;
}

interface Share {
  isMain: boolean;
  isAlone: boolean;
  /** By what all things are smaller so that none hides another. */
  room: number;
  taken: Taken[];
}

/** Finds a place for all that is drawn as shapes, those further away first. */
export function placesOf(stage: Stage): Sprite[] {
  const things = stage.reading.things.filter(({ name }) => subjects[name]);
  const taken: Taken[] = [];
  const main = mainOf(things);
  const sorted = things.toSorted((a, b) => Number(b === main) - Number(a === main));
  const isAlone = stage.reading.things.length === 1;
  const room = roomFor(stage, things);
  const sprites = sorted.flatMap((thing) =>
    isScattered(thing)
      ? scatter(stage, thing)
      : placeThing(stage, thing, { isMain: thing === main, isAlone, room, taken }),
  );
  // What flies is behind all that stands if it is large, and before it if that would hide it.
  const order = ({ subject, y, tall }: Sprite) => {
    if (subject.place !== "air") return y;
    return tall > stage.height * 0.3 ? y - stage.height : y + stage.height;
  };
  return bringHiddenForward(
    [...plantForest(stage), ...sprites].toSorted((one, two) => order(one) - order(two)),
  );
}

/** Sprites from behind to the front, with those in front that the others would hide. */
function bringHiddenForward(sprites: readonly Sprite[]): Sprite[] {
  const single = sprites.filter(({ index, thing }) => index < countMax && !isScattered(thing));
  const hidden = new Set(
    single.filter((one, at) => measureHidden(one, single.slice(at + 1)) > 0.75),
  );
  return [...sprites.filter((one) => !hidden.has(one)), ...hidden];
}

/** How much of a thing is behind others, which are taken for as large as the boxes about them. */
export function measureHidden(sprite: Sprite, others: readonly Sprite[]): number {
  const own = boxOf(sprite);
  const boxes = others.map(boxOf);
  const steps = Array.from({ length: 10 }, (_, at) => (at + 0.5) / 10);
  const points = steps.flatMap((u) =>
    steps.map((v) => ({ x: lerp(own.left, own.right, u), y: lerp(own.top, own.bottom, v) })),
  );
  const hidden = points.filter(({ x, y }) =>
    boxes.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom),
  );
  return hidden.length / points.length;
}

function boxOf({ x, y, tall, subject }: Sprite) {
  const half = (tall * subject.wide) / 2;
  return { left: x - half, right: x + half, top: y - tall, bottom: y };
}

function subjectOf(name: string): Subject {
  const subject = subjects[name];
  if (!subject) throw new Error(`No subject is called "${name}"`);
  return subject;
}

/** What the picture is of: the nearest kind of thing that is named first. */
function mainOf(things: readonly Thing[]): Thing | undefined {
  const near = things.find(
    (thing) => subjectOf(thing.name).place === "near" && !isScattered(thing),
  );
  return near ?? things[0];
}

function isScattered({ name, count, isPlural }: Thing): boolean {
  return subjects[name]?.isScattered === true && isPlural && count === undefined;
}

function numberOf({ name, count, isPlural }: Thing): number {
  return Math.min(countMax, count ?? (isPlural ? (subjects[name]?.several ?? 3) : 1));
}

/** How much smaller things have to be to stand beside each other. */
function roomFor(stage: Stage, things: readonly Thing[]): number {
  const { width, height, backdrop } = stage;
  const isOpen = backdrop === "space" || backdrop === "underwater";
  const standing = things.filter((thing) => {
    return !isScattered(thing) && subjects[thing.name]?.place !== "far";
  });
  const wide = standing.map((thing) => {
    const { size, wide, place } = subjectOf(thing.name);
    const count = numberOf(thing);
    // What flies has room above the others.
    const share = place === "air" && !isOpen ? 0.6 : 1;
    return Math.min(1.05, count * wide * size * crowdOf(count)) * thing.size * share;
  });
  const all = wide.reduce((sum, one) => sum + one, 0) * (Math.min(width, height) / width);
  // The more there are, the more room is lost between them; in open space there is some above, too.
  const count = standing.reduce((sum, thing) => sum + numberOf(thing), 0);
  const share = isOpen ? 1.2 : count > 4 ? 0.65 : 0.85;
  return standing.length > 1 ? Math.min(1, share / all) : 1;
}

/** How much smaller each of many is. */
function crowdOf(count: number): number {
  return count > 3 ? (3.4 / count) ** 0.38 : 1;
}

function placeThing(stage: Stage, thing: Thing, share: Share): Sprite[] {
  const subject = subjectOf(thing.name);
  const count = numberOf(thing);
  const throwing = stage.dice(`place ${thing.name}`);
  const zoom = zoomOf(stage, { subject, thing, count, ...share });
  const first = throwing.next();
  return Array.from({ length: count }, (_, index) => {
    const spread = count > 1 ? ((first + index * 0.618) % 1) - 0.5 : 0;
    const { y, depth, scale } = standingAt(stage, subject, { spread, dice: throwing });
    const tall = Math.min(stage.height * 0.94, zoom * scale * Math.min(stage.width, stage.height));
    const wide = (tall * subject.wide) / stage.width;
    const { isMain, isAlone, taken } = share;
    // What flies is not cut off by an edge.
    const raised =
      subject.place === "air" ? Math.max(Math.min(y + tall / 2, stage.height), tall * 1.04) : y;
    const box = { wide, tall: tall / stage.width, y: (raised - tall / 2) / stage.width };
    const x = freeX(stage, { thing, index, count, isMain, isAlone, ...box, taken });
    taken.push({ x, ...box });
    const isOnRiver = ["water", "deep"].includes(subject.place) && isRiverside(stage);
    const left = isOnRiver ? riverAt(stage, y) : x * stage.width;
    return { thing, subject, index, x: left, y: raised, tall, depth };
  });
}

/** How large a thing is as a share of the picture's shorter side. */
function zoomOf(
  { reading }: Stage,
  {
    subject,
    thing,
    count,
    isMain,
    isAlone,
    room: all,
  }: Share & { subject: Subject; thing: Thing; count: number },
): number {
  const byComposition = { "close-up": isMain ? 1.75 : 1, wide: 0.6, top: 0.8 };
  const zoom = byComposition[reading.composition as keyof typeof byComposition] ?? 1;
  const isLarge = isMain && isAlone && count === 1 && subject.place !== "far";
  const alone = isLarge ? Math.min(1.45, 0.56 / subject.size) : 1;
  const lonely = reading.mood === "lonely" ? 0.68 : 1;
  const room = count > 1 && count < 6 ? 1.05 / (count * subject.wide) : 1;
  const size = Math.min(room, subject.size * zoom * crowdOf(count)) * thing.size;
  return size * alone * lonely * (subject.place === "far" ? 1 : all);
}

/** Where a kind of thing stands, and how much smaller it is for being far away. */
function standingAt(
  stage: Stage,
  { place }: Subject,
  { spread, dice }: { spread: number; dice: Dice },
) {
  const { height, horizon, shore, backdrop } = stage;
  if (backdrop === "space" || backdrop === "underwater")
    return {
      y: height * clamp(0.56 + spread * 0.72 + dice.between(-0.06, 0.06), 0.2, 0.9),
      depth: 0.05,
      scale: 1 + spread * 0.4,
    };
  if (place === "air")
    return { y: horizon * dice.between(0.22, 0.7), depth: 0.06, scale: 1 + spread * 0.6 };
  if (place === "far") return { y: horizon + 3, depth: 0.45, scale: 1 };
  const isAfloat = place === "water" || place === "deep";
  if (isAfloat && (backdrop === "sea" || backdrop === "lake"))
    return {
      y: lerp(horizon, Math.min(shore, height), 0.42 + spread * 0.5),
      depth: 0.08,
      scale: 1 + spread * 0.5,
    };
  // On a river things are behind each other, as it leaves no room beside them.
  const [middle, reach] =
    isAfloat && isRiverside(stage)
      ? [0.5, 1]
      : place === "ground"
        ? [0.34, 0.42]
        : [place === "water" ? 0.34 : 0.8, 0.38];
  const near = clamp(middle + spread * reach);
  const top = backdrop === "sea" || backdrop === "lake" ? shore + stage.unit * 12 : horizon;
  const depth = place === "ground" ? 0.24 - near * 0.16 : 0.03;
  return { y: lerp(top, height * 0.985, near), depth, scale: 1 + spread * 0.55 };
}

/** Whether the only water is a river. */
function isRiverside({ thing, backdrop }: Stage): boolean {
  return thing("river") !== undefined && backdrop !== "sea" && backdrop !== "lake";
}

/** Many of a kind all over the ground, smaller towards the horizon. */
function scatter(stage: Stage, thing: Thing): Sprite[] {
  const subject = subjectOf(thing.name);
  const throwing = stage.dice(`scatter ${thing.name}`);
  const { width, height, horizon, shore, backdrop } = stage;
  const top = backdrop === "sea" || backdrop === "lake" ? shore : horizon;
  const count = Math.round((subject.several ?? 40) * Math.min(1.6, Math.max(0.8, width / height)));
  return Array.from({ length: count }, (_, at) => {
    const near = ((at + throwing.next()) / count) ** 0.62;
    const tall =
      Math.min(width, height) * subject.size * thing.size * lerp(0.07, 0.78, near ** 1.3);
    return {
      thing,
      subject,
      index: at,
      tall,
      depth: (1 - near) * 0.3,
      // By the golden ratio no two are close, and none are in rows.
      x: ((at * 0.618 + throwing.next() * 0.12) % 1) * width,
      y: lerp(top + 6 * stage.unit, height * 1.05, near ** 1.3),
    };
  });
}

const needled = new Set(["pine forest", "fir forest", "spruce forest"]);
const broad = new Set(["birch forest", "oak forest", "jungle", "rainforest", "rain forest"]);

/** The trees of a forest: a row behind, another before it, and large ones at the sides. */
function plantForest(stage: Stage): Sprite[] {
  const forest = stage.thing("forest");
  if (!forest || !["land", "lake", "sea", "city"].includes(stage.backdrop)) return [];
  const { width, height, horizon, unit, dice, reading, shore, backdrop } = stage;
  const throwing = dice("forest");
  const usual = isWhite(reading) || (throwing.next() < 0.55 && reading.season !== "autumn");
  const isNeedled = needled.has(forest.word) || (usual && !broad.has(forest.word));
  const subject = subjectOf(isNeedled ? "pine" : "tree");
  const hasShore = backdrop === "lake" || backdrop === "sea";
  const row = (
    count: number,
    [near, size, depth]: readonly [number, number, number],
    side = 1,
  ): Sprite[] =>
    Array.from({ length: count }, (_, at) => {
      const place = (at + throwing.next()) / count;
      // The front row leaves the middle of the picture free.
      const x = side === 1 ? place : place < 0.5 ? place * 0.48 : 1 - (1 - place) * 0.48;
      const top = hasShore && near > 0.1 ? shore : horizon;
      return {
        thing: forest,
        subject,
        index: 0,
        depth,
        x: x * width,
        y: lerp(top, height, near) + throwing.between(0, 5) * unit,
        tall: Math.min(width, height) * size * throwing.between(0.8, 1.2),
      };
    });
  return [
    ...row(Math.round((22 * width) / height), [0.02, 0.2, 0.5]),
    ...(hasShore ? [] : row(Math.round((11 * width) / height), [0.14, 0.36, 0.24], 0)),
    ...row(4, [0.42, 0.68, 0.06], 0),
  ];
}

/** The shapes of a thing at its place, with the gradients that they are filled with. */
export function drawAt(
  stage: Stage,
  { thing, subject, index, x, y, tall, depth }: Sprite,
  name: string,
): SvgElement[] {
  const scale = tall / 100;
  const dice = stage.dice(`draw ${name}`);
  const colors = colorsAt(thing, index);
  const pen = new Pen(stage, { name, scale, depth, dice, colors, word: thing.word });
  const shapes = subject.draw(pen);
  const at = `translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${scale.toFixed(4)})`;
  return [...pen.defs, pen.group({ transform: at }, ...shapes)];
}

/** The colours of one of several: "red and blue cars" are red ones and blue ones. */
function colorsAt({ colors }: Thing, index: number): Rgb[] {
  const first = colors.length > 0 ? index % colors.length : 0;
  return [...colors.slice(first), ...colors.slice(0, first)].map(({ rgb }) => rgb);
}

/** What is somewhere already: its middle and its size, as shares of the picture's width. */
interface Taken {
  x: number;
  y: number;
  wide: number;
  tall: number;
}

interface Wish extends Omit<Taken, "x"> {
  thing: Thing;
  index: number;
  count: number;
  isMain: boolean;
  isAlone: boolean;
  taken: readonly Taken[];
}

/** The place that is furthest from all others, of those that look well. */
function freeX({ side, dice, backdrop, thing: named }: Stage, wish: Wish): number {
  const { thing, index, count, isMain, isAlone, wide, tall, y, taken } = wish;
  const shake = dice(`x ${thing.name} ${index}`).between(-0.03, 0.03);
  if (thing.side === "center" && count === 1) return 0.5;
  // The rainbow stands where the main thing usually does, opposite to the sun.
  const away = named("rainbow") ? -side : side;
  if (isMain && count === 1 && thing.side === undefined)
    return 0.5 - away * (isAlone ? (backdrop === "space" ? 0.08 : 0.04) : 0.14);
  const [low, high] = reachOf(thing);
  const edge = Math.min(0.45, wide / 2);
  const room = (x: number) =>
    Math.min(
      ...taken.map((other) =>
        Math.max(
          Math.abs(other.x - x) - (other.wide + wide) / 2,
          Math.abs(other.y - y) - (other.tall + tall) / 2,
        ),
      ),
      0.25,
    );
  const scored = order
    .map((x, at) => ({ x: lerp(low, high, x), at }))
    .filter(({ x }) => x >= edge * 0.9 && x <= 1 - edge * 0.9)
    .map(({ x, at }) => ({ x, score: room(x) - at * 0.006 }));
  if (scored.length === 0) return 0.5;
  const best = scored.reduce((one, two) => (two.score > one.score ? two : one));
  const [first, last] = [
    Math.min(0.5, Math.max(low, edge)),
    Math.max(0.5, Math.min(high, 1 - edge)),
  ];
  if (room(best.x) >= 0) return clamp(best.x + shake, Math.min(0.5, edge), Math.max(0.5, 1 - edge));
  // Where it is crowded, no place looks well, and what counts is that nothing hides another.
  const places = Array.from({ length: 33 }, (_, at) => lerp(first, last, at / 32));
  return places.reduce((one, two) => (room(two) > room(one) ? two : one));
}

function reachOf({ side }: Thing): readonly [number, number] {
  if (side === "left") return [0.05, 0.45];
  if (side === "right") return [0.55, 0.95];
  return side === "center" ? [0.3, 0.7] : [0, 1];
}
