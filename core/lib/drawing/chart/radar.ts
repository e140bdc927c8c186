import { formatNumber, svg } from "../svg/svg.ts";
import { type Chart, countPlaces, listPlaceNames, numberIn, numbersIn } from "./chart.ts";
import { thinLabels } from "./cross-axis.ts";
import { buildFrame, type Frame, seriesEntries, textSize } from "./frame.ts";
import { drawDots } from "./lines.ts";
import { type Label, type Mark, onCircle, rule } from "./marks.ts";
import { drawOverflows, getSideBeyond, type Overflow } from "./overflow.ts";
import { fitText, lineHeight, splitLines, textWidth } from "./text-width.ts";
import { colorAt, getHaloColor, type Theme } from "./theme.ts";
import { numberFormat, scale, shortFormat, type Ticks, valueTicks } from "./ticks.ts";

/** Draws a web with an axis per label, and a shape for each series. */
export function radar(chart: Chart, theme: Theme): Mark[] {
  const frame = buildFrame(chart, { theme, legend: seriesEntries(chart, theme) });
  const web = createWeb(chart, frame);
  const shapes = chart.series.flatMap(({ data, color }, index) => {
    const fill = color ?? colorAt(theme, index);
    const points = Array.from({ length: web.count }, (_, at) =>
      web.at(numberIn(data[at]) ?? web.ticks.low, at),
    );
    const d = `M${points.map((point) => point.join(" ")).join("L")}z`;
    const look = {
      fill,
      "fill-opacity": 0.14,
      stroke: fill,
      "stroke-width": formatNumber(2 * frame.unit),
    };
    const beyond = data.flatMap((datum, thread): Overflow[] => {
      const value = numberIn(datum);
      const side = value === null ? 0 : getSideBeyond(value, [web.ticks.low, web.ticks.high]);
      if (value === null || side === 0) return [];
      const [x, y] = web.at(value, thread);
      const outwards = (thread / web.count) * 2 * Math.PI;
      return [{ x, y, angle: side > 0 ? outwards : outwards + Math.PI, value, color: fill }];
    });
    const size = textSize * frame.unit;
    const options = { theme, unit: frame.unit, size, format: numberFormat(chart.number) };
    return [
      ...drawOverflows(beyond, options),
      svg("path", { d, ...look, "stroke-linejoin": "round" }),
      ...drawDots(points, { fill, ground: theme.ground, radius: 3 * frame.unit }),
    ];
  });
  return [
    ...frame.marks,
    ...drawWeb(web, theme),
    ...shapes,
    ...drawTexts(chart, { web, theme, frame }),
  ];
}

interface Web {
  x: number;
  y: number;
  radius: number;
  count: number;
  ticks: Ticks;
  at(value: number, thread: number): [number, number];
}

function createWeb(chart: Chart, { area, unit }: Frame): Web {
  const count = Math.max(countPlaces(chart), 3);
  const size = textSize * unit;
  const widest = Math.max(...listPlaceNames(chart).map((name) => textWidth(name, size)), 0);
  const labelWidth = Math.min(widest + size, area.width * 0.28);
  const radius = Math.max(Math.min(area.width / 2 - labelWidth, area.height / 2 - size * 1.8), 8);
  const ticks = valueTicks(numbersIn(chart.series), {
    count: 4,
    zero: true,
    min: chart.yMin,
    max: chart.yMax,
  });
  const toRadius = scale([ticks.low, ticks.high], [0, radius]);
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const at = (value: number, thread: number) => {
    const distance = Math.min(Math.max(toRadius(value), 0), radius);
    return onCircle(x, y, { radius: distance, angle: (thread / count) * 2 * Math.PI });
  };
  return { x, y, radius, count, ticks, at };
}

function drawWeb({ x, y, count, ticks, at }: Web, theme: Theme): Mark[] {
  const all = Array.from({ length: count }, (_, thread) => thread);
  const rings = ticks.at
    .slice(1)
    .map((value) =>
      rule(`M${all.map((thread) => at(value, thread).join(" ")).join("L")}z`, theme.grid),
    );
  const spokes = all.map(
    (thread) => `M${formatNumber(x)} ${formatNumber(y)}L${at(ticks.high, thread).join(" ")}`,
  );
  return [...rings, rule(spokes.join(""), theme.grid)];
}

function drawTexts(
  chart: Chart,
  { web, theme, frame }: { web: Web; theme: Theme; frame: Frame },
): Mark[] {
  const size = textSize * frame.unit;
  const { x, y, radius, count, ticks } = web;
  const { area } = frame;
  const names = listPlaceNames(chart).map((name, thread): Label => {
    const angle = (thread / count) * 2 * Math.PI;
    const [cx, cy] = onCircle(x, y, { radius: radius + size * 0.8, angle });
    const sine = Math.sin(angle);
    const align = Math.abs(sine) < 0.05 ? "center" : sine > 0 ? "start" : "end";
    const room =
      align === "center" ? area.width : sine > 0 ? area.x + area.width - cx : cx - area.x;
    const text = fitText(name, { width: room, size });
    // Further lines continue away from the web.
    const extraHeight = (splitLines(text).length - 1) * lineHeight * size;
    const above = (extraHeight * (1 + Math.cos(angle))) / 2;
    return {
      text,
      x: cx,
      y: cy + size * (0.35 - 0.4 * Math.cos(angle)) - above,
      size,
      fill: theme.ink,
      align,
    };
  });
  const small = size * 0.85;
  const format = shortFormat(chart.number, { ...ticks, size: small, width: radius * 0.6 });
  const numbers = ticks.at.slice(1).map((value): Mark => {
    const [cx, cy] = web.at(value, 0);
    return {
      text: format(value),
      x: cx + small * 0.4,
      y: cy + small * 0.35,
      size: small,
      fill: theme.soft,
      halo: getHaloColor(theme),
    };
  });
  return radius < 40 ? [] : [...thinLabels(names), ...numbers];
}
