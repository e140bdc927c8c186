import { parseNames } from "../parse/nouns.ts";
import type { RelationKind, Thing } from "../parse/reading.ts";
import { clamp, lerp } from "../stage/noise.ts";
import { findBaseline, type Stage } from "../stage/stage.ts";
import { riverAt } from "../stage/winding-path.ts";
import type { Art } from "./art.ts";
import {
  buildGroup,
  buildPartArt,
  countThings,
  type FigureGroup,
  type GroupMember,
} from "./group.ts";

/** A figure at its position: its middle, its lowest point and its height are in pixels. */
export interface Sprite extends Omit<GroupMember, "order"> {
  /** The distance, from 0, near, to 1, far. */
  depth: number;
  /** The surface below it. */
  footing: "ground" | "water" | "air" | "thing";
}

/** The number of figures from which on the other things of a prompt are omitted. */
const figuresMax = 40;

/** Positions all figures, from back to front. Nothing is cut at an edge. */
export async function layoutFigures(stage: Stage): Promise<Sprite[]> {
  let sum = 0;
  const things = stage.reading.things.filter((thing) => {
    if (thing.figure) sum += countThings(thing);
    return thing.figure && sum <= figuresMax;
  });
  const groups: FigureGroup[] = [];
  const scattered: Sprite[] = [];
  const single = things.filter((thing) => !isScattered(stage, thing));
  for (const thing of things)
    if (!single.includes(thing)) scattered.push(...(await scatter(stage, thing)));
  for (const root of single)
    if (!root.relation || !single.includes(root.relation.to))
      for (let index = 0; index < countThings(root); index++)
        groups.push(await buildGroup(stage, { root, index, things: single }));
  const isNear = ({ y }: Sprite) => y >= stage.height * 0.86;
  return [
    ...scattered.filter((sprite) => !isNear(sprite)),
    ...placeByHabitat(stage, groups),
    ...scattered.filter(isNear),
  ];
}

const flowers = parseNames("tulip rose sunflower cherry-blossom hibiscus blossom hyacinth herb");

/** Returns whether a thing grows all over the ground: "a field of tulips". */
function isScattered(
  { backdrop, reading }: Pick<Stage, "backdrop" | "reading">,
  { figure, isPlural, count, relation }: Thing,
): boolean {
  if (!figure || !flowers.has(figure.name) || !isPlural || count !== undefined || relation)
    return false;
  return reading.composition !== "close-up" && ["land", "lake", "sea", "city"].includes(backdrop);
}

/** Positions groups in the air, on water and on the ground, with large ones in the background. */
function placeByHabitat(stage: Stage, groups: readonly FigureGroup[]): Sprite[] {
  const { backdrop, width, height, horizon, shore, side, reading } = stage;
  const isOpen = backdrop === "space" || backdrop === "underwater";
  const isInside = backdrop === "room";
  const hasShore = backdrop === "sea" || backdrop === "lake";
  const isWet = hasShore || stage.thing("river") !== undefined;
  const {
    air = [],
    water = [],
    ...rest
  } = Object.groupBy(groups, ({ root }) => {
    const own = root.figure?.habitat ?? "ground";
    const isLiving = root.figure?.isAnimal || root.figure?.isPerson;
    if (backdrop === "underwater" && own === "ground" && !isLiving) return "ground";
    if (isOpen || (own === "air" && !isInside)) return "air";
    return own !== "ground" && own !== "air" && isWet ? "water" : "ground";
  });
  const standing = rest.ground ?? [];
  // Houses and trees are in the background of people.
  const isFar = ({ root: { figure } }: FigureGroup) =>
    !isInside && figure && figure.meters >= 4 && !figure.isAnimal;
  const far = standing.every(isFar) ? [] : standing.filter(isFar);
  const near = standing.filter((group) => !far.includes(group));
  const isClose = reading.composition === "close-up";
  const zoom = reading.composition === "wide" ? 0.5 : 1;
  const isPair = near.length === 1 && far.length === 1;
  const land = hasShore ? Math.max(horizon, shore) : horizon;
  const farBase = lerp(land, height, 0.16);
  const inside = height * (stage.isTabletop ? 0.84 : 0.9);
  const baseline = isInside && !isClose ? inside : findBaseline(stage);
  // A large figure would hide the scenery that the prompt names.
  const alone = ["mountain", "city", "forest", "lake", "sea"].some((name) => stage.thing(name))
    ? 0.5
    : 0.6;
  const usual = far.length > 0 ? 0.34 : air.length > 0 ? 0.42 : water.length > 0 ? 0.36 : alone;
  const crowd = isClose ? 0.94 : usual * getEmphasis(near);
  const waterY = hasShore
    ? lerp(horizon, Math.min(shore, height), near.length > 0 ? 0.45 : 0.55)
    : lerp(horizon, height, 0.75);
  const behind = placeRow(stage, far, {
    y: farBase,
    room: width * 0.94,
    tallMax: Math.min(height * (near.length > 0 ? 0.44 : 0.55), farBase - height * 0.03) * zoom,
    depth: 0.2,
    footing: "ground",
    shift: isPair ? -side * 0.15 : 0,
  });
  const onWater = placeRow(stage, water, {
    y: waterY,
    room: width * (hasShore ? 0.9 : 0.46),
    tallMax: height * (hasShore && standing.length === 0 ? 0.46 : 0.28) * zoom * getEmphasis(water),
    depth: 0.06,
    footing: "water",
    shift: hasShore ? (near.length > 0 ? side * 0.12 : 0) : riverAt(stage, waterY) / width - 0.5,
  });
  const inFront = placeRow(stage, near, {
    y: baseline,
    room: width * 0.92,
    tallMax: Math.min(baseline - height * 0.03, height * crowd * zoom),
    depth: 0.03,
    footing: "ground",
    shift: (isPair ? side * 0.2 : 0) + (water.length > 0 ? -side * 0.14 : 0),
  });
  const isAlone = standing.length + water.length === 0;
  return [...behind, ...onWater, ...inFront, ...placeInAir(stage, air, { isAlone, isOpen, zoom })];
}

