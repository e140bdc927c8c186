import { asTable } from "hub";
import { openTable } from "hub/data-file";

/** A unit of measurement. Values in it are multiplied by `factor` to get those in the base unit. */
export interface Unit {
  symbol: string;
  name: string;
  quantity: string;
  /** A decimal number, or a fraction of two. */
  factor: string;
  /** Number added to values before the multiplication. */
  offset?: string;
  /** Whether the value in the base unit is the reciprocal, as for litres per 100 km. */
  isInverse?: true;
  /** Whether the factor is rounded, because it contains π. */
  isRounded?: true;
  aliases: string[];
  /** Differing meanings of the name. */
  note?: string;
}

/** π with fifty decimals. */
const pi = "3.14159265358979323846264338327950288419716939937510";

const readRows = openTable(new URL("./units.tsv", import.meta.url), {
  symbol: "text",
  name: "text",
  quantity: "text",
  factor: "text",
  offset: "optional",
  aliases: "list",
  note: "optional",
});

let units: readonly Unit[] | undefined;

/** Returns all units, in the order of the table. */
export function loadUnits(): readonly Unit[] {
  units ??= readRows().map(({ symbol, name, quantity, factor, offset, aliases, note }) => ({
    symbol,
    name,
    quantity,
    factor: factor.replace("π", pi),
    ...(offset !== undefined && { offset }),
    ...(symbol === "L/100km" && { isInverse: true as const }),
    ...(factor.includes("π") && { isRounded: true as const }),
    aliases: [symbol, name, ...aliases].flatMap(listForms),
    ...(note !== undefined && { note }),
  }));
  return units;
}

const plurals: Record<string, string> = asTable({ foot: "feet", inch: "inches", hertz: "hertz" });

/** Returns the spellings of a name or symbol: also American, and in the plural if it is a word. */
function listForms(name: string): string[] {
  if (!/[a-z]{3}/.test(name)) return name === "" ? [] : [name];
  const american = name.replaceAll(/(?<=met|lit)re/g, "er");
  return [...new Set([name, american])].flatMap((form) => [form, pluralize(form)]);
}

/** Writes a name in the plural: "miles per hour", "degrees Celsius", "square feet". */
function pluralize(name: string): string {
  const [noun = name] = name.split(/ (?:per|of|Celsius|Fahrenheit|Rankine|Réaumur)\b/, 1);
  const last = noun.split(/[ -]/).at(-1) ?? noun;
  const plural = plurals[last] ?? `${last}s`;
  return noun.slice(0, noun.length - last.length) + plural + name.slice(noun.length);
}
