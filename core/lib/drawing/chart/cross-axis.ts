import { formatNumber } from "../svg/svg.ts";
import { type Box, type Mark, rule } from "./marks.ts";
import { fitted, textWidth } from "./text-width.ts";
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

interface CrossAxis {
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
  const { place, ticks } = placed(along, asked, ends);
  if (isBare || ticks.length === 0) return { depth: 0, place, marks: () => [] };
  return side === "left" ? leftOf(ticks, asked, place) : below(ticks, { asked, along, place });
}

function placed(along: Along, asked: CrossAsked, [from, to]: [number, number]) {
  const { labels, count, numbers, kind } = along;
  if (numbers) {
    const place = scale([numbers.low, numbers.high], [from, to]);
    return { place, ticks: numbers.at.map((at) => ({ at: place(at), text: numbers.format(at) })) };
  }
  const times = kind === "points" ? timesOf(labels, asked.xType) : undefined;
  if (times) {
    const [start, end] = [times[0]!, times.at(-1)!];
    const toPlace = scale([start, end], [from, to]);
    const most = Math.max(2, Math.floor((to - from) / (asked.size * 7)));
    const ticks = timeTicks([start, end], { count: most, locale: asked.locale });
    return {
      place: (at: number) => toPlace(times[Math.min(at, times.length - 1)]!),
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
function timesOf(labels: readonly string[], xType: CrossAsked["xType"]): number[] | undefined {
  if (xType === "category" || labels.length === 0) return undefined;
  const times = labels.map(momentOf);
  const isSound = times.every((time, at) => time !== undefined && time >= (times[at - 1] ?? time));
  return isSound ? (times as number[]) : undefined;
}

function leftOf(ticks: readonly Tick[], asked: CrossAsked, place: CrossAxis["place"]): CrossAxis {
  const { box, size, theme } = asked;
  const most = box.width * 0.35;
  const texts = ticks.map(({ text }) => fitted(text, { width: most, size }));
  const depth = Math.max(...texts.map((text) => textWidth(text, size))) + size * 0.8;
  const every = Math.max(1, Math.ceil((ticks.length * size * 1.3) / box.height));
  const marks = (box: Box) =>
    ticks.flatMap(({ at }, index): Mark[] => {
      if (index % every > 0) return [];
      const label = { text: texts[index]!, x: box.x - size * 0.8, y: at + size * 0.35 };
      return [{ ...label, size, fill: theme.soft, align: "end" }];
    });
  return { depth, place, marks };
}

interface Below {
  asked: CrossAsked;
  along: Along;
  place: CrossAxis["place"];
}

const lean = (35 * Math.PI) / 180;

function below(ticks: readonly Tick[], { asked, along, place }: Below): CrossAxis {
  const { box, size } = asked;
  const room = box.width / Math.max(ticks.length, 1);
  const widest = Math.max(...ticks.map(({ text }) => textWidth(text, size)));
  const isNamed = along.kind === "bands" && widest + size / 2 > room;
  if (isNamed && room >= size * 1.3 && box.height > size * 12)
    return leaning(ticks, asked, { place, widest });
  const every = along.numbers ? 1 : Math.max(1, Math.ceil((widest + size / 2) / room));
  const shown = ticks.filter((_, index) => index % every === 0);
  return { depth: size * 1.9, place, marks: (box) => upright(shown, box, asked) };
}

function upright(ticks: readonly Tick[], box: Box, { size, theme }: CrossAsked): Mark[] {
  const y = box.y + box.height;
  return ticks.flatMap(({ at, text }): Mark[] => {
    const cut = fitted(text, { width: box.width * 0.9, size });
    const half = textWidth(cut, size) / 2;
    // A name at the very end would stand out of the picture.
    const x = Math.min(Math.max(at, box.x - size + half), box.x + box.width + size - half);
    return [
      rule(
        `M${formatNumber(at)} ${formatNumber(y)}v${formatNumber(size / 3)}`,
        theme.axis,
        size / 12,
      ),
      { text: cut, x, y: y + size * 1.6, size, fill: theme.soft, align: "center" },
    ];
  });
}

function leaning(
  ticks: readonly Tick[],
  { box, size, theme }: CrossAsked,
  { place, widest }: { place: CrossAxis["place"]; widest: number },
): CrossAxis {
  const length = Math.min(widest, box.height * 0.45);
  const marks = ({ x, y, height }: Box) =>
    ticks.map(({ at, text }): Mark => {
      // The first names run out at the left: they end where the picture does.
      const width = Math.min(length, (at - x + size * 4) / Math.cos(lean));
      const label = { text: fitted(text, { width, size }), x: at + size * 0.4 };
      return {
        ...{ ...label, y: y + height + size * 1.2, size, fill: theme.soft },
        ...{ align: "end" as const, turn: -35 },
      };
    });
  return { depth: length * Math.sin(lean) + size * 1.6, place, marks };
}