/** Returns the factor by which a picture shows small and large things. */
function getEmphasis(groups: readonly FigureGroup[]): number {
  if (groups.every(({ root }) => root.size < 1)) return 0.5;
  return groups.every(({ root }) => root.size > 1) ? 1.3 : 1;
}

interface FigureRow extends Pick<Sprite, "y" | "depth" | "footing"> {
  room: number;
  tallMax: number;
  /** The offset of the middle, as a share of the width. */
  shift: number;
}

/** Positions groups next to each other, in several rows if there are many. */
function placeRow(stage: Stage, groups: readonly FigureGroup[], row: FigureRow): Sprite[] {
  if (groups.length === 0) return [];
  const { width, height, horizon } = stage;
  const total = groups.reduce((sum, group) => sum + (group.right - group.left), 0);
  const highest = Math.max(...groups.map(({ top, bottom }) => top - Math.min(0, bottom)));
  const fit = (rows: number) => Math.min(row.tallMax / highest, (row.room * rows * 0.85) / total);
  const isSmall = fit(1) * highest < row.tallMax * 0.6;
  const usual = groups.length > 3 && isSmall ? (groups.length > 7 ? 3 : 2) : 1;
  // A row covers less than half of the one behind it.
  const layered = Math.min(fit(usual) * 0.82, ((row.y - horizon) * 0.57) / highest);
  const rows = layered > fit(1) ? usual : 1;
  const scale = rows > 1 ? layered : fit(1);
  return Array.from({ length: rows }, (_, at) => {
    const line = groups.filter((_, index) => index % rows === at);
    const behind = rows - 1 - at;
    const size = scale * (1 - behind * 0.2);
    const lift = behind * Math.min((row.y - horizon) * 0.4, highest * scale * 0.7);
    const sum = line.reduce((all, { left, right }) => all + (right - left) * size, 0);
    const free = Math.max(0, Math.min(row.room, width * 0.96) - sum);
    const gap = Math.min(free / (line.length + 1), width * 0.12);
    const used = sum + gap * (line.length - 1);
    // Rows are shifted by half a place, so that figures look through the gaps in front of them.
    const stagger = rows > 1 ? ((at % 2) - 0.5) * ((sum / line.length + gap) / 2) : 0;
    const middle = width * (0.5 + row.shift) + stagger;
    let x = Math.max(width * 0.01, clamp(middle - used / 2, width * 0.02, width * 0.98 - used));
    return line.flatMap((group, place) => {
      const throwing = stage.dice(`row ${group.root.name} ${place} ${at}`);
      // A figure below its parent, as under an umbrella, stands on the ground.
      const raise = group.bottom < -0.2 ? group.bottom * size : 0;
      const loose = row.y - lift + throwing.between(-0.012, 0.012) * height;
      const own = x - group.left * size;
      x += (group.right - group.left) * size + gap;
      return toSprites(group, {
        x: own,
        y: Math.min(loose, height * 0.97) + raise,
        scale: size,
        depth: row.depth + behind * 0.05,
        footing: row.footing,
      });
    });
  }).flat();
}

