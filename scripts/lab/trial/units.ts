import fc from "fast-check";
import { openTable } from "../../../core/lib/data-file.ts";
import { convertUnit } from "../../../plugins/dev/units/convert-unit.ts";
import { askPython, importPackage } from "./kit/judges.ts";
import type { Row } from "./kit/row.ts";

/** A unit by its name in the judge, mathjs and convert-units. */
type Names = readonly [pint: string, mathjs: string, convertUnits: string];

const readUnits = openTable(
  new URL("./units.tsv", import.meta.url),
  {
    quantity: "number",
    pint: "text",
    mathjs: "text",
    convertUnits: "text",
    ours: "optional",
  },
  { unique: ["pint"] },
);
const quantities = Object.values(Object.groupBy(readUnits(), ({ quantity }) => quantity)).map(
  (units = []) =>
    units.map(({ pint, mathjs, convertUnits }): Names => [pint, mathjs, convertUnits]),
);

/** Our names, if they differ from the judge's with spaces. */
const ours = new Map(readUnits().map(({ pint, ours }) => [pint, ours]));

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
  return ours.get(name) ?? power + name.replace(/ \*\* \d/, "").replaceAll("_", " ");
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
