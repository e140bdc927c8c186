import { type Art, buildArt } from "./art.ts";
import { clamp, lerp } from "./interpolate.ts";
import { riverAt } from "./layers/paths.ts";
import { countMax } from "./parse/read-prompt.ts";
import type { RelationKind, Thing } from "./parse/reading.ts";
import type { Stage } from "./stage.ts";

/** A figure at its position. */
export interface Sprite {
  thing: Thing;
  /** Its index among the things of its kind. */
  index: number;
  art: Art;
  /** The middle, in pixels. */
  x: number;
  /** The lowest point, in pixels. */
  y: number;
  /** The height, in pixels. */
  tall: number;
  /** The distance, from 0, near, to 1, far. */
  depth: number;
  isMirrored: boolean;
  /** The surface below it. */
  footing: "ground" | "water" | "air" | "thing";
  /** The relation that its position shows. */
  shows: RelationKind | undefined;
}

/** A figure in a group, in units of the group: 0, 0 is the middle of the ground below it. */
interface Part {
  thing: Thing;
  index: number;
  art: Art;
  x: number;
  y: number;
  tall: number;
  order: number;
  isMirrored: boolean;
  shows: RelationKind | undefined;
}

/** Figures that keep their places to each other. */
interface Group {
  root: Thing;
  parts: Part[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Figures that stand in the background. */
const farMeters = 4;

/** Positions all figures, from back to front. Nothing is cut at an edge. */
export async function layoutFigures(stage: Stage): Promise<Sprite[]> {
  const things = limitThings(stage.reading.things.filter(({ figure }) => figure !== undefined));
  const roots = things.filter((thing) => !hasParent(thing, things) && !isScattered(stage, thing));
  const groups: Group[] = [];
  for (const root of roots)
    for (let index = 0; index < countThings(root); index++)
      groups.push(await buildGroup(stage, { root, index, things }));
  const sprites = placeGroups(stage, groups);
  const scattered: Sprite[] = [];
  for (const thing of things.filter((one) => isScattered(stage, one)))
    scattered.push(...(await scatter(stage, thing)));
  return [
    ...scattered.filter(({ y }) => y < stage.height * 0.86),
    ...sprites,
    ...scattered.filter(({ y }) => y >= stage.height * 0.86),
  ];
}

function hasParent({ relation }: Thing, things: readonly Thing[]): boolean {
  return relation !== undefined && things.includes(relation.to);
}

/** The number of figures from which on the other things of a prompt are omitted. */
const figuresMax = 40;

function limitThings(things: readonly Thing[]): Thing[] {
  let sum = 0;
  return things.filter((thing) => {
    sum += countThings(thing);
    return sum <= figuresMax;
  });
}

/** Returns the number of figures to draw for a thing. */
export function countThings({ count, isPlural }: Thing): number {
  return Math.min(countMax, count ?? (isPlural ? 3 : 1));
}

/** Returns the height of a figure as the eye compares it: large things are drawn smaller than life. */
function getVisualHeight({ figure, size }: Thing): number {
  return clamp((figure?.meters ?? 1) ** 0.45, 0.3, 3.2) * size;
}

const flowers = new Set(
  "tulip rose sunflower white-flower cherry-blossom hibiscus blossom hyacinth herb".split(" "),
);

/** Returns whether a thing grows all over the ground: "a field of tulips". */
export function isScattered(
  { backdrop, reading }: Pick<Stage, "backdrop" | "reading">,
  { figure, isPlural, count, relation }: Thing,
): boolean {
  if (!figure || !flowers.has(figure.name) || !isPlural || count !== undefined || relation)
    return false;
  return reading.composition !== "close-up" && ["land", "lake", "sea", "city"].includes(backdrop);
}

interface GroupOptions {
  root: Thing;
  index: number;
  things: readonly Thing[];
}

async function buildGroup(stage: Stage, { root, index, things }: GroupOptions): Promise<Group> {
  const parts: Part[] = [];
  const add = async (
    thing: Thing,
    at: number,
    parent: Part | undefined,
    slot: number,
    slots: number,
  ) => {
    const art = await buildPartArt(stage, thing, at);
    const part = parent
      ? attach(stage, { thing, index: at, art, parent, slot, slots })
      : {
          thing,
          index: at,
          art,
          x: 0,
          y: 0,
          tall: getVisualHeight(thing),
          order: 0,
          isMirrored: isMirrored(stage, thing, at),
          shows: undefined,
        };
    parts.push(part);
    for (const kind of relationOrder) {
      const children = things.filter(
        ({ relation }) => relation?.to === thing && relation.kind === kind,
      );
      const copies = children.flatMap((child) =>
        shareCopies(child, { index: at, parents: countThings(thing) }).map((copy) => ({
          child,
          copy,
        })),
      );
      for (const [place, { child, copy }] of copies.entries())
        await add(child, copy, part, place, copies.length);
    }
  };
  await add(root, index, undefined, 0, 1);
  const boxes = parts.map((part) => getBox(part));
  return {
    root,
    parts,
    left: Math.min(...boxes.map(({ left }) => left)),
    right: Math.max(...boxes.map(({ right }) => right)),
    top: Math.max(...boxes.map(({ top }) => top)),
    bottom: Math.min(...boxes.map(({ bottom }) => bottom)),
  };
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

async function buildPartArt(stage: Stage, thing: Thing, index: number): Promise<Art> {
  const { figure, relation, colors } = thing;
  if (!figure) throw new Error(`No figure is called "${thing.name}"`);
  const isRiding = relation?.kind === "riding" && !isClosed(relation.to);
  const first = colors.length > 0 ? index % colors.length : 0;
  return buildArt(stage, {
    figure,
    colors: [...colors.slice(first), ...colors.slice(0, first)].map(({ rgb }) => rgb),
    posture: isRiding ? "riding" : "standing",
    dice: stage.dice(`art ${thing.name} ${index}`),
  });
}

const closed = new Set(
  "automobile taxi police-car racing-car sport-utility-vehicle pickup-truck delivery-truck articulated-lorry bus ambulance fire-engine minibus tractor canoe sailboat motor-boat speedboat ship ferry airplane small-airplane helicopter locomotive bullet-train tram-car trolleybus bathtub".split(
    " ",
  ),
);

const crowns = new Set(["tree", "pine", "palm-tree", "blossom-tree", "christmas-tree"]);

/** The height of seats, as a share of the height of the furniture. */
const seats: Readonly<Record<string, number>> = {
  "couch-and-lamp": 0.26,
  chair: 0.4,
  seat: 0.36,
  bed: 0.42,
  island: 0.16,
};

/** Returns whether a rider sits in a vehicle and not on it. */
function isClosed({ figure }: Thing): boolean {
  return figure !== undefined && closed.has(figure.name);
}

/** Returns whether a figure is mirrored. Riders and mounts all face left. */
function isMirrored(stage: Stage, thing: Thing, index: number): boolean {
  if (stage.reading.things.some(({ relation }) => relation?.kind === "riding")) return false;
  const { figure } = thing;
  const isTurnable =
    figure?.isAnimal === true ||
    ["automobile", "bus", "bicycle", "motorcycle"].includes(figure?.name ?? "");
  return isTurnable && stage.dice(`mirror ${thing.name} ${index}`).next() < 0.4;
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
function attach(stage: Stage, { thing, index, art, parent, slot, slots }: Attachment): Part {
  const kind = thing.relation?.kind ?? "next to";
  const usual = getVisualHeight(thing);
  const wide = parent.tall * parent.art.aspect;
  const base = {
    thing,
    index,
    art,
    isMirrored:
      parent.isMirrored && kind !== "next to" ? parent.isMirrored : isMirrored(stage, thing, index),
    shows: kind,
  };
  const side = slot % 2 === 0 ? 1 : -1;
  const share = slots > 1 ? (slot + 0.5) / slots - 0.5 : 0;
  const place = (x: number, y: number, tall: number, order: number): Part => ({
    ...base,
    x,
    y,
    tall,
    order,
  });
  const top = parent.y + parent.tall;
  switch (kind) {
    case "riding":
    case "on": {
      const seat = seats[parent.thing.name];
      if (seat !== undefined) {
        const tall = Math.min(usual, parent.tall * 1.3, (wide * 0.9) / (art.aspect * slots));
        const x =
          parent.x +
          share * wide * 0.72 -
          (parent.thing.name === "couch-and-lamp" ? wide * 0.1 : 0);
        return place(x, parent.y + parent.tall * seat, tall, parent.order + 1);
      }
      if (kind === "riding" && isClosed(thing.relation?.to ?? thing)) return placeInside();
      const isRider = kind === "riding";
      const small = clamp(usual, parent.tall * 0.3, parent.tall * (isRider ? 1.25 : 1.4));
      const tall = Math.min(
        isRider ? Math.max(small, parent.tall * 0.62) : small,
        (wide * (isRider ? 0.95 : 1.25)) / (art.aspect * Math.min(slots, 3)),
      );
      const support = findSupport(parent, {
        wide: tall * art.aspect,
        share,
        isRider,
        isShared: slots > 1,
      });
      const sunk = isRider && art.hasBody ? tall * 0.3 : tall * 0.03;
      return place(parent.x + support.x, parent.y + support.y - sunk, tall, parent.order + 1);
    }
    case "in":
      if (crowns.has(parent.thing.name)) {
        const tall = Math.min(usual, parent.tall * 0.26);
        return place(
          parent.x + (share || 0.08) * wide,
          parent.y + parent.tall * 0.56,
          tall,
          parent.order + 1,
        );
      }
      return placeInside();
    case "under": {
      const isTable = ["table", "chair"].includes(parent.thing.name);
      const isUmbrella = parent.thing.name === "umbrella";
      if (parent.thing.figure?.habitat === "air" || isUmbrella) {
        // The child hangs below its parent. The group is moved up later.
        return place(
          parent.x + share * usual * art.aspect * slots * 1.1,
          parent.y - usual * (isUmbrella ? 0.72 : 1.12),
          usual,
          parent.order + (isUmbrella ? -1 : 1),
        );
      }
      const tall = Math.min(
        usual,
        parent.tall * (parent.thing.name === "table" ? 0.72 : isTable ? 0.4 : 0.6),
      );
      return place(
        parent.x +
          (isTable ? share * wide * 0.6 : share * wide * 0.9 + (slots === 1 ? wide * 0.16 : 0)),
        parent.y - (isTable ? 0 : 0.03 * parent.tall),
        tall,
        parent.order + (isTable ? -1 : 1),
      );
    }
    case "behind": {
      const tall = Math.max(usual, parent.tall * 0.6);
      const isHigh = tall > parent.tall * 1.4;
      const reach = isHigh ? 0.2 : 0.5;
      const x =
        parent.x +
        side *
          (wide * reach + (isHigh ? 0 : tall * art.aspect * 0.14)) *
          (1 + Math.floor(slot / 2));
      return place(x, parent.y + parent.tall * 0.07, tall, parent.order - 1);
    }
    case "in front of": {
      const tall = Math.min(usual, parent.tall * 1.05);
      const x =
        parent.x +
        (slots > 1 ? share * Math.max(wide, tall * art.aspect * slots) : side * wide * 0.28);
      return place(x, parent.y - Math.min(0.07 * parent.tall, 0.14), tall, parent.order + 1);
    }
    case "above": {
      const tall = Math.min(usual, Math.max(parent.tall * 1.2, 0.5));
      const x =
        parent.x + (slots > 1 ? share * Math.max(wide, tall * art.aspect * slots * 1.1) : 0);
      return place(x, top + Math.max(0.12, tall * 0.16), tall, parent.order + 1);
    }
    case "holding": {
      const tall = clamp(usual, parent.tall * 0.2, parent.tall * 0.46);
      const { hand, height } = findHand(parent, slot);
      if (thing.name === "umbrella") {
        const y = parent.y + height * parent.tall - tall * 0.06;
        return place(parent.x + hand * wide * 0.92, y, parent.tall * 0.95, parent.order - 1);
      }
      const isUp = [
        "balloon",
        "candle",
        "triangular-flag",
        "white-flag",
        "pirate-flag",
        "magic-wand",
        "crossed-swords",
        "kite",
      ].includes(thing.name);
      const y = parent.y + height * parent.tall - (isUp ? tall * 0.08 : tall * 0.42);
      const gap = tall * art.aspect * (parent.art.hasBody ? 0.22 : 0.3);
      return place(parent.x + hand * wide + Math.sign(hand) * gap, y, tall, parent.order + 2);
    }
    case "wearing":
      return placeClothes();
    default: {
      const own = usual * art.aspect;
      const step = Math.floor(slot / 2) * own * 1.06;
      return place(
        parent.x + side * (wide / 2 + own / 2 + 0.06 * Math.max(usual, parent.tall) + step),
        parent.y,
        usual,
        parent.order,
      );
    }
  }

  function placeInside(): Part {
    const tall = clamp(usual, parent.tall * 0.35, parent.tall * 1.3);
    const fitted = Math.min(tall, (wide * 0.82) / (art.aspect * Math.min(slots, 3)));
    const x = parent.x + share * wide * 0.7;
    const rim = findSupport(parent, {
      wide: wide * 0.6,
      share: 0,
      isRider: false,
      isShared: false,
    }).y;
    const y = parent.y + clamp(rim - fitted * 0.5, parent.tall * 0.08, parent.tall);
    return { ...base, x, y, tall: fitted, order: parent.order - 1, shows: kind };
  }

  function placeClothes(): Part {
    const { head, aspect } = parent.art;
    const headWide = head.width * parent.tall;
    const mirror = parent.isMirrored ? -1 : 1;
    const x = parent.x + (head.x - 0.5) * aspect * parent.tall * mirror;
    const headTall = headWide * 0.95;
    const top = parent.y + parent.tall * (1 - head.top);
    const { name } = thing;
    if (["sunglasses", "glasses", "goggles"].includes(name)) {
      const tall = Math.max(headWide * 0.92, parent.tall * 0.24) / art.aspect;
      const { eyes } = parent.art;
      if (eyes && parent.thing.figure?.isAnimal) {
        const eyeX = parent.x + (eyes.x - 0.5) * aspect * parent.tall * mirror;
        return place(
          eyeX,
          parent.y + parent.tall * (1 - eyes.y) - tall / 2,
          tall,
          parent.order + 2,
        );
      }
      return place(x, top - headTall * 0.52 - tall / 2, tall, parent.order + 2);
    }
    if (["scarf", "necktie", "ribbon"].includes(name)) {
      const tall = (headWide * (name === "necktie" ? 0.3 : 0.7)) / art.aspect;
      return place(x, top - headTall * 0.98 - tall * 0.75, tall, parent.order + 2);
    }
    if (
      [
        "bikini",
        "dress",
        "t-shirt",
        "coat",
        "kimono",
        "womans-clothes",
        "lab-coat",
        "sari",
      ].includes(name)
    ) {
      const isLong = ["dress", "kimono", "coat", "sari", "lab-coat"].includes(name);
      const tall = parent.tall * (isLong ? 0.5 : 0.36);
      return place(x, parent.y + parent.tall * (isLong ? 0.12 : 0.24), tall, parent.order + 2);
    }
    const tall = (headWide * (name === "headphone" ? 1.1 : 1.02)) / art.aspect;
    return place(x, top - tall * (name === "headphone" ? 0.95 : 0.3), tall, parent.order + 2);
  }
}

/** Finds the flattest part of the upper edge of a part, near the middle or a share of the width. */
function findSupport(
  { art, tall, isMirrored: mirrored }: Part,
  {
    wide,
    share,
    isRider,
    isShared,
  }: { wide: number; share: number; isRider: boolean; isShared: boolean },
) {
  const own = tall * art.aspect;
  const tops = mirrored ? art.tops.toReversed() : art.tops;
  const window = clamp(
    Math.round((Math.min(wide * 0.5, own * 0.5) / own) * tops.length),
    3,
    tops.length,
  );
  // The back of a mount is behind its neck.
  const middleShare = isRider ? (mirrored ? 0.4 : 0.6) : 0.5;
  const wish = clamp(middleShare + share * (isRider ? 0.4 : 0.8), 0.1, 0.9) * tops.length;
  let best = { x: 0, y: tall, cost: Number.POSITIVE_INFINITY };
  for (let at = 0; at + window <= tops.length; at++) {
    const part = tops.slice(at, at + window);
    const [high, low] = [Math.min(...part), Math.max(...part)];
    const middle = at + window / 2;
    // A rider sits in the middle of a back, and anything else on top.
    const cost =
      (low - high) * 2.2 +
      (Math.abs(middle - wish) / tops.length) * (isShared ? 4 : isRider ? 1.6 : 0.9) +
      (isRider ? 0 : high * 0.5);
    const mean = part.reduce((sum, value) => sum + value, 0) / part.length;
    if (cost < best.cost)
      best = { x: (middle / tops.length - 0.5) * own, y: (1 - lerp(high, mean, 0.7)) * tall, cost };
  }
  return best;
}

/** Returns the position of a hand, as shares of the width and the height. */
function findHand(
  { art, isMirrored: mirrored }: Part,
  slot: number,
): { hand: number; height: number } {
  const side = (slot % 2 === 0 ? -1 : 1) * (mirrored ? -1 : 1);
  if (art.hasBody) return { hand: side * 0.4, height: 0.31 };
  return { hand: side * 0.36, height: 0.36 };
}

function getBox({ x, y, tall, art }: Pick<Part, "x" | "y" | "tall" | "art">) {
  const half = (tall * art.aspect) / 2;
  return { left: x - half, right: x + half, top: y + tall, bottom: y };
}

/** Positions the groups of a scene by their habitats, so that none hides another. */
function placeGroups(stage: Stage, groups: readonly Group[]): Sprite[] {
  for (const nearShare of [1, 0.75, 0.55, 0.4]) {
    const layered = placeByHabitat(stage, groups, { isLayered: true, nearShare });
    if (!findHidden(layered)) return layered;
  }
  return placeByHabitat(stage, groups, { isLayered: false, nearShare: 1 });
}

/** The share of a figure that others may cover. */
const coveredMax = 0.5;

/** Returns a figure that other figures in front of it cover, by their boxes. */
function findHidden(sprites: readonly Sprite[]): Sprite | undefined {
  return sprites.find((sprite, at) => {
    if (sprite.shows !== undefined) return false;
    const own = getSpriteBox(sprite);
    const covers = sprites
      .slice(at + 1)
      .filter(({ shows }) => shows === undefined)
      .map(getSpriteBox);
    let covered = 0;
    for (let step = 0; step < 64; step++) {
      const x = lerp(own.left, own.right, ((step % 8) + 0.5) / 8);
      const y = lerp(own.top, own.bottom, (Math.floor(step / 8) + 0.5) / 8);
      if (covers.some((box) => x > box.left && x < box.right && y > box.top && y < box.bottom))
        covered++;
    }
    return covered > 64 * coveredMax;
  });
}

function getSpriteBox({ x, y, tall, art }: Sprite) {
  const half = (tall * art.aspect) / 2;
  return { left: x - half, right: x + half, top: y - tall, bottom: y };
}

/** Positions groups in the air, on water and on the ground, with large ones in the background if layered. */
function placeByHabitat(
  stage: Stage,
  groups: readonly Group[],
  { isLayered, nearShare }: { isLayered: boolean; nearShare: number },
): Sprite[] {
  const { backdrop, width, height, horizon, shore, side } = stage;
  const isOpen = backdrop === "space" || backdrop === "underwater";
  const isInside = backdrop === "room";
  const isWet = backdrop === "sea" || backdrop === "lake" || stage.thing("river") !== undefined;
  const getHabitat = ({ root }: Group) => {
    if (isOpen) return "air";
    const own = root.figure?.habitat ?? "ground";
    if (own === "air" && !isInside) return "air";
    return (own === "deep" || own === "water") && isWet ? "water" : "ground";
  };
  const floating = groups.filter((group) => getHabitat(group) === "air");
  const afloat = groups.filter((group) => getHabitat(group) === "water");
  const standing = groups.filter((group) => getHabitat(group) === "ground");
  const isFar = ({ root: { figure } }: Group) =>
    figure !== undefined && figure.meters >= farMeters && !figure.isAnimal;
  const far = isLayered && standing.length > 1 && !isInside ? standing.filter(isFar) : [];
  const near = standing.filter((group) => !far.includes(group));
  const hasShore = backdrop === "sea" || backdrop === "lake";
  const land = hasShore ? Math.max(horizon, shore) : horizon;
  const ground = height - land;
  const zoom = { "close-up": 1.35, wide: 0.62, top: 0.8 }[stage.reading.composition as string] ?? 1;
  const isPair = near.length === 1 && far.length === 1;
  const farBase = land + ground * 0.16;
  const baseline = isInside
    ? height * (stage.isTabletop ? 0.84 : 0.9)
    : Math.min(height * 0.95, Math.max(land + ground * 0.62, height * 0.82));
  const nearMax =
    far.length > 0 ? 0.4 : floating.length > 0 ? 0.42 : afloat.length > 0 ? 0.36 : 0.6;
  const behind = placeRow(stage, far, {
    y: farBase,
    room: width * 0.94,
    tallMax:
      Math.min(height * (near.length > 0 ? 0.44 : 0.55), farBase - height * 0.03) *
      Math.min(1, zoom),
    depth: 0.2,
    footing: "ground",
    shift: isPair ? -side * 0.15 : 0,
    isLayered,
  });
  const onWater = hasShore
    ? placeRow(stage, afloat, {
        y: lerp(horizon, Math.min(shore, height), near.length > 0 ? 0.45 : 0.55),
        room: width * 0.9,
        tallMax: height * (standing.length > 0 ? 0.3 : 0.46) * Math.min(1.2, zoom),
        depth: 0.06,
        footing: "water",
        shift: near.length > 0 ? side * 0.12 : 0,
        isLayered,
      })
    : placeOnRiver(stage, afloat);
  const inFront = placeRow(stage, near, {
    y: baseline,
    room: width * 0.92,
    tallMax: Math.min(baseline - height * 0.03, height * nearMax * nearShare * zoom),
    depth: 0.03,
    footing: "ground",
    shift: (isPair ? side * 0.2 : 0) + (afloat.length > 0 ? -side * 0.14 : 0),
    isLayered,
  });
  const isAlone = standing.length + afloat.length === 0;
  const inAir = placeInAir(stage, floating, { isAlone, isOpen, zoom });
  return [...behind, ...onWater, ...inFront, ...inAir];
}

/** Positions groups along a river, smaller towards the horizon. */
function placeOnRiver(stage: Stage, groups: readonly Group[]): Sprite[] {
  const { width, height, horizon } = stage;
  return groups.flatMap((group, at) => {
    const y = lerp(
      horizon,
      height,
      groups.length > 1 ? lerp(0.3, 0.9, at / (groups.length - 1)) : 0.6,
    );
    const share = ((y - horizon) / (height - horizon)) ** (1 / 1.7);
    const room = width * lerp(0.016, 0.5, share ** 2.1) * (groups.length > 1 ? 0.55 : 0.9);
    const tall = height * 0.3;
    const [own, high] = [group.right - group.left, group.top - group.bottom];
    const scale = Math.min(room / own, tall / high);
    const x = clamp(riverAt(stage, y), (own * scale) / 2, width - (own * scale) / 2);
    const left = x - ((group.left + group.right) / 2) * scale;
    return toSprites(group, { x: left, y, scale, depth: 0.1 * (1 - share), footing: "water" });
  });
}

interface Row {
  /** The baseline of the nearest row. */
  y: number;
  room: number;
  tallMax: number;
  depth: number;
  footing: Sprite["footing"];
  /** The offset of the middle, as a share of the width. */
  shift: number;
  /** Whether several rows are possible. */
  isLayered: boolean;
}

const gapShare = 0.1;

/** Positions groups next to each other, in several rows if there are many. */
function placeRow(stage: Stage, groups: readonly Group[], row: Row): Sprite[] {
  if (groups.length === 0) return [];
  const { width, height, horizon } = stage;
  const total = groups.reduce((sum, group) => sum + (group.right - group.left), 0);
  const highest = Math.max(...groups.map(({ top, bottom }) => top - Math.min(0, bottom)));
  const isLonely = stage.reading.mood === "lonely" ? 0.62 : 1;
  const fit = (rows: number) =>
    Math.min(row.tallMax / highest, (row.room * rows * 0.94) / (total * (1 + gapShare)));
  const isSmall = fit(1) * highest < row.tallMax * 0.6;
  const rows = row.isLayered && groups.length > 3 && isSmall ? (groups.length > 7 ? 3 : 2) : 1;
  const scale = fit(rows) * isLonely * (rows > 1 ? 0.82 : 1);
  const sorted = orderBySide(stage, groups);
  const lines = Array.from({ length: rows }, (_, at) =>
    sorted.filter((_, index) => index % rows === at),
  );
  const sprites: Sprite[] = [];
  for (const [at, line] of lines.entries()) {
    const behind = rows - 1 - at;
    const near = 1 - behind * 0.2;
    const size = scale * near;
    const lift = behind * Math.min((row.y - horizon) * 0.4, highest * scale * 0.55);
    const wide = line.map((group) => (group.right - group.left) * size);
    const sum = wide.reduce((all, one) => all + one, 0);
    const free = Math.max(0, Math.min(row.room, width * 0.96) - sum);
    const gap = Math.min(free / (line.length + 1), width * 0.12);
    const used = sum + gap * (line.length - 1);
    // Rows are shifted by half a place, so that figures look through the gaps in front of them.
    const stagger = rows > 1 ? ((at % 2) - 0.5) * ((sum / line.length + gap) / 2) : 0;
    const middle = width * (0.5 + row.shift) + stagger;
    const sided = line.length === 1 ? getSideMiddle(line[0]?.root) : undefined;
    const start = clamp(
      (sided === undefined ? middle : sided * width) - used / 2,
      width * 0.02,
      width * 0.98 - used,
    );
    let x = Math.max(width * 0.01, start);
    for (const [place, group] of line.entries()) {
      const own = wide[place] ?? 0;
      const throwing = stage.dice(`row ${group.root.name} ${place} ${at}`);
      // A figure below its parent, as under an umbrella, stands on the ground.
      const raise = group.bottom < -0.2 ? group.bottom * size : 0;
      const y =
        Math.min(row.y - lift + throwing.between(-0.012, 0.012) * height, height * 0.97) + raise;
      sprites.push(
        ...toSprites(group, {
          x: x - group.left * size,
          y,
          scale: size,
          depth: row.depth + behind * 0.05,
          footing: row.footing,
        }),
      );
      x += own + gap;
    }
  }
  return sprites;
}

function getSideMiddle(root: Thing | undefined): number | undefined {
  if (root?.side === "left") return 0.24;
  if (root?.side === "right") return 0.76;
  return root?.side === "center" ? 0.5 : undefined;
}

/** Orders groups from left to right: by their sides, and the others around them. */
function orderBySide(stage: Stage, groups: readonly Group[]): Group[] {
  const weight = { left: -1, right: 1, center: 0 };
  const throwing = stage.dice("order");
  const isMixed = groups.every(({ root }) => root.side === undefined);
  const scored = groups.map((group, at) => ({
    group,
    score: group.root.side
      ? weight[group.root.side] * 2
      : isMixed
        ? at * 0.01 + (throwing.next() - 0.5) * 0.015
        : (throwing.next() - 0.5) * 0.8,
  }));
  return scored.toSorted((one, two) => one.score - two.score).map(({ group }) => group);
}

/** Positions groups in the air, in a grid that fills the sky. */
function placeInAir(
  stage: Stage,
  groups: readonly Group[],
  { isAlone, isOpen, zoom }: { isAlone: boolean; isOpen: boolean; zoom: number },
): Sprite[] {
  if (groups.length === 0) return [];
  const { width, height, horizon } = stage;
  const area = isOpen
    ? { top: height * 0.06, bottom: height * 0.92 }
    : {
        top: height * 0.04,
        bottom: isAlone
          ? Math.max(horizon * 1.02, height * 0.55)
          : Math.min(horizon * 0.8, height * 0.42),
      };
  const tall = area.bottom - area.top;
  const sorted = orderBySide(stage, groups);
  const columns = Math.min(
    groups.length,
    Math.max(1, Math.round(Math.sqrt((groups.length * width) / tall) * (isOpen ? 0.9 : 1))),
  );
  const rows = Math.ceil(groups.length / columns);
  const highest = Math.max(...groups.map(({ top, bottom }) => top - bottom));
  const widest = Math.max(...groups.map(({ left, right }) => right - left));
  const cell = { width: (width * 0.96) / columns, height: tall / rows };
  const scale = Math.min(
    (cell.height * 0.86) / highest,
    (cell.width * 0.86) / widest,
    (height * (isAlone || isOpen ? 0.52 : 0.34) * zoom) / highest,
  );
  return sorted.flatMap((group, at) => {
    const throwing = stage.dice(`air ${group.root.name} ${at}`);
    const row = Math.floor(at / columns);
    const inRow = Math.min(columns, groups.length - row * columns);
    const [own, high] = [(group.right - group.left) * scale, (group.top - group.bottom) * scale];
    const loose = { x: (width * 0.96) / inRow - own, y: cell.height - high };
    const sided = groups.length === 1 ? getSideMiddle(group.root) : undefined;
    const left =
      sided === undefined
        ? width * 0.02 +
          ((width * 0.96) / inRow) * (at % columns) +
          loose.x *
            throwing.between(groups.length === 1 ? 0.35 : 0.2, groups.length === 1 ? 0.65 : 0.8)
        : clamp(sided * width - own / 2, width * 0.02, width * 0.98 - own);
    const top = area.top + row * cell.height + loose.y * throwing.between(0.2, 0.8);
    return toSprites(group, {
      x: left - group.left * scale,
      y: top + high + group.bottom * scale,
      scale,
      depth: isOpen ? 0.04 : 0.08,
      footing: "air",
    });
  });
}

interface Placement {
  x: number;
  y: number;
  scale: number;
  depth: number;
  footing: Sprite["footing"];
}

function toSprites(group: Group, { x, y, scale, depth, footing }: Placement): Sprite[] {
  return group.parts
    .toSorted((one, two) => one.order - two.order)
    .map((part) => {
      const isGrounded =
        part.shows === undefined ||
        ["next to", "behind", "in front of", "under"].includes(part.shows);
      return {
        thing: part.thing,
        index: part.index,
        art: part.art,
        x: x + part.x * scale,
        y: y - part.y * scale,
        tall: part.tall * scale,
        depth,
        isMirrored: part.isMirrored,
        footing: isGrounded
          ? part.thing.figure?.habitat === "air" && footing === "ground"
            ? "air"
            : footing
          : "thing",
        shows: part.shows,
      };
    });
}

/** Positions many figures all over the ground, smaller towards the horizon. */
async function scatter(stage: Stage, thing: Thing): Promise<Sprite[]> {
  const throwing = stage.dice(`scatter ${thing.name}`);
  const { width, height, horizon, shore, backdrop } = stage;
  const top = backdrop === "sea" || backdrop === "lake" ? shore : horizon;
  const variants: Art[] = [];
  for (let at = 0; at < Math.max(1, thing.colors.length); at++)
    variants.push(await buildPartArt(stage, thing, at));
  const count = Math.round(64 * Math.min(1.6, Math.max(0.8, width / height)));
  return Array.from({ length: count }, (_, at) => {
    const near = ((at + throwing.next()) / count) ** 0.62;
    const tall = Math.min(width, height) * 0.3 * thing.size * lerp(0.07, 0.78, near ** 1.3);
    const art = variants[at % variants.length] as Art;
    const half = (tall * art.aspect) / 2;
    return {
      thing,
      index: at,
      art,
      tall,
      depth: (1 - near) * 0.3,
      // The golden ratio avoids rows and close neighbours.
      x: clamp(((at * 0.618 + throwing.next() * 0.12) % 1) * width, half, width - half),
      y: Math.min(
        height * 0.995,
        lerp(top + 6 * stage.unit + tall * 0.5, height * 1.02, near ** 1.3),
      ),
      isMirrored: throwing.next() < 0.5,
      footing: "ground" as const,
      shows: undefined,
    };
  });
}
