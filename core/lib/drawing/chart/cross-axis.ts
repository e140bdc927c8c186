import { formatNumber } from "../svg/svg.ts";
import { type Box, computeCorners, type Label, type Mark, rule, touch } from "./marks.ts";
import { fitText, textWidth } from "./text-width.ts";
import type { Theme } from "./theme.ts";
import { scale } from "./ticks.ts";
import { parseMoment, timeTicks } from "./time-ticks.ts";

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
  box: Box;
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
  place(at: number): number;
  marks(box: Box): Mark[];
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
  const { place, ticks } = positionTicks(along, options, ends);
  if (isBare || ticks.length === 0) return { depth: 0, place, marks: () => [] };
  return side === "left"
    ? layOutLeft(ticks, options, place)
    : layOutBelow(ticks, { options, along, place });
}

function positionTicks(along: Along, options: CrossAxisOptions, [from, to]: [number, number]) {
  const { labels, count, numbers, kind } = along;
  if (numbers) {
    const place = scale([numbers.low, numbers.high], [from, to]);
    return { place, ticks: numbers.at.map((at) => ({ at: place(at), text: numbers.format(at) })) };
  }
  const times = kind === "points" ? parseTimes(labels, options.xType) : undefined;
  const [start, end] = [times?.[0], times?.at(-1)];
  if (times && start !== undefined && end !== undefined) {
    const toPosition = scale([start, end], [from, to]);
    const most = Math.max(2, Math.floor((to - from) / (options.size * 7)));
    const ticks = timeTicks([start, end], { count: most, locale: options.locale });
    return {
      place: (at: number) => toPosition(times[at] ?? end),
      ticks: ticks.map(({ time, text }) => ({ at: toPosition(time), text })),
    };
  }
  const place =
    kind === "bands"
      ? (at: number) => from + ((at + 0.5) * (to - from)) / Math.max(count, 1)
      : scale([0, count - 1], [from, to]);
  return { place, ticks: labels.map((text, at) => ({ at: place(at), text })) };
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
  place: CrossAxis["place"],
): CrossAxis {
  const { box, size, theme } = options;
  const most = box.width * 0.35;
  const fitted = ticks.map(({ at, text }) => ({ at, text: fitText(text, { width: most, size }) }));
  const depth = Math.max(...fitted.map(({ text }) => textWidth(text, size))) + size * 0.8;
  const marks = (box: Box) =>
    thinLabels(
      fitted.map(({ at, text }): Label => {
        const label = { text, x: box.x - size * 0.8, y: at + size * 0.35 };
        return { ...label, size, fill: theme.soft, align: "end" };
      }),
    );
  return { depth, place, marks };
}

interface BelowOptions {
  options: CrossAxisOptions;
  along: Along;
  place: CrossAxis["place"];
}

// The possible angles of names, in degrees. Steeper names need less space.
const angles = [35, 60];

/** Lays out names horizontally, or else slanted. If neither has room for all, shows only every nth. */
function layOutBelow(ticks: readonly Tick[], { options, along, place }: BelowOptions): CrossAxis {
  const { box, size } = options;
  const room = (along.kind === "bands" ? box.width : box.width * 1.02) / Math.max(ticks.length, 1);
  const widest = Math.max(...ticks.map(({ text }) => textWidth(text, size)));
  const isNamed = along.kind !== "numbers" && ticks.length === along.labels.length;
  const isTight = isNamed && widest + size / 2 > room && box.height > size * 12;
  const angle = angles.find((degrees) => room * Math.sin(toRadians(degrees)) >= size * 1.25);
  // A few long slanted names are more useful than two complete ones.
  const fitsFew = Math.floor(box.width / (widest + size / 2)) < Math.min(ticks.length, 5);
  if (isTight && (angle !== undefined || fitsFew))
    return layOutSlanted(ticks, options, { place, widest, degrees: angle ?? 35 });
  return { depth: size * 1.9, place, marks: (box) => drawHorizontal(ticks, box, options) };
}

function toRadians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function drawHorizontal(
  ticks: readonly Tick[],
  box: Box,
  { size, theme }: CrossAxisOptions,
): Mark[] {
  const y = box.y + box.height;
  const labels = ticks.map(({ at, text }): Label & { at: number } => {
    const cut = fitText(text, { width: box.width * 0.9, size });
    const half = textWidth(cut, size) / 2;
    // Keeps names at the ends within the picture.
    const x = Math.min(Math.max(at, box.x - size + half), box.x + box.width + size - half);
    return { at, text: cut, x, y: y + size * 1.6, size, fill: theme.soft, align: "center" };
  });
  return thinLabels(labels).flatMap(({ at, ...label }): Mark[] => [
    rule(
      `M${formatNumber(at)} ${formatNumber(y)}v${formatNumber(size / 3)}`,
      theme.axis,
      size / 12,
    ),
    label,
  ]);
}

interface SlantedOptions {
  place: CrossAxis["place"];
  widest: number;
  degrees: number;
}

function layOutSlanted(
  ticks: readonly Tick[],
  { box, size, theme }: CrossAxisOptions,
  { place, widest, degrees }: SlantedOptions,
): CrossAxis {
  const [sin, cos] = [Math.sin(toRadians(degrees)), Math.cos(toRadians(degrees))];
  const length = Math.min(widest, (box.height * 0.4) / sin);
  const marks = ({ y, height }: Box) =>
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
  return { depth: length * sin + size * 1.6, place, marks };
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
