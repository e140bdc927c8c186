/** How far ahead of the hub's clock a provider's may be. */
const aheadMs = 3_600_000;

/** A price, which is never nothing. Throws where it is no such number. */
export function price(value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value) && value > 0) return value;
  throw new Error(`Invalid price: ${value}`);
}

/** An amount, or null: the providers say 0 where they do not know, or where there is no limit. */
export function amount(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? value : null;
}

/** What the providers write where there is no such number: nothing, null or 0. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === 0;
}

/** A change in percent, or null. */
export function change(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

export function rank(value: unknown): number | null {
  return Number.isInteger(value) && (value as number) > 0 ? (value as number) : null;
}

export function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** The moment that a text or a number of milliseconds is. Throws where it is none, or to come. */
export function moment(value: unknown, now: number): number {
  const time = typeof value === "number" ? value : Date.parse(String(value));
  if (Number.isFinite(time) && time > 0 && time <= now + aheadMs) return time;
  throw new Error(`Invalid time: ${value}`);
}

/** A moment as the hub writes it, or null. */
export function iso(value: unknown): string | null {
  const time = typeof value === "number" ? value : Date.parse(String(value ?? ""));
  return Number.isFinite(time) ? isoOf(time) : null;
}

/** A moment that is one, in milliseconds since 1970, as the hub writes it. */
export function isoOf(time: number): string {
  return new Date(time).toISOString().replace(".000Z", "Z");
}

/** A number without an exponent, digit for digit. */
export function plainNumber(value: number): string {
  const shortest = String(value);
  const [digits = "", exponent] = shortest.split("e");
  if (exponent === undefined) return shortest;
  const [whole = "", part = ""] = digits.split(".");
  const shift = Number(exponent);
  if (shift < 0) return `0.${"0".repeat(-shift - 1)}${whole}${part}`;
  return whole + part.padEnd(shift, "0");
}

/** Rounds an amount of money, and leaves null as it is. */
export interface Rounder {
  (value: number): number;
  (value: number | null): number | null;
}

/** What a caller wants amounts of money rounded to. */
export function rounder(precision: string): Rounder {
  const round = (value: number | null) =>
    value === null || precision === "full" ? value : Number(value.toFixed(Number(precision)));
  return round as Rounder;
}

/** The object that something is; nothing of it where it is none. */
export function fields(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

/** The list that something is. Throws where it is none. */
export function list(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  throw new Error("The response is not a list");
}

/** The newest of a series that has something in it. */
export function newestOf<T>(series: readonly T[]): T {
  const newest = series.at(-1);
  if (newest === undefined) throw new RangeError("A series has at least one point");
  return newest;
}
