/** A line chart over time. */
export interface Chart {
  title: string;
  subtitle: string;
  /** Each is a line of its own. There is at least one point. No text is a caller's. */
  lines: readonly (readonly { date: string; value: number }[])[];
}

const size = { width: 800, height: 400 };
const plot = { left: 76, right: 776, top: 76, bottom: 352 };
const steps = [1, 2, 2.5, 5, 10];
const dayMs = 86_400_000;

/** Draws a chart as SVG, legible on any ground: it brings its own. */
export function lineChart({ title, subtitle, lines }: Chart): string {
  const points = lines.flat();
  const values = points.map(({ value }) => value);
  const ticks = valueTicks(least(values), most(values));
  const times = points.map(({ date }) => Date.parse(date));
  const [start, end] = [least(times), most(times)];
  const x = scale([start, end], [plot.left, plot.right]);
  const y = scale([ticks[0]!, ticks.at(-1)!], [plot.bottom, plot.top]);
  const decimals = decimalsOf(ticks[1]! - ticks[0]!);
  const place = ({ date, value }: { date: string; value: number }) =>
    `${short(x(Date.parse(date)))} ${short(y(value))}`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" width="${size.width}" height="${size.height}" role="img" aria-label="${title}, ${subtitle}" font-family="system-ui, -apple-system, Segoe UI, Roboto, sans-serif" font-size="12" fill="#5b6472">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="24" y="34" font-size="18" font-weight="600" fill="#1a202c">${title}</text>`,
    `<text x="24" y="54">${subtitle}</text>`,
    ...ticks.map((tick) => valueTick(short(y(tick)), tick.toFixed(decimals))),
    ...timeTicks(start, end).map(({ time, label }) => timeTick(short(x(time)), label)),
    ...lines.map((line) => drawn(line.map(place))),
    "</svg>",
  ].join("\n");
}

function drawn(places: readonly string[]): string {
  const [only, ...others] = places;
  if (others.length === 0)
    return `<circle cx="${only?.split(" ")[0]}" cy="${only?.split(" ")[1]}" r="3" fill="#2b6cb0"/>`;
  return `<path d="M${places.join("L")}" fill="none" stroke="#2b6cb0" stroke-width="1.75" stroke-linejoin="round" stroke-linecap="round"/>`;
}

function valueTick(y: string, label: string): string {
  return `<path d="M${plot.left} ${y}H${plot.right}" stroke="#e2e8f0"/><text x="${plot.left - 10}" y="${y}" dy="4" text-anchor="end">${label}</text>`;
}

function timeTick(x: string, label: string): string {
  return `<path d="M${x} ${plot.bottom}v6" stroke="#a0aec0"/><text x="${x}" y="${plot.bottom + 22}" text-anchor="middle">${label}</text>`;
}

/** Round values that hold all of them between the first and the last. */
function valueTicks(low: number, high: number): number[] {
  const spread = high - low || Math.abs(high) / 10 || 1;
  const step = roundStep(spread / 5);
  const first = Math.floor((high === low ? low - spread / 2 : low) / step);
  const last = Math.max(Math.ceil((high === low ? high + spread / 2 : high) / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, index) => (first + index) * step);
}

function roundStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * steps.find((step) => step * power >= rough * 0.999)!;
}

function decimalsOf(step: number): number {
  for (let decimals = 0; decimals < 12; decimals++)
    if (Math.abs(step - Number(step.toFixed(decimals))) < step / 1000) return decimals;
  return 12;
}

/** Seven moments or fewer: the first of years or months where the range is long, days where not. */
function timeTicks(start: number, end: number): { time: number; label: string }[] {
  const days = (end - start) / dayMs;
  const months = [1, 2, 3, 6, 12, 24, 60, 120].find((every) => days / (every * 30.4) <= 7) ?? 240;
  if (days < 75) return dayTicks(start, end);
  const first = new Date(start).getUTCFullYear() * 12 + new Date(start).getUTCMonth();
  const last = new Date(end).getUTCFullYear() * 12 + new Date(end).getUTCMonth();
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    .filter((month) => month % months === 0)
    .map((month) => Date.UTC(Math.floor(month / 12), month % 12))
    .filter((time) => time >= start)
    .map((time) => ({ time, label: dayOf(time).slice(0, months < 12 ? 7 : 4) }));
}

function dayTicks(start: number, end: number): { time: number; label: string }[] {
  const every = Math.max(1, Math.ceil((end - start) / dayMs / 6));
  const count = Math.floor((end - start) / dayMs / every) + 1;
  return Array.from({ length: count }, (_, index) => start + index * every * dayMs).map((time) => ({
    time,
    label: dayOf(time),
  }));
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** From one range to another; to the middle where the first has no width. */
function scale([from, to]: [number, number], [low, high]: [number, number]) {
  return (value: number) =>
    to === from ? (low + high) / 2 : low + ((value - from) / (to - from)) * (high - low);
}

function short(value: number): string {
  return String(Math.round(value * 100) / 100);
}

/** `Math.min(...values)` overflows the stack where there are very many. */
function least(values: readonly number[]): number {
  return values.reduce((best, value) => Math.min(best, value));
}

function most(values: readonly number[]): number {
  return values.reduce((best, value) => Math.max(best, value));
}
