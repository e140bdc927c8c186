import { type Art, buildArt } from "./art.ts";
import { clamp, lerp } from "./interpolate.ts";
import data from "./nouns.json" with { type: "json" };
import { parseNames } from "./nouns.ts";
import { countMax } from "./parse/read-prompt.ts";
import type { RelationKind, Thing } from "./parse/reading.ts";
import type { Stage } from "./stage.ts";

/** A figure in a group, in units of the group: 0, 0 is the middle of the ground below it. */
interface Part {
  thing: Thing;
  /** The index among the things of its kind. */
  index: number;
  art: Art;
  x: number;
  y: number;
  tall: number;
  order: number;
  /** The relation that its position shows. */
  shows: RelationKind | undefined;
}

/** Figures that keep their places to each other. */
export interface Group {
  root: Thing;
  parts: Part[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Returns the number of figures to draw for a thing. */
export function countThings({ count, isPlural }: Thing): number {
  return Math.min(countMax, count ?? (isPlural ? 3 : 1));
}

/** Returns the height of a figure as the eye compares it: large things are drawn smaller than life. */
function getVisualHeight({ figure, size }: Thing): number {
  return clamp((figure?.meters ?? 1) ** 0.45, 0.3, 3.2) * size;
}

const relationOrder: readonly RelationKind[] = [
  "riding",
  "on",
  "in",
  "wearing",
  "holding",
  "under",
  "behind",
  "in front of",
  "above",
  "next to",
];

/** Builds a figure and all figures that are related to it. */
export async function buildGroup(
  stage: Stage,
  { root, index, things }: { root: Thing; index: number; things: readonly Thing[] },
): Promise<Group> {
  const rootPart: Part = {
    thing: root,
    index,
    art: await buildPartArt(stage, root, index),
    x: 0,
    y: 0,
    tall: getVisualHeight(root),
    order: 0,
    shows: undefined,
  };
  const parts = [rootPart];
  for (const parent of parts)
    for (const kind of relationOrder) {
      const children = things.filter(
        ({ relation }) => relation?.to === parent.thing && relation.kind === kind,
      );
      const copies = children.flatMap((thing) =>
        shareCopies(thing, { index: parent.index, parents: countThings(parent.thing) }).map(
          (copy) => ({ thing, copy }),
        ),
      );
      for (const [slot, { thing, copy }] of copies.entries()) {
        const art = await buildPartArt(stage, thing, copy);
        parts.push(attach({ thing, index: copy, art, parent, slot, slots: copies.length }));
      }
    }
  const halves = parts.map(({ tall, art }) => (tall * art.aspect) / 2);
  return {
    root,
    parts,
    left: Math.min(...parts.map(({ x }, at) => x - (halves[at] ?? 0))),
    right: Math.max(...parts.map(({ x }, at) => x + (halves[at] ?? 0))),
    top: Math.max(...parts.map(({ y, tall }) => y + tall)),
    bottom: Math.min(...parts.map(({ y }) => y)),
  };
}

/** Returns the indexes of the copies of a thing that belong to one of several parents. */
function shareCopies(
  child: Thing,
  { index, parents }: { index: number; parents: number },
): number[] {
  const kind = child.relation?.kind;
  const isPersonal = kind === "wearing" || (kind === "holding" && child.isPlural);
  const count = isPersonal ? Math.max(countThings(child), parents) : countThings(child);
  return Array.from({ length: count }, (_, at) => at).filter((at) => at % parents === index);
}

/** Builds the artwork of one of several figures: each has the next one of the colours. */
export async function buildPartArt(stage: Stage, thing: Thing, index: number): Promise<Art> {
  const { figure, colors } = thing;
  if (!figure) throw new Error(`No figure is called "${thing.name}"`);
  const first = colors.length > 0 ? index % colors.length : 0;
  return buildArt(stage, {
    figure,
    colors: [...colors.slice(first), ...colors.slice(0, first)].map(({ rgb }) => rgb),
    posture: sits(thing) ? "riding" : "standing",
    dice: stage.dice(`art ${thing.name} ${index}`),
  });
}

const closed = parseNames(data.closedVehicles);
const crowns = new Set(["tree", "pine", "palm-tree", "blossom-tree", "christmas-tree"]);
/** The heights of seats, as shares of the height of the furniture. */
const seats: Readonly<Record<string, number>> = data.seats;
/** The places of saddles, as shares of the width and of the height. */
const saddles = data.saddles as unknown as Readonly<Record<string, readonly [number, number]>>;
const raised = parseNames(
  "balloon candle triangular-flag white-flag pirate-flag magic-wand crossed-swords kite",
);

/** Returns whether a figure sits on a mount, on furniture or on another thing. */
function sits({ relation, isSeated }: Thing): boolean {
  if (relation?.kind === "riding") return !isClosed(relation.to);
  if (relation?.kind !== "on") return false;
  const { name } = relation.to;
  return isSeated || (seats[name] !== undefined && name !== "island");
}

/** Returns whether a rider sits in a vehicle and not on it. */
function isClosed({ figure }: Thing): boolean {
  return figure !== undefined && closed.has(figure.name);
}

interface Attachment {
  thing: Thing;
  index: number;
  art: Art;
  parent: Part;
  /** The index among the things with the same relation to the parent. */
  slot: number;
  slots: number;
}

/** Positions a part at its parent. */
function attach(attachment: Attachment): Part {
  const { thing, index, art } = attachment;
  const shows = thing.relation?.kind ?? "next to";
  return { thing, index, art, shows, ...choosePosition(shows, attachment) };
}

type Position = Pick<Part, "x" | "y" | "tall" | "order">;

function choosePosition(kind: RelationKind, attachment: Attachment): Position {
  const { thing, art, parent, slot, slots } = attachment;
  const usual = getVisualHeight(thing);
  const wide = parent.tall * parent.art.aspect;
  const name = parent.thing.name;
  const side = slot % 2 === 0 ? 1 : -1;
  const share = slots > 1 ? (slot + 0.5) / slots - 0.5 : 0;
  const { order } = parent;
  switch (kind) {
    case "riding":
    case "on":
      return placeOnTop(kind, attachment);
    case "in": {
      if (!crowns.has(name)) return placeInside(attachment);
      const tall = Math.min(usual, parent.tall * 0.26);
      const x = parent.x + (share || 0.08) * wide;
      return { x, y: parent.y + parent.tall * 0.56, tall, order: order + 1 };
    }
    case "under": {
      const isUmbrella = name === "umbrella";
      if (parent.thing.figure?.habitat === "air" || isUmbrella) {
        // The child hangs below its parent. The group is moved up later.
        const x = parent.x + share * usual * art.aspect * slots * 1.1;
        const y = parent.y - usual * (isUmbrella ? 0.72 : 1.12);
        return { x, y, tall: usual, order: order + (isUmbrella ? -1 : 1) };
      }
      const room = { table: 0.72, chair: 0.4 }[name];
      const tall = Math.min(usual, parent.tall * (room ?? 0.6));
      if (room) return { x: parent.x + share * wide * 0.6, y: parent.y, tall, order: order - 1 };
      const x = parent.x + (slots === 1 ? 0.16 : share * 0.9) * wide;
      return { x, y: parent.y - 0.03 * parent.tall, tall, order: order + 1 };
    }
    case "behind": {
      const tall = Math.max(usual, parent.tall * 0.6);
      const isHigh = tall > parent.tall * 1.4;
      const reach = isHigh ? wide * 0.2 : wide * 0.5 + tall * art.aspect * 0.14;
      const x = parent.x + side * reach * (1 + Math.floor(slot / 2));
      return { x, y: parent.y + parent.tall * 0.07, tall, order: order - 1 };
    }
    case "in front of": {
      const tall = Math.min(usual, parent.tall * 1.05);
      const off =
        slots > 1 ? share * Math.max(wide, tall * art.aspect * slots) : side * wide * 0.28;
      const y = parent.y - Math.min(0.07 * parent.tall, 0.14);
      return { x: parent.x + off, y, tall, order: order + 1 };
    }
    case "above": {
      const tall = Math.min(usual, Math.max(parent.tall * 1.2, 0.5));
      const off = slots > 1 ? share * Math.max(wide, tall * art.aspect * slots * 1.1) : 0;
      const y = parent.y + parent.tall + Math.max(0.12, tall * 0.16);
      return { x: parent.x + off, y, tall, order: order + 1 };
    }
    case "holding": {
      const tall = clamp(usual, parent.tall * 0.2, parent.tall * 0.46);
      const turned = -side;
      const hand = parent.art.hasBody ? { x: 0.4, y: 0.31 } : { x: 0.36, y: 0.36 };
      const [x, y] = [parent.x + turned * hand.x * wide, parent.y + hand.y * parent.tall];
      if (thing.name === "umbrella") {
        const sunk = y - tall * 0.06;
        return {
          x: parent.x + turned * 0.36 * wide,
          y: sunk,
          tall: parent.tall * 0.95,
          order: order - 1,
        };
      }
      const gap = tall * art.aspect * (parent.art.hasBody ? 0.22 : 0.3);
      const drop = tall * (raised.has(thing.name) ? 0.08 : 0.42);
      return { x: x + turned * gap, y: y - drop, tall, order: order + 2 };
    }
    case "wearing":
      return placeClothes(attachment);
    default: {
      if (slots > 2 && thing.figure?.habitat === "air" && parent.thing.figure?.habitat !== "air") {
        // "bees around a sunflower".
        const turn = ((slot + 0.5) / slots) * Math.PI * 2;
        const tall = Math.min(usual, parent.tall * 0.24);
        const x = parent.x + Math.sin(turn) * (wide / 2 + tall * art.aspect);
        const y = parent.y + parent.tall * (0.62 + 0.4 * Math.cos(turn));
        return { x, y, tall, order: order + 1 };
      }
      const own = usual * art.aspect;
      const gap = 0.06 * Math.max(usual, parent.tall) + Math.floor(slot / 2) * own * 1.06;
      const x = parent.x + side * (wide / 2 + own / 2 + gap);
      return { x, y: parent.y, tall: usual, order };
    }
  }
}

function placeOnTop(
  kind: "riding" | "on",
  { thing, art, parent, slot, slots }: Attachment,
): Position {
  const usual = getVisualHeight(thing);
  const wide = parent.tall * parent.art.aspect;
  const share = slots > 1 ? (slot + 0.5) / slots - 0.5 : 0;
  const order = parent.order + 1;
  const seat = seats[parent.thing.name];
  if (seat !== undefined) {
    const tall = Math.min(usual, parent.tall * 1.3, (wide * 0.9) / (art.aspect * slots));
    const lamp = parent.thing.name === "couch-and-lamp" ? wide * 0.1 : 0;
    const sunk = art.hasBody && sits(thing) ? tall * 0.3 : 0;
    const y = parent.y + Math.max(0, parent.tall * seat - sunk);
    return { x: parent.x + share * wide * 0.72 - lamp, y, tall, order };
  }
  const isRider = kind === "riding";
  if (isRider && isClosed(parent.thing))
    return placeInside({ thing, index: 0, art, parent, slot, slots });
  const [low, high, room] = isRider ? [0.62, 1.25, 0.95] : [0.3, 1.4, 1.25];
  const tall = Math.min(
    clamp(usual, parent.tall * low, parent.tall * high),
    (wide * room) / (art.aspect * Math.min(slots, 6)),
  );
  const saddle = isRider ? saddles[parent.thing.name] : undefined;
  const support = saddle
    ? { x: (saddle[0] - 0.5) * wide, y: saddle[1] * parent.tall }
    : findSupport(parent, { wide: tall * art.aspect, share, isRider, isShared: slots > 1 });
  const sunk = art.hasBody && sits(thing) ? tall * 0.3 : tall * 0.03;
  return { x: parent.x + support.x, y: parent.y + support.y - sunk, tall, order };
}

function placeInside({ thing, art, parent, slot, slots }: Attachment): Position {
  const wide = parent.tall * parent.art.aspect;
  const share = slots > 1 ? (slot + 0.5) / slots - 0.5 : 0;
  const usual = clamp(getVisualHeight(thing), parent.tall * 0.35, parent.tall * 1.3);
  const tall = Math.min(usual, (wide * 0.82) / (art.aspect * Math.min(slots, 3)));
  const rim = findSupport(parent, { wide: wide * 0.6, share: 0, isRider: false, isShared: false });
  const y = parent.y + clamp(rim.y - tall * 0.5, parent.tall * 0.08, parent.tall);
  return { x: parent.x + share * wide * 0.7, y, tall, order: parent.order - 1 };
}

const eyewear = new Set(["sunglasses", "glasses", "goggles"]);
const neckwear = new Set(["scarf", "necktie", "ribbon"]);
const longClothes = new Set(["dress", "kimono", "coat", "sari", "lab-coat"]);
const shortClothes = new Set(["bikini", "t-shirt", "womans-clothes"]);

function placeClothes({ thing: { name }, art, parent }: Attachment): Position {
  const { head, aspect, eyes } = parent.art;
  const order = parent.order + 2;
  const getX = (share: number) => parent.x + (share - 0.5) * aspect * parent.tall;
  const wide = head.width * parent.tall;
  const top = parent.y + parent.tall * (1 - head.top);
  const x = getX(head.x);
  if (eyewear.has(name)) {
    const isFacing = head.x === 0.5 && !parent.art.hasBody;
    const tall = Math.max(wide * 0.92, parent.tall * (isFacing ? 0.42 : 0.24)) / art.aspect;
    const isKnown = eyes !== undefined && parent.thing.figure?.isAnimal;
    const y = isKnown ? parent.y + parent.tall * (1 - eyes.y) : top - wide * 0.5;
    return { x: isKnown ? getX(eyes.x) : x, y: y - tall / 2, tall, order };
  }
  if (neckwear.has(name)) {
    const tall = (wide * (name === "necktie" ? 0.3 : 0.7)) / art.aspect;
    return { x, y: top - wide * 0.93 - tall * 0.75, tall, order };
  }
  if (longClothes.has(name)) {
    return { x, y: parent.y + parent.tall * 0.12, tall: parent.tall * 0.5, order };
  }
  if (shortClothes.has(name)) {
    return { x, y: parent.y + parent.tall * 0.24, tall: parent.tall * 0.36, order };
  }
  const [size, drop] = name === "headphone" ? [1.1, 0.95] : [1.02, 0.3];
  const tall = Math.max(wide * size, parent.tall * 0.2) / art.aspect;
  return { x, y: top - tall * drop, tall, order };
}

interface SupportOptions {
  wide: number;
  share: number;
  isRider: boolean;
  isShared: boolean;
}

/** Finds the flattest part of the upper edge of a part, near the middle or a share of the width. */
function findSupport(
  { art, tall }: Part,
  { wide, share, isRider, isShared }: SupportOptions,
): { x: number; y: number } {
  const own = tall * art.aspect;
  const { tops } = art;
  const { length } = tops;
  const window = clamp(Math.round((Math.min(wide, own) / 2 / own) * length), 3, length);
  // The back of a mount is behind its neck.
  const middleShare = isRider ? 0.6 : 0.5;
  const wish = clamp(middleShare + share * (isRider ? 0.4 : 0.8), 0.1, 0.9) * length;
  const places = Array.from({ length: length + 1 - window }, (_, at) => {
    const part = tops.slice(at, at + window);
    const [high, low] = [Math.min(...part), Math.max(...part)];
    const middle = at + window / 2;
    // A rider sits in the middle of a back, and anything else on top.
    const pull = isShared ? 4 : isRider ? 1.6 : 0.9;
    const away = Math.abs(middle - wish) / length;
    const cost = (low - high) * 2.2 + away * pull + (isRider ? 0 : high * 0.5);
    const mean = part.reduce((sum, value) => sum + value, 0) / window;
    return { x: (middle / length - 0.5) * own, y: (1 - lerp(high, mean, 0.7)) * tall, cost };
  });
  return places.reduce((best, one) => (one.cost < best.cost ? one : best));
}
