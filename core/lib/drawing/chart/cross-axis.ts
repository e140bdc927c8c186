import { formatNumber } from "../svg/svg.ts";
import { extent } from "./chart.ts";
import {
  type Corner,
  computeCorners,
  type Label,
  type Mark,
  type PixelRectangle,
  rule,
  touch,
} from "./marks.ts";
import { fitText, lineHeight, splitLines, textWidth } from "./text-width.ts";
import type { Theme } from "./theme.ts";
import { scale } from "./ticks.ts";
import { formatMoments, parseMoment, timeTicks } from "./time-ticks.ts";

/** The data of the axis across the values. */
export interface Along {
  /** Names in bands, names at points from end to end, or numbers. */
  kind: "bands" | "points" | "numbers";
  labels: readonly string[];
  count: number;
  /** For numbers: the ticks, the range and the format. */
  numbers?: { at: readonly number[]; low: number; high: number; format(value: number): string };
}

interface CrossAxisOptions {
  box: PixelRectangle;
  size: number;
  theme: Theme;
  locale: string;
  xType: "auto" | "category" | "time";
  side: "bottom" | "left";
  /** Whether the axis has no text. */
  isBare: boolean;
}

/** A laid-out cross axis. */
export interface CrossAxis {
  /** The space that it takes, in pixels. */
  depth: number;
  /** The width of a band. */
  slot: number;
  /** How far the names would extend beyond the left edge of the picture if they were complete. */
  overhang: number;
  place(at: number): number;
  marks(box: PixelRectangle): Mark[];
}

interface Tick {
  at: number;
  text: string;
}

/** Lays out names, times or numbers along an axis, as many as are legible. */
export function crossAxis(along: Along, options: CrossAxisOptions): CrossAxis {
  const { box, side, isBare } = options;
  const ends: [number, number] =
    side === "bottom" ? [box.x, box.x + box.width] : [box.y, box.y + box.height];
  const { place, ticks, slot, isUneven } = positionTicks(along, options, ends);
  if (isBare || ticks.length === 0) return { depth: 0, overhang: 0, slot, place, marks: () => [] };
  const apart = isUneven ? spaceLabels : thinLabels;
  const layout =
    side === "left"
      ? layOutLeft(ticks, options, apart)
      : layOutBelow(ticks, { options, along, apart });
  return { overhang: 0, ...layout, slot, place };
}

/** Selects the labels that have room. */
type Selection = <One extends Label>(labels: readonly One[]) => One[];

type TickLayout = Pick<CrossAxis, "depth" | "marks"> & { overhang?: number };

function positionTicks(along: Along, options: CrossAxisOptions, [from, to]: [number, number]) {
  const { labels, count, numbers, kind } = along;
  const slot = (to - from) / Math.max(count, 1);
  if (numbers) {
    const place = scale([numbers.low, numbers.high], [from, to]);
    const ticks = numbers.at.map((at) => ({ at: place(at), text: numbers.format(at) }));
    return { place, ticks, slot, isUneven: false };
  }
  const times = parseTimes(labels, options.xType);
  const bands = times && kind === "bands" && positionTimeBands(times, options, [from, to]);
  if (bands) return bands;
  const [start, end] = kind === "points" ? [times?.[0], times?.at(-1)] : [];
  if (times && start !== undefined && end !== undefined) {
    const toPosition = scale([start, end], [from, to]);
    const most = Math.max(2, Math.floor((to - from) / (options.size * 7)));
    const ticks = timeTicks([start, end], { count: most, locale: options.locale });
    return {
      place: (at: number) => toPosition(times[at] ?? end),
      ticks: ticks.map(({ time, text }) => ({ at: toPosition(time), text })),
      slot,
      isUneven: false,
    };
  }
  const place =
    kind === "bands"
      ? (at: number) => from + ((at + 0.5) * (to - from)) / Math.max(count, 1)
      : scale([0, count - 1], [from, to]);
  const ticks = labels.map((text, at) => ({ at: place(at), text }));
  return { place, ticks, slot, isUneven: false };
}

/**
 * Positions bars at their points in time: the shortest distance between two is the width of a band. Returns undefined
 * if two bars have the same time.
 */
function positionTimeBands(
  times: readonly number[],
  { locale }: CrossAxisOptions,
  [from, to]: [number, number],
) {
  const [start = 0, end = 0] = [times[0], times.at(-1)];
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const gap = extent(gaps.length > 0 ? gaps : [1])[0];
  if (gap <= 0) return undefined;
  const slot = (to - from) / ((end - start) / gap + 1);
  const place = (at: number) => from + slot / 2 + (((times[at] ?? end) - start) / gap) * slot;
  const texts = formatMoments(times, locale);
  const ticks = texts.map((text, at) => ({ at: place(at), text }));
  return { place, slot, ticks, isUneven: extent(gaps)[1] > gap * 1.2 };
}

/** Parses the labels as times. Returns nothing unless all are valid and in ascending order. */
function parseTimes(
  labels: readonly string[],
  xType: CrossAxisOptions["xType"],
): readonly number[] | undefined {
  if (xType === "category" || labels.length === 0) return undefined;
  const times = labels.map(parseMoment);
  const isValid = times.every((time, at) => time !== undefined && time >= (times[at - 1] ?? time));
  return isValid ? (times as number[]) : undefined;
}

