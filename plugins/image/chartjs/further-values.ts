import { isOptions } from "./legacy.ts";

/** The fields of a value that are numbers. Optional ones end in a question mark. */
const numberFields: ReadonlyMap<string, readonly string[]> = new Map([
  ["boxplot", ["min", "q1", "median", "q3", "max", "mean?", "whiskerMin?", "whiskerMax?"]],
  ["violin", ["min", "q1", "median", "q3", "max", "mean?"]],
  ["sankey", ["flow"]],
  ["candlestick", ["o", "h", "l", "c"]],
  ["ohlc", ["o", "h", "l", "c"]],
]);

/**
 * Returns a value of a box plot, a violin, a Sankey diagram or a price chart, with its time in milliseconds. Calls
 * `refuse` for one that would be drawn wrongly or not at all.
 */
export function readFurtherValue(
  type: string,
  value: unknown,
  { at, refuse }: { at: string; refuse: (path: string, problem: string) => never },
): unknown {
  if (value === null) return value;
  const isDistribution = type === "boxplot" || type === "violin";
  if (Array.isArray(value) && isDistribution) {
    const wrong = value.findIndex((one) => !isNumber(one));
    if (wrong >= 0) refuse(`${at}.${wrong}`, "must be a number");
    return value.length > 0 ? value : refuse(at, "must have at least one number");
  }
  if (!isOptions(value))
    return refuse(at, isDistribution ? "must be a list of numbers" : "must be an object");
  for (const field of numberFields.get(type) ?? []) {
    const name = field.replace("?", "");
    const isMissing = value[name] === undefined;
    if (isMissing ? !field.endsWith("?") : !isNumber(value[name]))
      refuse(`${at}.${name}`, "must be a number");
  }
  if (type === "sankey") return checkFlow(value, at, refuse);
  if (isDistribution) return value;
  const time = typeof value.x === "string" ? Date.parse(value.x) : value.x;
  return isNumber(time) ? { ...value, x: time } : refuse(`${at}.x`, "must be a date or a time");
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value);
}

function checkFlow(
  value: Record<string, unknown>,
  at: string,
  refuse: (path: string, problem: string) => never,
): unknown {
  for (const name of ["from", "to"])
    if (typeof value[name] !== "string") refuse(`${at}.${name}`, "must be the name of a node");
  if (!(Number(value.flow) > 0)) refuse(`${at}.flow`, "must be above 0");
  if (value.from === value.to) refuse(`${at}.to`, "must be another node than from");
  return value;
}
