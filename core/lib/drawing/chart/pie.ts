import { formatNumber, type SvgElement, svg } from "../svg/svg.ts";
import { type Chart, countPlaces, listPlaceNames, numberIn } from "./chart.ts";
import { buildFrame, joinLines, textSize } from "./frame.ts";
import { boldShare, type Mark, onCircle } from "./marks.ts";
import { textWidth } from "./text-width.ts";
import { colorAt, inkOn, mix, type Theme } from "./theme.ts";
import { numberFormat } from "./ticks.ts";

interface Slice {
  name: string;
  value: number;
  color: string;
  /** Angles from the top, clockwise, in radians. */
  from: number;
  to: number;
}

/** Draws the shares of the first series, as a pie or as a ring with the sum in its middle. */
export function pie(chart: Chart, theme: Theme): Mark[] {
  const slices = createSlices(chart, theme);
  const isWide = chart.width > chart.height * 1.15;
  const legend = chart.legend === undefined && countPlaces(chart) < 2 ? [] : slices;
  const frame = buildFrame(chart, { theme, legend, side: isWide ? "right" : "top" });
  const { area, unit } = frame;
  const radius = Math.min(area.width, area.height) / 2;
  const middle = { x: area.x + area.width / 2, y: area.y + area.height / 2 };
  const hole = chart.type === "doughnut" ? radius * 0.62 : 0;
  const ring = { ...middle, radius, hole };
  const shapes = slices.map((slice) => drawSlice(slice, ring, theme));
  const size = textSize * unit;
  const shares = slices.flatMap((slice) => drawShare(slice, ring, { chart, size }));
  // The sum of percentages is always 100 %.
  const hasSum = hole > 0 && chart.number?.style !== "percent";
  const sum = hasSum ? drawSum(chart, slices, { ...ring, theme }) : [];
  return [...frame.marks, ...shapes, ...shares, ...sum];
}

function createSlices(chart: Chart, theme: Theme): Slice[] {
  const values = (chart.series[0]?.data ?? []).map((datum) => Math.max(numberIn(datum) ?? 0, 0));
  const names = listPlaceNames(chart);
  const sum = values.reduce((total, value) => total + value, 0) || 1;
  let from = 0;
  return values.map((value, index) => {
    const to = from + (value / sum) * 2 * Math.PI;
    // After the end of the palette, the colours repeat in paler shades.
    const cycle = Math.floor(index / theme.series.length);
    const color = mix(colorAt(theme, index), "#8a94a3", Math.min(cycle * 0.3, 0.8));
    const slice = { name: joinLines(names[index] ?? ""), value, color, from, to };
    from = to;
    return slice;
  });
}

interface Ring {
  x: number;
  y: number;
  radius: number;
  hole: number;
}

function drawSlice(
  { from, to, color }: Slice,
  { x, y, radius, hole }: Ring,
  theme: Theme,
): SvgElement {
  const gap = theme.ground.startsWith("#") ? theme.ground : "none";
  // Very thin slices have no room for a gap: it would be all that is visible.
  const width = Math.min(1.5, (to - from) * radius * 0.12);
  const look = {
    fill: color,
    stroke: gap,
    "stroke-width": formatNumber(width),
    "stroke-linejoin": "round",
  };
  if (to - from >= 2 * Math.PI - 1e-9) {
    const width = radius - hole;
    if (hole === 0)
      return svg("circle", {
        cx: formatNumber(x),
        cy: formatNumber(y),
        r: formatNumber(radius),
        fill: color,
      });
    const r = formatNumber(radius - width / 2);
    return svg("circle", {
      cx: formatNumber(x),
      cy: formatNumber(y),
      r,
      fill: "none",
      stroke: color,
      "stroke-width": formatNumber(width),
    });
  }
  const large = to - from > Math.PI ? 1 : 0;
  const at = (radius: number, angle: number) => onCircle(x, y, { radius, angle }).join(" ");
  const outer = `M${at(radius, from)}A${formatNumber(radius)} ${formatNumber(radius)} 0 ${large} 1 ${at(radius, to)}`;
  const inner =
    hole === 0
      ? `L${formatNumber(x)} ${formatNumber(y)}z`
      : `L${at(hole, to)}A${formatNumber(hole)} ${formatNumber(hole)} 0 ${large} 0 ${at(hole, from)}z`;
  return svg("path", { d: outer + inner, ...look });
}

/** Draws a slice's share or value, if it fits inside. */
function drawShare(
  { value, from, to, color }: Slice,
  { x, y, radius, hole }: Ring,
  { chart, size }: { chart: Chart; size: number },
): Mark[] {
  const share = (to - from) / (2 * Math.PI);
  const locale = chart.number?.locale ?? "en";
  // As a percentage, a value is its share of the whole.
  const isPercent = chart.number?.style === "percent";
  const isShare = !chart.values || isPercent;
  const decimals = chart.number?.decimals ?? (isPercent ? undefined : share < 0.1 ? 1 : 0);
  const percent = numberFormat({ style: "percent", locale, decimals });
  const text = isShare ? percent(share) : numberFormat(chart.number)(value);
  const away = hole === 0 ? radius * 0.68 : (radius + hole) / 2;
  const [cx, cy] = onCircle(x, y, { radius: away, angle: (from + to) / 2 });
  const half = (textWidth(text, size) * boldShare) / 2 + 2;
  const isWithin = [-half, half].every((dx) =>
    [-size * 0.55, size * 0.55].every((dy) => {
      const [right, down] = [cx + dx - x, cy + dy - y];
      const angle = (Math.atan2(right, -down) + 2 * Math.PI) % (2 * Math.PI);
      const distance = Math.hypot(right, down);
      return distance > hole && distance < radius && (share === 1 || (angle > from && angle < to));
    }),
  );
  if (!isWithin) return [];
  return [
    { text, x: cx, y: cy + size * 0.35, size, fill: inkOn(color), bold: true, align: "center" },
  ];
}

function drawSum(
  chart: Chart,
  slices: readonly Slice[],
  { x, y, hole, theme }: Ring & { theme: Theme },
): Mark[] {
  const sum = slices.reduce((total, { value }) => total + value, 0);
  const text = numberFormat(chart.number)(sum);
  const size = Math.min(
    hole * 0.5,
    (hole * 1.5 * hole * 0.5) / Math.max(textWidth(text, hole * 0.5), 1),
  );
  if (size < 7) return [];
  return [{ text, x, y: y + size * 0.36, size, fill: theme.ink, bold: true, align: "center" }];
}