function layOutLeft(
  ticks: readonly Tick[],
  options: CrossAxisOptions,
  apart: Selection,
): TickLayout {
  const { box, size, theme } = options;
  const most = box.width * 0.35;
  const fitted = ticks.map(({ at, text }) => ({ at, text: fitText(text, { width: most, size }) }));
  const depth = Math.max(...fitted.map(({ text }) => textWidth(text, size))) + size * 0.8;
  const marks = (box: PixelRectangle) =>
    apart(
      fitted.map(({ at, text }): Label => {
        const above = ((splitLines(text).length - 1) * lineHeight * size) / 2;
        const label = { text, x: box.x - size * 0.8, y: at + size * 0.35 - above };
        return { ...label, size, fill: theme.soft, align: "end" };
      }),
    );
  return { depth, marks };
}

interface BelowOptions {
  options: CrossAxisOptions;
  along: Along;
  apart: Selection;
}

// The possible angles of names, in degrees. Steeper names need less space.
const angles = [35, 60];

/** Lays out names horizontally, or else slanted. If neither has room for all, shows only every nth. */
function layOutBelow(ticks: readonly Tick[], { options, along, apart }: BelowOptions): TickLayout {
  const { box, size } = options;
  const room = (along.kind === "bands" ? box.width : box.width * 1.02) / Math.max(ticks.length, 1);
  const widest = Math.max(...ticks.map(({ text }) => textWidth(text, size)));
  const isNamed = along.kind !== "numbers" && ticks.length === along.labels.length;
  const isTight =
    isNamed && apart === thinLabels && widest + size / 2 > room && box.height > size * 12;
  const angle = angles.find((degrees) => room * Math.sin(toRadians(degrees)) >= size * 1.25);
  // A few long slanted names are more useful than two complete ones.
  const fitsFew = Math.floor(box.width / (widest + size / 2)) < Math.min(ticks.length, 5);
  if (isTight && (angle !== undefined || fitsFew))
    return layOutSlanted(ticks, options, { widest, degrees: angle ?? 35 });
  const depth = size * 1.9 + getExtraHeight(ticks, size);
  return { depth, marks: (box) => drawHorizontal(ticks, box, { ...options, apart }) };
}

/** Returns the height of the lines after the first one. */
function getExtraHeight(ticks: readonly Tick[], size: number): number {
  const most = Math.max(...ticks.map(({ text }) => splitLines(text).length));
  return (most - 1) * lineHeight * size;
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function drawHorizontal(
  ticks: readonly Tick[],
  box: PixelRectangle,
  { size, theme, apart }: CrossAxisOptions & { apart: Selection },
): Mark[] {
  const y = box.y + box.height;
  const labels = ticks.map(({ at, text }): Label & { at: number } => {
    const cut = fitText(text, { width: box.width * 0.9, size });
    const half = textWidth(cut, size) / 2;
    // Keeps names at the ends within the picture.
    const x = Math.min(Math.max(at, box.x - size + half), box.x + box.width + size - half);
    return { at, text: cut, x, y: y + size * 1.6, size, fill: theme.soft, align: "center" };
  });
  return apart(labels).flatMap(({ at, ...label }): Mark[] => [
    rule(
      `M${formatNumber(at)} ${formatNumber(y)}v${formatNumber(size / 3)}`,
      theme.axis,
      size / 12,
    ),
    label,
  ]);
}

interface SlantedOptions {
  widest: number;
  degrees: number;
}

function layOutSlanted(
  ticks: readonly Tick[],
  { box, size, theme }: CrossAxisOptions,
  { widest, degrees }: SlantedOptions,
): TickLayout {
  const [sin, cos] = [Math.sin(toRadians(degrees)), Math.cos(toRadians(degrees))];
  const length = Math.min(widest, (box.height * 0.4) / sin);
  const marks = ({ y, height }: PixelRectangle) =>
    thinLabels(
      ticks.map(({ at, text }): Label => {
        // Shortens the first names, which would extend beyond the left edge.
        const width = Math.min(length, (at - size * 0.4) / cos);
        const label = { text: fitText(text, { width, size }), x: at + size * 0.4 };
        return {
          ...label,
          y: y + height + size * 1.2,
          size,
          fill: theme.soft,
          align: "end",
          turn: -degrees,
        };
      }),
    );
  const overhangs = ticks.map(
    ({ at, text }) => Math.min(length, textWidth(text, size)) * cos - (at - size * 0.4),
  );
  const overhang = Math.max(0, ...overhangs);
  return { depth: length * sin + size * 1.6 + getExtraHeight(ticks, size) * cos, overhang, marks };
}

/** Returns every nth label along an axis, so that none touches the next. */
export function thinLabels<One extends Label>(labels: readonly One[]): One[] {
  const boxes = labels.map((label) => computeCorners({ ...label, size: label.size * 1.12 }));
  const isApart = (every: number) =>
    boxes.every((box, index) => {
      const next = index % every === 0 ? boxes[index + every] : undefined;
      return !next || !touch(box, next);
    });
  let every = 1;
  while (every < labels.length && !isApart(every)) every++;
  return labels.filter((_, index) => index % every === 0);
}

/** Returns labels at uneven distances so that none touches the one before. The last one is more important than others. */
function spaceLabels<One extends Label>(labels: readonly One[]): One[] {
  const isApart = (one: One, two: One | undefined) =>
    !two ||
    !touch(
      ...([one, two].map((label) => computeCorners({ ...label, size: label.size * 1.12 })) as [
        Corner[],
        Corner[],
      ]),
    );
  const last = labels.at(-1);
  const kept: One[] = [];
  for (const label of labels)
    if (label === last || (isApart(label, kept.at(-1)) && isApart(label, last))) kept.push(label);
  return kept;
}
