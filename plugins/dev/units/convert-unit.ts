import {
  add,
  divide,
  formatRational,
  multiply,
  negate,
  type Rational,
  readRational,
} from "../numbers/rational.ts";
import dev from "../plugin.ts";
import { loadUnits, type Unit } from "./units.ts";

interface ConvertUnitOptions {
  value: string;
  from: string;
  to?: string | undefined;
  digits: number;
}

/** Converts a value from one unit to another, or to all units of the quantity. */
export function convertUnit({ value, from, to, digits }: ConvertUnitOptions) {
  const source = findUnit(from, "query.from");
  const found = to === undefined ? undefined : findUnit(to, "query.to");
  const { unit, notes } = source;
  const target = found?.unit;
  if (target && target.quantity !== unit.quantity)
    throw refuse(
      "query.to",
      `must be a unit of ${unit.quantity}, as "${unit.symbol}" is: it is one of ${target.quantity}`,
    );
  const amount = readRational(value, "query.value");
  const base = toBase(amount, unit);
  const targets = target
    ? [target]
    : loadUnits().filter(({ quantity }) => quantity === unit.quantity);
  const conversions = targets.map((one) => describeConversion({ amount, base, unit }, one, digits));
  return {
    result: conversions[0]?.value ?? "",
    quantity: unit.quantity,
    from: unit.symbol,
    from_name: unit.name,
    conversions,
    notes: [
      ...notes,
      ...(found?.notes ?? []),
      ...new Set([unit.note, target?.note].filter((note) => note !== undefined)),
      ...(unit.quantity === "temperature" && base.numerator < 0n
        ? ["The value is below absolute zero"]
        : []),
    ],
  };
}

interface Amount {
  amount: Rational;
  /** The amount in the base unit. */
  base: Rational;
  unit: Unit;
}

function describeConversion({ amount, base, unit }: Amount, target: Unit, digits: number) {
  const value = target === unit ? amount : fromBase(base, target);
  const { text, isExact } = formatRational(value, digits);
  // Two factors with π have an exact quotient.
  const isRounded = unit.isRounded !== target.isRounded && value.numerator !== 0n;
  return {
    unit: target.symbol,
    name: target.name,
    value: text,
    is_exact: isExact && !isRounded,
  };
}

function toBase(value: Rational, unit: Unit): Rational {
  const shifted = unit.offset ? add(value, readFactor(unit.offset)) : value;
  return invertIf(unit, shifted, (size) => multiply(size, readFactor(unit.factor)));
}

function fromBase(base: Rational, unit: Unit): Rational {
  const scaled = invertIf(unit, base, (size) => divide(size, readFactor(unit.factor)));
  return unit.offset ? add(scaled, negate(readFactor(unit.offset))) : scaled;
}

/** Applies a factor, or divides the factor by the value, which is its own inverse. */
function invertIf(
  { isInverse, factor, symbol }: Unit,
  value: Rational,
  apply: (size: Rational) => Rational,
): Rational {
  if (!isInverse) return apply(value);
  if (value.numerator !== 0n) return divide(readFactor(factor), value);
  throw refuse("query.value", `must not be 0: it has no equivalent in ${symbol}`);
}

function readFactor(text: string): Rational {
  return readRational(text, "unit");
}

/** Finds a unit by symbol or name. Case counts if two units differ in it only, such as mW and MW. */
function findUnit(text: string, at: string): { unit: Unit; notes: string[] } {
  const spellings = [text.trim(), text.trim().replaceAll("_", "-")];
  const exact = loadUnits().find(({ aliases }) => spellings.some((one) => aliases.includes(one)));
  if (exact) return { unit: exact, notes: [] };
  const loose = loosen(text);
  const similar = loadUnits().filter(({ aliases }) =>
    aliases.some((alias) => loosen(alias) === loose),
  );
  const [only, ...more] = similar;
  if (only && more.length === 0)
    return { unit: only, notes: [`"${text}" was read as ${only.symbol}, the ${only.name}`] };
  if (only)
    throw refuse(
      at,
      `is ambiguous: "${text}" could be ${similar.map(({ symbol, name }) => `${symbol} (${name})`).join(" or ")}`,
    );
  throw refuse(at, `must be a unit such as ${listExamples()}: it is ${JSON.stringify(text)}`);
}

/** Removes what differs between spellings of a unit: case, separators and compatibility forms such as ℃. */
function loosen(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[\s_·-]/g, "");
}

/** Returns the base unit of each quantity. */
function listExamples(): string {
  const quantities = new Map(
    [...loadUnits()].reverse().map((unit) => [unit.quantity, unit.symbol]),
  );
  return [...quantities.values()].reverse().join(", ");
}

function refuse(at: string, problem: string) {
  return dev.error("invalid_input", `${at} ${problem}`, { at });
}
