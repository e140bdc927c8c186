import { formatNumber, svg } from "../svg/svg.ts";
import { type Chart, numberIn } from "./chart.ts";
import { buildFrame, textSize } from "./frame.ts";
import { type Mark, onCircle, type PixelRectangle } from "./marks.ts";
import { drawOverflows, getSideBeyond } from "./overflow.ts";
import { fitText, textWidth } from "./text-width.ts";
import { colorAt, type Theme } from "./theme.ts";
import { numberFormat, shortFormat } from "./ticks.ts";

const half = (120 * Math.PI) / 180;

/** Draws the first value on an arc from `yMin` to `yMax`, by default 0 and 100. */
export function gauge(chart: Chart, theme: Theme): Mark[] {
  const { area, marks, unit } = buildFrame(chart, { theme });
  const size = textSize * unit;
  const dial = layOutDial(area, size);
  const [series] = chart.series;
  const value = numberIn(series?.data[0]);
  const [low, high] = getEnds(chart);
  const share = value === null ? 0 : Math.min(Math.max((value - low) / (high - low), 0), 1);
  const color = series?.color ?? colorAt(theme, 0);
  return [
    ...marks,
    drawArc(dial, { to: 1, color: theme.grid }),
    ...(share > 0 ? [drawArc(dial, { to: share, color })] : []),
    ...(value === null
      ? []
      : drawBeyond(dial, { theme, unit, side: getSideBeyond(value, [low, high]) })),
    ...drawMiddle(chart, { dial, theme, size, value }),
    ...(dial.radius > 50 ? drawEnds(chart, { dial, theme, size }) : []),
  ];
}

/** Draws an arrowhead at the end of the arc that the value is beyond. */
function drawBeyond(
  { x, y, radius, thick }: Dial,
  { theme, unit, side }: { theme: Theme; unit: number; side: -1 | 0 | 1 },
): Mark[] {
  if (side === 0) return [];
  const middle = radius - thick / 2;
  const angle = side * (half + (thick / 2 + 5 * unit) / middle);
  const [endX, endY] = onCircle(x, y, { radius: middle, angle });
  const overflow = { x: endX, y: endY, value: 0, color: theme.ink };
  return drawOverflows([{ ...overflow, angle: angle + (side * Math.PI) / 2 }], { theme, unit });
}

/** Returns the values at both ends of the arc. */
function getEnds({ yMin: low = 0, yMax, number }: Chart): [low: number, high: number] {
  return [low, Math.max(yMax ?? (number?.style === "percent" ? 1 : 100), low + 1e-9)];
}

/** The position and thickness of the arc. */
interface Dial {
  x: number;
  y: number;
  radius: number;
  thick: number;
}

function layOutDial(area: PixelRectangle, size: number): Dial {
  // The arc is open at the bottom: its height is three quarters of a circle's, plus its round ends.
  const height = area.height - size * 1.6;
  const radius = Math.max(Math.min(area.width / 2, height / 1.57), 1);
  return {
    x: area.x + area.width / 2,
    y: area.y + (height - radius * 1.57) / 2 + radius,
    radius,
    thick: radius * 0.17,
  };
}

interface Texts {
  dial: Dial;
  theme: Theme;
  size: number;
}

/** Draws the value, and the name of its series below it. */
function drawMiddle(
  { series, number }: Chart,
  { dial: { x, y, radius }, theme, size, value }: Texts & { value: number | null },
): Mark[] {
  const text = value === null ? "–" : numberFormat(number)(value);
  const most = radius * 0.46;
  const large = Math.min(most, (radius * 1.25 * radius * 0.46) / textWidth(text, most));
  const middle = y + large * 0.3;
  const name = fitText(series[0]?.name ?? "", { width: radius * 1.3, size });
  const below: Mark = {
    text: name,
    x,
    y: middle + size * 1.9,
    size,
    fill: theme.soft,
    align: "center",
  };
  return [
    { text, x, y: middle, size: large, fill: theme.ink, bold: true, align: "center" },
    ...(name ? [below] : []),
  ];
}

/** Draws the values at the ends of the arc. */
function drawEnds(chart: Chart, { dial, theme, size }: Texts): Mark[] {
  const { radius, thick } = dial;
  const at = getEnds(chart);
  const format = shortFormat(chart.number, { at, size, width: radius * 0.7 });
  const y = dial.y + radius * 0.57 + size * 1.2;
  return at.map((end, index): Mark => {
    const angle = index ? half : -half;
    const [x] = onCircle(dial.x, dial.y, { radius: radius - thick / 2, angle });
    return { text: format(end), x, y, size, fill: theme.soft, align: "center" };
  });
}

interface Arc {
  /** The end of the arc, from 0 to 1. */
  to: number;
  color: string;
}

function drawArc({ x, y, radius, thick }: Dial, { to, color }: Arc): Mark {
  const middle = radius - thick / 2;
  const end = -half + to * 2 * half;
  const at = (angle: number) => onCircle(x, y, { radius: middle, angle }).join(" ");
  const large = end + half > Math.PI ? 1 : 0;
  return svg("path", {
    d: `M${at(-half)}A${formatNumber(middle)} ${formatNumber(middle)} 0 ${large} 1 ${at(end)}`,
    fill: "none",
    stroke: color,
    "stroke-width": formatNumber(thick),
    "stroke-linecap": "round",
  });
}
