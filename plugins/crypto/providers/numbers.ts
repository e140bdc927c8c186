/** Maximum lead of a provider's clock over the hub's. */
const aheadMs = 3_600_000;

/** Parses a price. Throws if it isn't a positive number. */
export function price(value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
  throw new Error(`Invalid price: ${value}`);
}

/** Parses an amount, or returns null. Providers use 0 for unknown or unlimited. */
export function amount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : null;
}

/** Returns whether a value is missing: undefined, null or 0. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === 0;
}

/** Parses a change in percent, or returns null. */
export function change(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function rank(value: unknown): number | null {
  return Number.isInteger(value) && (value as number) > 0 ? (value as number) : null;
}

export function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Returns the texts of a list, or null for other values. */
export function texts(value: unknown): string[] | null {
  return Array.isArray(value) ? value.flatMap((one) => text(one) ?? []) : null;
}

/** Parses a time from text or milliseconds. Throws if it is invalid or in the future. */
export function moment(value: unknown, now: number): number {
  const time = typeof value === "number" ? value : Date.parse(String(value));
  if (Number.isFinite(time) && time > 0 && time <= now + aheadMs) return time;
  throw new Error(`Invalid time: ${value}`);
}

/** Formats a time as ISO 8601, or returns null if it is invalid. */
export function iso(value: unknown): string | null {
  const time = typeof value === "number" ? value : Date.parse(String(value ?? ""));
  return Number.isFinite(time) ? toIsoTime(time) : null;
}

/** Formats a valid Unix time in milliseconds as ISO 8601. */
export function toIsoTime(time: number): string {
  return new Date(time).toISOString().replace(".000Z", "Z");
}

/** Formats a number without an exponent. */
export function plainNumber(value: number): string {
  const shortest = String(value);
  const [digits = "", exponent] = shortest.split("e");
  if (exponent === undefined) return shortest;
  const [whole = "", part = ""] = digits.split(".");
  const shift = Number(exponent);
  if (shift < 0) return `0.${"0".repeat(-shift - 1)}${whole}${part}`;
  return whole + part.padEnd(shift, "0");
}

/** Rounds an amount of money. Null stays null. */
export interface Rounder {
  (value: number): number;
  (value: number | null): number | null;
}

/** Creates a function that rounds to the requested precision. */
export function rounder(precision: string): Rounder {
  const round = (value: number | null) =>
    value === null || precision === "full" ? value : Number(value.toFixed(Number(precision)));
  return round as Rounder;
}

/** Returns a value if it is an object, and an empty object otherwise. */
export function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** Returns a value if it is an array, and throws otherwise. */
export function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error("The response is not a list");
}

/** Returns the last element of a series. Throws if it is empty. */
export function getNewest<T>(series: readonly T[]): T {
  const newest = series.at(-1);
  if (newest === undefined) throw new RangeError("A series has at least one point");
  return newest;
}
