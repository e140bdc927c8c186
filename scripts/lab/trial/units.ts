import fc from "fast-check";
import { convertUnit } from "../../../plugins/dev/units/convert-unit.ts";
import { askPython, importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

/** A unit by its name in the judge, mathjs and convert-units. */
type Names = readonly [pint: string, mathjs: string, convertUnits: string];

const quantities: readonly (readonly Names[])[] = [
  [
    ["meter", "m", "m"],
    ["inch", "inch", "in"],
    ["foot", "foot", "ft"],
    ["yard", "yard", "yd"],
    ["mile", "mile", "mi"],
    ["kilometer", "km", "km"],
    ["millimeter", "mm", "mm"],
    ["angstrom", "angstrom", "-"],
    ["nautical_mile", "-", "nMi"],
    ["light_year", "-", "-"],
  ],
  [
    ["meter ** 2", "m2", "m2"],
    ["hectare", "hectare", "ha"],
    ["foot ** 2", "sqft", "ft2"],
    ["inch ** 2", "sqin", "in2"],
    ["mile ** 2", "sqmi", "mi2"],
  ],
  [
    ["liter", "litre", "l"],
    ["meter ** 3", "m3", "m3"],
    ["inch ** 3", "cuin", "in3"],
    ["gallon", "gallon", "gal"],
    ["pint", "pint", "pnt"],
    ["quart", "quart", "qt"],
    ["teaspoon", "teaspoon", "tsp"],
    ["fluid_ounce", "fluidounce", "fl-oz"],
    ["imperial_gallon", "-", "-"],
  ],
  [
    ["kilogram", "kg", "kg"],
    ["gram", "g", "g"],
    ["pound", "lb", "lb"],
    ["ounce", "oz", "oz"],
    ["stone", "stone", "-"],
    ["metric_ton", "tonne", "mt"],
    ["grain", "grain", "-"],
    ["troy_ounce", "-", "-"],
  ],
  [
    ["second", "s", "s"],
    ["minute", "minute", "min"],
    ["hour", "hour", "h"],
    ["day", "day", "d"],
    ["week", "week", "week"],
  ],
  [
    ["kelvin", "K", "K"],
    ["degree_Celsius", "degC", "C"],
    ["degree_Fahrenheit", "degF", "F"],
    ["degree_Rankine", "degR", "R"],
  ],
  [
    ["byte", "byte", "B"],
    ["bit", "bit", "b"],
    ["kibibyte", "kibibyte", "-"],
    ["megabyte", "megabyte", "-"],
    ["gibibyte", "gibibyte", "-"],
  ],
  [
    ["pascal", "Pa", "Pa"],
    ["bar", "bar", "bar"],
    ["atmosphere", "atm", "-"],
    ["psi", "psi", "psi"],
    ["torr", "torr", "torr"],
    ["hectopascal", "hPa", "hPa"],
  ],
  [
    ["joule", "J", "J"],
    ["watt_hour", "Wh", "Wh"],
    ["kilowatt_hour", "kWh", "kWh"],
    ["electron_volt", "electronvolt", "-"],
    ["erg", "erg", "-"],
  ],
];

/** Our names, if they differ from the judge's with spaces. */
const ours: Record<string, string> = {
  gallon: "US gallon",
  pint: "US pint",
  quart: "US quart",
  teaspoon: "US teaspoon",
  fluid_ounce: "US fluid ounce",
  metric_ton: "tonne",
  psi: "pound per square inch",
  light_year: "light-year",
  watt_hour: "watt-hour",
  kilowatt_hour: "kilowatt-hour",
  electron_volt: "electronvolt",
};

interface Conversion {
  value: string;
  from: Names;
  to: Names;
}

export default {
  engine: "dev/units",
  ours: ["plugins/dev/units/*.ts"],
  theirs: ["mathjs", "convert-units"],
  async measure() {
    const conversions = buildConversions();
    const right = askPython<number[]>(
      `import pint
units = pint.UnitRegistry(autoconvert_offset_to_baseunit=True)
print(json.dumps([units.Quantity(float(value), start).to(to).magnitude for value, start, to in json.load(sys.stdin)]))`,
      conversions.map(({ value, from, to }) => [value, from[0], to[0]]),
      ["pint"],
    );
    type MathJs = { unit(value: number, name: string): { toNumber(name: string): number } };
    const { unit } = await importPackage<MathJs>("mathjs");
    type ConvertUnits = {
      default(value: number): { from(name: string): { to(name: string): number } };
    };
    const { default: convert } = await importPackage<ConvertUnits>("convert-units");
    const count = (compute: (one: Conversion) => number) =>
      conversions.filter((one, index) => isClose(attempt(compute, one), right[index] ?? Number.NaN))
        .length;
    return [
      {
        set: "random conversions; pint is the judge",
        inputs: conversions.length,
        figure: "right to 9 digits",
        ours: count(({ value, from, to }) =>
          Number(convertUnit({ value, from: toOurs(from), to: toOurs(to), digits: 15 }).result),
        ),
        theirs: {
          mathjs: count(({ value, from, to }) => unit(Number(value), from[1]).toNumber(to[1])),
          "convert-units": count(({ value, from, to }) =>
            convert(Number(value)).from(from[2]).to(to[2]),
          ),
        },
      },
    ];
  },
} satisfies Row;

function toOurs([name]: Names): string {
  const power = name.endsWith("** 2") ? "square " : name.endsWith("** 3") ? "cubic " : "";
  return ours[name] ?? power + name.replace(/ \*\* \d/, "").replaceAll("_", " ");
}

function buildConversions(): Conversion[] {
  const conversion = fc.constantFrom(...quantities).chain((units) =>
    fc.record({
      value: fc.integer({ min: 1, max: 1_000_000 }).map((one) => String(one / 100)),
      from: fc.constantFrom(...units),
      to: fc.constantFrom(...units),
    }),
  );
  return fc.sample(conversion, { numRuns: 500, seed: 1 });
}

function attempt(compute: (one: Conversion) => number, one: Conversion): number {
  try {
    return compute(one);
  } catch {
    return Number.NaN;
  }
}

function isClose(found: number, expected: number): boolean {
  return Math.abs(found - expected) <= 1e-9 * Math.abs(expected);
}
