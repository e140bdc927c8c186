/** Formats a value of a chart. `share` is its share of the dataset, and `label` the name at its position. */
export type Formatter = (value: number, context?: { share?: number; label?: string }) => string;

/** Returns a number without the noise of binary fractions: 0.1 + 0.2 is 0.3. Integers stay as they are. */
export function roundNoise(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(15));
}

/** The notation of formatters, for messages. */
export const formatterNames =
  '"percent", "currency:EUR", "compact", "hh:mm:ss", "fixed:2", "prefix:…", "suffix:…" or "label"';

/** Creates a formatter by its name. Returns undefined if there is none. */
export function createFormatter(name: string, locale: string): Formatter | undefined {
  const colon = name.indexOf(":");
  const [kind, rest] = colon < 0 ? [name, ""] : [name.slice(0, colon), name.slice(colon + 1)];
  const plain = new Intl.NumberFormat(locale, { maximumFractionDigits: 4 });
  if (name === "hh:mm:ss") return formatDuration;
  if (name === "percent") {
    const percent = new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
    return (value, { share } = {}) => percent.format(share ?? value);
  }
  if (name === "compact") {
    const compact = new Intl.NumberFormat(locale, {
      notation: "compact",
      maximumFractionDigits: 2,
    });
    return (value) => compact.format(value);
  }
  if (name === "label") return (value, { label } = {}) => label ?? plain.format(value);
  if (kind === "prefix" && colon > 0) return (value) => rest + plain.format(value);
  if (kind === "suffix" && colon > 0) return (value) => plain.format(value) + rest;
  if (kind === "fixed" && /^(?:\d|1\d|20)$/.test(rest)) {
    const digits = Number(rest);
    const fixed = new Intl.NumberFormat(locale, {
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    return (value) => fixed.format(value);
  }
  if (kind === "currency" && /^[A-Za-z]{3}$/.test(rest)) {
    const currency = new Intl.NumberFormat(locale, {
      style: "currency",
      currency: rest.toUpperCase(),
      currencyDisplay: "narrowSymbol",
      trailingZeroDisplay: "stripIfInteger",
    });
    return (value) => currency.format(value);
  }
  return undefined;
}

/** Formats seconds. */
function formatDuration(value: number): string {
  const seconds = Math.round(Math.abs(value));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return (value < 0 ? "-" : "") + parts.map((part) => String(part).padStart(2, "0")).join(":");
}

/** The part of an axis that formatters of ticks use. */
interface Axis {
  type: string;
  getLabelForValue(value: number): string;
}

/** Returns the callback of an axis. Names on a category axis are formatted if they are numbers. */
export function formatTicks(formatter: Formatter) {
  return function format(this: Axis | undefined, value: unknown): string {
    const isIndex = this?.type === "category" && typeof value === "number";
    const shown = isIndex ? this.getLabelForValue(value) : value;
    const number = shown === "" ? Number.NaN : Number(shown);
    return Number.isFinite(number) ? formatter(number) : String(shown);
  };
}

/** The part of a data label's context that formatters use. */
interface LabelContext {
  chart: {
    config: { type?: string };
    data: { labels?: unknown[] };
    options: { indexAxis?: string };
  };
  dataset: { type?: string; data: unknown[] };
  dataIndex: number;
}

/** Returns the callback of data labels. In round charts, a value also has a share of its dataset. */
export function formatLabels(formatter: Formatter) {
  return (value: unknown, { chart, dataset, dataIndex }: LabelContext): string | null => {
    const axis = chart.options.indexAxis === "y" ? "x" : "y";
    const read = (one: unknown): number =>
      typeof one === "object" && one !== null
        ? Number(Array.isArray(one) ? one[1] : (one as Record<string, unknown>)[axis])
        : one === null
          ? Number.NaN
          : Number(one);
    const number = read(value);
    if (!Number.isFinite(number)) return null;
    const isRound = ["pie", "doughnut", "polarArea"].includes(
      dataset.type ?? chart.config.type ?? "",
    );
    const sum = isRound
      ? dataset.data
          .map(read)
          .reduce((total, one) => total + (Number.isFinite(one) ? Math.abs(one) : 0), 0)
      : 0;
    const label = chart.data.labels?.[dataIndex];
    return formatter(number, {
      ...(sum > 0 && { share: Math.abs(number) / sum }),
      ...(typeof label === "string" && { label }),
    });
  };
}