/** Positions groups in the air, in a grid that fills the sky. */
function placeInAir(
  stage: Stage,
  groups: readonly FigureGroup[],
  { isAlone, isOpen, zoom }: { isAlone: boolean; isOpen: boolean; zoom: number },
): Sprite[] {
  if (groups.length === 0) return [];
  const { width, height, horizon } = stage;
  const isClose = stage.reading.composition === "close-up";
  const alone = isClose ? height * 0.97 : Math.max(horizon * 1.02, height * 0.55);
  const sky = isAlone ? alone : Math.min(horizon * 0.8, height * 0.42);
  const [upper, lower] = isOpen ? [height * 0.06, height * 0.92] : [height * 0.04, sky];
  const tall = lower - upper;
  const usual = Math.round(Math.sqrt((groups.length * width) / tall) * (isOpen ? 0.9 : 1));
  const columns = clamp(usual, 1, groups.length);
  const rows = Math.ceil(groups.length / columns);
  const highest = Math.max(...groups.map(({ top, bottom }) => top - bottom));
  const widest = Math.max(...groups.map(({ left, right }) => right - left));
  const cell = { width: (width * 0.96) / columns, height: tall / rows };
  const scale = Math.min(
    (cell.height * 0.86) / highest,
    (cell.width * 0.86) / widest,
    (height * (isClose ? 0.9 : isAlone || isOpen ? 0.52 : 0.34) * zoom) / highest,
  );
  return groups.flatMap((group, at) => {
    const throwing = stage.dice(`air ${group.root.name} ${at}`);
    const row = Math.floor(at / columns);
    const place = (width * 0.96) / Math.min(columns, groups.length - row * columns);
    const [own, high] = [(group.right - group.left) * scale, (group.top - group.bottom) * scale];
    const slack = groups.length === 1 ? 0.15 : 0.3;
    const off = (place - own) * throwing.between(0.5 - slack, 0.5 + slack);
    const left = width * 0.02 + place * (at % columns) + off;
    const top = upper + row * cell.height + (cell.height - high) * throwing.between(0.2, 0.8);
    return toSprites(group, {
      x: left - group.left * scale,
      y: top + high + group.bottom * scale,
      scale,
      depth: isOpen ? 0.04 : 0.08,
      footing: "air",
    });
  });
}

interface Placement extends Pick<Sprite, "x" | "y" | "depth" | "footing"> {
  scale: number;
}

const standingRelations = new Set<RelationKind>(["next to", "behind", "in front of", "under"]);

function toSprites(group: FigureGroup, { x, y, scale, depth, footing }: Placement): Sprite[] {
  return group.parts
    .toSorted((one, two) => one.order - two.order)
    .map(({ thing, index, art, shows, ...part }) => {
      const isStanding = shows === undefined || standingRelations.has(shows);
      const isAloft = thing.figure?.habitat === "air" && footing === "ground";
      return {
        thing,
        index,
        art,
        shows,
        x: x + part.x * scale,
        y: y - part.y * scale,
        tall: part.tall * scale,
        depth,
        footing: isStanding ? (isAloft ? "air" : footing) : "thing",
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
  const count = Math.round(90 * clamp(width / height, 0.8, 1.6));
  return Array.from({ length: count }, (_, at) => {
    const near = ((at + throwing.next()) / count) ** 0.62;
    const tall = Math.min(width, height) * 0.2 * thing.size * lerp(0.07, 0.78, near ** 1.3);
    const art = variants[at % variants.length] as Art;
    const half = (tall * art.aspect) / 2;
    const y = lerp(top + 6 * stage.unit + tall * 0.5, height * 1.02, near ** 1.3);
    return {
      thing,
      index: at,
      art,
      tall,
      depth: (1 - near) * 0.3,
      // The golden ratio avoids rows and close neighbours.
      x: clamp(((at * 0.618 + throwing.next() * 0.12) % 1) * width, half, width - half),
      y: Math.min(height * 0.995, y),
      footing: "ground" as const,
      shows: undefined,
    };
  });
}
