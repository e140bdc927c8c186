import { formatNumber } from "../svg/svg.ts";
import { type Box, cornersOf, type Label, type Mark, rule, touch } from "./marks.ts";
import { fitText, textWidth } from "./text-width.ts";
import type { Theme } from "./theme.ts";
import { scale } from "./ticks.ts";
import { momentOf, timeTicks } from "./time-ticks.ts";

/** What runs across the values. */
export interface Along {
  /** Names in slots of their own, names at points from end to end, or numbers. */
  kind: "bands" | "points" | "numbers";
  labels: readonly string[];
  count: number;
  /** Of numbers: what is written, and from where to where. */
  numbers?: { at: readonly number[]; low: number; high: number; format(value: number): string };
}

interface CrossAsked {
  box: Box;
  size: number;
  theme: Theme;
  locale: string;
  xType: "auto" | "category" | "time";
  side: "bottom" | "left";
  /** Without any text. */
  isBare: boolean;
}

/** The axis across the values, once it is laid out. */
export interface CrossAxis {
  /** How much room it takes. */
  depth: number;
  place(at: number): number;
  marks(box: Box): Mark[];
}

interface Tick {
  at: number;
  text: string;
}

/** Places names, moments or numbers along an axis, as many as can be read. */
export function crossAxis(along: Along, asked: CrossAsked): CrossAxis {
  const { box, side, isBare } = asked;
  const ends: [number, number] =
    side === "bottom" ? [box.x, box.x + box.width] : [box.y, box.y + box.height];
  const { place, ticks } = placeTicks(along, asked, ends);
  if (isBare || ticks.length === 0) return { depth: 0, place, marks: () => [] };
  return side === "left" ? beside(ticks, asked, place) : below(ticks, { asked, along, place });
}

function placeTicks(along: Along, asked: CrossAsked, [from, to]: [number, number]) {
  const { labels, count, numbers, kind } = along;
  if (numbers) {
    const place = scale([numbers.low, numbers.high], [from, to]);
    return { place, ticks: numbers.at.map((at) => ({ at: place(at), text: numbers.format(at) })) };
  }
  const times = kind === "points" ? timesOf(labels, asked.xType) : undefined;
  const [start, end] = [times?.[0], times?.at(-1)];
  if (times && start !== undefined && end !== undefined) {
    const toPlace = scale([start, end], [from, to]);
    const most = Math.max(2, Math.floor((to - from) / (asked.size * 7)));
    const ticks = timeTicks([start, end], { count: most, locale: asked.locale });
    return {
      place: (at: number) => toPlace(times[at] ?? end),
      ticks: ticks.map(({ time, text }) => ({ at: toPlace(time), text })),
    };
  }
  const place =
    kind === "bands"
      ? (at: number) => from + ((at + 0.5) * (to - from)) / Math.max(count, 1)
      : scale([0, count - 1], [from, to]);
  return { place, ticks: labels.map((text, at) => ({ at: place(at), text })) };
}

/** The labels as moments, where all of them are and none is before the one ahead of it. */
function timesOf(
  labels: readonly string[],
  xType: CrossAsked["xType"],
): readonly number[] | undefined {
  if (xType === "category" || labels.length === 0) return undefined;
  const times = labels.map(momentOf);
  const isSound = times.every((time, at) => time !== undefined && time >= (times[at - 1] ?? time));
  return isSound ? (times as number[]) : undefined;
}

function beside(ticks: readonly Tick[], asked: CrossAsked, place: CrossAxis["place"]): CrossAxis {
  const { box, size, theme } = asked;
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

interface Below {
  asked: CrossAsked;
  along: Along;
  place: CrossAxis["place"];
}

// How far names may lean, in degrees: the steeper, the closer they may stand.
const leans = [35, 60];

/** Names as they are read, or else leaning; where neither has room for all, only each so many. */
function below(ticks: readonly Tick[], { asked, along, place }: Below): CrossAxis {
  const { box, size } = asked;
  const room = (along.kind === "bands" ? box.width : box.width * 1.02) / Math.max(ticks.length, 1);
  const widest = Math.max(...ticks.map(({ text }) => textWidth(text, size)));
  const isNamed = along.kind !== "numbers" && ticks.length === along.labels.length;
  const isTight = isNamed && widest + size / 2 > room && box.height > size * 12;
  const lean = leans.find((degrees) => room * Math.sin(radians(degrees)) >= size * 1.25);
  // A handful of long names says more, leaning, than two that are whole.
  const few = Math.floor(box.width / (widest + size / 2)) < Math.min(ticks.length, 5);
  if (isTight && (lean !== undefined || few))
    return leaning(ticks, asked, { place, widest, degrees: lean ?? 35 });
  return { depth: size * 1.9, place, marks: (box) => upright(ticks, box, asked) };
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}

function upright(ticks: readonly Tick[], box: Box, { size, theme }: CrossAsked): Mark[] {
  const y = box.y + box.height;
  const labels = ticks.map(({ at, text }): Label & { at: number } => {
    const cut = fitText(text, { width: box.width * 0.9, size });
    const half = textWidth(cut, size) / 2;
    // A name at the very end would stand out of the picture.
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

interface Leaning {
  place: CrossAxis["place"];
  widest: number;
  degrees: number;
}

function leaning(
  ticks: readonly Tick[],
  { box, size, theme }: CrossAsked,
  { place, widest, degrees }: Leaning,
): CrossAxis {
  const [sin, cos] = [Math.sin(radians(degrees)), Math.cos(radians(degrees))];
  const length = Math.min(widest, (box.height * 0.4) / sin);
  const marks = ({ y, height }: Box) =>
    thinLabels(
      ticks.map(({ at, text }): Label => {
        // The first names run out at the left: they end where the picture does.
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

/** Each so many of the labels along an axis that none touches the next, with room between. */
export function thinLabels<One extends Label>(labels: readonly One[]): One[] {
  const boxes = labels.map((label) => cornersOf({ ...label, size: label.size * 1.12 }));
  const isApart = (every: number) =>
    boxes.every((box, index) => {
      const next = index % every === 0 ? boxes[index + every] : undefined;
      return !next || !touch(box, next);
    });
  let every = 1;
  while (every < labels.length && !isApart(every)) every++;
  return labels.filter((_, index) => index % every === 0);
}
