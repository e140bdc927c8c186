import { asTable } from "hub";
import data from "../parse/nouns.json" with { type: "json" };
import { parseNames } from "../parse/nouns.ts";
import { countMax } from "../parse/read-prompt.ts";
import { type RelationKind, relationKinds, type Thing } from "../parse/reading.ts";
import { clamp, lerp } from "../stage/noise.ts";
import type { Stage } from "../stage/stage.ts";
import { type Art, buildArt } from "./art.ts";

/** A figure in a group, in units of the group: 0, 0 is the middle of the ground below it. */
export interface GroupMember {
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
export interface FigureGroup {
  root: Thing;
  parts: GroupMember[];
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

/** Builds a figure and all figures that are related to it. */
export async function buildGroup(
  stage: Stage,
  { root, index, things }: { root: Thing; index: number; things: readonly Thing[] },
): Promise<FigureGroup> {
  const art = await buildPartArt(stage, root, index);
  const place = { x: 0, y: 0, tall: getVisualHeight(root), order: 0, shows: undefined };
  const parts: GroupMember[] = [{ thing: root, index, art, ...place }];
  for (const parent of parts)
    for (const kind of relationKinds) {
      const children = things.filter(
        ({ relation }) => relation?.to === parent.thing && relation.kind === kind,
      );
      const copies = children.flatMap((thing) =>
        shareCopies(thing, { index: parent.index, parents: countThings(parent.thing) }).map(
          (copy) => ({ thing, copy }),
        ),
      );
      for (const [slot, { thing, copy }] of copies.entries()) {
        const own = { thing, index: copy, art: await buildPartArt(stage, thing, copy) };
        parts.push(attach({ ...own, parent, slot, slots: copies.length }));
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
  return buildArt(stage, {
    figure,
    color: colors[index % colors.length]?.rgb,
    posture: sits(thing) ? "riding" : "standing",
    dice: stage.dice(`art ${thing.name} ${index}`),
  });
}

/** The vehicles in which a rider sits, and not on them. */
const closed = parseNames(data.closedVehicles);
const crowns = new Set(["tree", "pine", "palm-tree", "blossom-tree", "christmas-tree"]);
/** The heights of seats, as shares of the height of the furniture. */
const seats: Readonly<Record<string, number>> = asTable(data.seats);
const raised = parseNames(data.raised);

/** Returns whether a figure sits on a mount, on furniture or on another thing. */
function sits({ relation, isSeated }: Thing): boolean {
  if (relation?.kind === "riding") return !closed.has(relation.to.name);
  if (relation?.kind !== "on") return false;
  const { name } = relation.to;
  return isSeated || (seats[name] !== undefined && name !== "island");
}

interface Attachment extends Pick<GroupMember, "thing" | "index" | "art"> {
  parent: GroupMember;
  /** The index among the things with the same relation to the parent. */
  slot: number;
  slots: number;
}

function attach({ parent, slot, slots, ...own }: Attachment): GroupMember {
  const shows = own.thing.relation?.kind ?? "next to";
  const place = choosePosition(shows, { ...own, parent, slot, slots });
  const [x, y] = [parent.x + place.x, parent.y + place.y];
  return { ...own, shows, x, y, tall: place.tall, order: parent.order + (place.layer ?? 0) };
}

/** A position relative to the parent, and whether it is before or behind it. */
interface Position {
  x: number;
  y: number;
  tall: number;
  layer?: number;
}

function choosePosition(kind: RelationKind, attachment: Attachment): Position {
  const { thing, art, parent, slot, slots } = attachment;
  const { tall: high } = parent;
  const { name, figure } = parent.thing;
  const usual = getVisualHeight(thing);
  const wide = high * parent.art.aspect;
  const side = slot % 2 === 0 ? 1 : -1;
  const share = getShare(attachment);
  switch (kind) {
    case "riding":
    case "on":
      return placeOnTop(kind, attachment);
    case "in": {
      if (!crowns.has(name)) return placeInside(attachment);
      const tall = Math.min(usual, high * 0.26);
      return { x: (share || 0.08) * wide, y: high * 0.56, tall, layer: 1 };
    }
    case "under":
      return placeBelow(attachment);
    case "behind": {
      const tall = Math.max(usual, high * 0.6);
      const reach = tall > high * 1.4 ? wide * 0.2 : wide * 0.5 + tall * art.aspect * 0.14;
      return { x: side * reach * (1 + Math.floor(slot / 2)), y: high * 0.07, tall, layer: -1 };
    }
    case "in front of": {
      const tall = Math.min(usual, high * 1.05);
      const spread = share * Math.max(wide, tall * art.aspect * slots);
      const x = slots > 1 ? spread : side * wide * 0.28;
      return { x, y: -Math.min(0.07 * high, 0.14), tall, layer: 1 };
    }
    case "above": {
      const tall = Math.min(usual, Math.max(high * 1.2, 0.5));
      const x = share * Math.max(wide, tall * art.aspect * slots * 1.1);
      return { x, y: high + Math.max(0.12, tall * 0.16), tall, layer: 1 };
    }
    case "holding": {
      const isUmbrella = thing.name === "umbrella";
      const tall = isUmbrella ? high * 0.95 : clamp(usual, high * 0.2, high * 0.46);
      const x = -side * (0.38 * wide + (isUmbrella ? 0 : tall * art.aspect * 0.25));
      const grip = isUmbrella || raised.has(thing.name) ? 0.07 : 0.42;
      return { x, y: high * 0.33 - tall * grip, tall, layer: isUmbrella ? -1 : 2 };
    }
    case "wearing":
      return { ...placeClothes(attachment), layer: 2 };
    default: {
      if (slots > 2 && thing.figure?.habitat === "air" && figure?.habitat !== "air") {
        // "bees around a sunflower".
        const turn = ((slot + 0.5) / slots) * Math.PI * 2;
        const tall = Math.min(usual, high * 0.24);
        const x = Math.sin(turn) * (wide / 2 + tall * art.aspect);
        return { x, y: high * (0.62 + 0.4 * Math.cos(turn)), tall, layer: 1 };
      }
      const own = usual * art.aspect;
      const gap = 0.06 * Math.max(usual, high) + Math.floor(slot / 2) * own * 1.06;
      return { x: side * (wide / 2 + own / 2 + gap), y: 0, tall: usual };
    }
  }
}

/** Returns the place of one of several things, from -0.5 to 0.5. */
function getShare({ slot, slots }: Attachment): number {
  return (slot + 0.5) / slots - 0.5;
}

/** The height below a piece of furniture, as a share of its height. */
const roomsBelow: Readonly<Record<string, number>> = asTable({ table: 0.72, chair: 0.4 });

function placeBelow(attachment: Attachment): Position {
  const { thing, art, parent, slots } = attachment;
  const { tall: high } = parent;
  const { name, figure } = parent.thing;
  const usual = getVisualHeight(thing);
  const wide = high * parent.art.aspect;
  const share = getShare(attachment);
  if (figure?.habitat === "air" || name === "umbrella") {
    // It hangs below its parent. The group is moved up later.
    const x = share * usual * art.aspect * slots * 1.1;
    const isUmbrella = name === "umbrella";
    return { x, y: -usual * (isUmbrella ? 0.72 : 1.12), tall: usual, layer: isUmbrella ? -1 : 1 };
  }
  const room = roomsBelow[name];
  const tall = Math.min(usual, high * (room ?? 0.6));
  if (room) return { x: share * wide * 0.6, y: 0, tall, layer: -1 };
  return { x: (slots === 1 ? 0.16 : share * 0.9) * wide, y: -0.03 * high, tall, layer: 1 };
}

function placeOnTop(kind: "riding" | "on", attachment: Attachment): Position {
  const { thing, art, parent, slots } = attachment;
  const { tall: high } = parent;
  const usual = getVisualHeight(thing);
  const wide = high * parent.art.aspect;
  const share = getShare(attachment);
  const { name } = parent.thing;
  const sunk = art.hasBody && sits(thing) ? 0.3 : 0;
  const seat = seats[name];
  if (seat !== undefined) {
    const tall = Math.min(usual, high * 1.3, (wide * 0.9) / (art.aspect * slots));
    const lamp = name === "couch-and-lamp" ? wide * 0.1 : 0;
    const y = Math.max(0, high * seat - sunk * tall);
    return { x: share * wide * 0.72 - lamp, y, tall, layer: 1 };
  }
  const isRider = kind === "riding";
  if (isRider && closed.has(name)) return placeInside(attachment);
  const [low, top, room] = isRider ? [0.62, 1.25, 0.95] : [0.3, 1.4, 1.25];
  const widest = (wide * room) / (art.aspect * Math.min(slots, 6));
  const tall = Math.min(clamp(usual, high * low, high * top), widest);
  // A cyclist sits on the saddle, which isn't the flattest part.
  const support = name.endsWith("bicycle")
    ? { x: 0.16 * wide, y: 0.86 * high }
    : findSupport(parent, { wide: tall * art.aspect, share, isRider, isShared: slots > 1 });
  return { x: support.x, y: support.y - tall * (sunk || 0.03), tall, layer: 1 };
}

function placeInside(attachment: Attachment): Position {
  const { thing, art, parent, slots } = attachment;
  const { tall: high } = parent;
  const wide = high * parent.art.aspect;
  const usual = clamp(getVisualHeight(thing), high * 0.35, high * 1.3);
  const tall = Math.min(usual, (wide * 0.82) / (art.aspect * Math.min(slots, 3)));
  const rim = findSupport(parent, { wide: wide * 0.6, share: 0, isRider: false, isShared: false });
  const y = clamp(rim.y - tall * 0.5, high * 0.08, high);
  return { x: getShare(attachment) * wide * 0.7, y, tall, layer: -1 };
}

const eyewear = new Set(["sunglasses", "glasses", "goggles"]);
const neckwear = new Set(["scarf", "necktie", "ribbon"]);
const longClothes = new Set(["dress", "kimono", "coat", "sari", "lab-coat"]);
const shortClothes = new Set(["bikini", "t-shirt", "womans-clothes"]);

function placeClothes({ thing: { name }, art, parent }: Attachment): Position {
  const { tall: high } = parent;
  const { head, aspect, hasBody } = parent.art;
  const wide = head.width * high;
  const top = high * (1 - head.top);
  const x = (head.x - 0.5) * aspect * high;
  if (eyewear.has(name)) {
    const isFacing = head.x === 0.5 && !hasBody;
    const tall = Math.max(wide * 0.92, high * (isFacing ? 0.42 : 0.24)) / art.aspect;
    return { x, y: top - wide * 0.5 - tall / 2, tall };
  }
  if (neckwear.has(name)) {
    const tall = (wide * (name === "necktie" ? 0.3 : 0.7)) / art.aspect;
    return { x, y: top - wide * 0.93 - tall * 0.75, tall };
  }
  if (longClothes.has(name)) return { x, y: high * 0.12, tall: high * 0.5 };
  if (shortClothes.has(name)) return { x, y: high * 0.24, tall: high * 0.36 };
  const [size, drop] = name === "headphone" ? [1.1, 0.95] : [1.02, 0.3];
  const tall = Math.max(wide * size, high * 0.2) / art.aspect;
  return { x, y: top - tall * drop, tall };
}

interface SupportOptions {
  wide: number;
  share: number;
  isRider: boolean;
  isShared: boolean;
}

/** Finds the flattest part of the upper edge of a part, near the middle or a share of the width. */
function findSupport(
  { art, tall }: GroupMember,
  { wide, share, isRider, isShared }: SupportOptions,
): { x: number; y: number } {
  const own = tall * art.aspect;
  const { tops } = art;
  const { length } = tops;
  const window = clamp(Math.round((Math.min(wide, own) / 2 / own) * length), 3, length);
  // The back of a mount is behind its neck.
  const wish = isRider ? 0.6 + share * 0.4 : 0.5 + share * 0.8;
  // A rider sits in the middle of a back, and anything else on top.
  const pull = isShared ? 4 : isRider ? 1.6 : 0.9;
  const places = Array.from({ length: length + 1 - window }, (_, at) => {
    const part = tops.slice(at, at + window);
    const [high, low] = [Math.min(...part), Math.max(...part)];
    const middle = (at + window / 2) / length;
    const away = Math.abs(middle - clamp(wish, 0.1, 0.9));
    const cost = (low - high) * 2.2 + away * pull + (isRider ? 0 : high * 0.5);
    const mean = part.reduce((sum, value) => sum + value, 0) / window;
    return { x: (middle - 0.5) * own, y: (1 - lerp(high, mean, 0.7)) * tall, cost };
  });
  return places.reduce((best, one) => (one.cost < best.cost ? one : best));
}
