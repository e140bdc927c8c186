import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { loadUnits } from "./units.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const ask = (query: Record<string, string>) =>
  hub.get(`/api/dev/units?${new URLSearchParams(query)}`);

/** Values that GNU units 2.22 prints with twelve digits. */
const golden = `
37.5 | m | nm | 37500000000
2 | mm | mi | 1.24274238447e-06
0.125 | km | m | 125
-40 | yd | nmi | -0.0197494600432
1e6 | mil | Å | 254000000000
37.5 | au | ft | 1.84052498401e+13
2 | Å | pc | 6.48155857894e-27
37.5 | m² | mm² | 37500000
2 | a | mi² | 7.72204317085e-05
0.125 | in² | yd² | 9.6450617284e-05
-40 | ac | in² | -250905600
37.5 | m³ | mm³ | 37500000000
2 | mL | yd³ | 2.61590123863e-06
0.125 | L | fl-oz-uk | 4.39938496598
-40 | ft³ | dL | -11326.7386368
1e6 | tbsp | cup | 62500
37.5 | pt | m³ | 0.0177441177375
2 | bbl | ft³ | 11.2291666667
0.125 | qt-uk | bbl | 0.000893563932667
37.5 | kg | µg | 37500000000
2 | g | st | 0.000314946088836
1e6 | oz | ozt | 911458.333333
37.5 | st | g | 238135.99425
37.5 | s | ns | 37500000000
2 | ms | s | 0.002
0.125 | d | year | 0.000342238375874
-40 | year | month | -480
37.5 | m/s | km/h | 135
2 | kn | ft/s | 3.3756197142
37.5 | K | °C | -235.65
0.125 | °C | °Ré | 0.1
1e6 | °F | °Ré | 444430.222222
2 | °R | K | 1.11111111111
-40 | °Ré | °R | 401.67
37.5 | B | bit | 300
2 | Mbit | MB | 0.25
0.125 | Kibit | PiB | 1.42108547152e-14
-40 | kB | Mibit | -0.30517578125
1e6 | TB | MiB | 953674316406
37.5 | KiB | Gbit | 0.0003072
2 | TiB | PB | 0.00219902325555
37.5 | bit/s | kbit/s | 0.0375
2 | Gbit/s | GiB/s | 0.232830643654
0.125 | MB/s | KiB/s | 122.0703125
-40 | MiB/s | MB/s | -41.94304
37.5 | Pa | hPa | 0.375
2 | MPa | inHg | 590.59966602
0.125 | atm | Torr | 95
-40 | mmHg | atm | -0.0526315864456
37.5 | J | kJ | 0.0375
2 | Wh | ft-lb | 5310.4474748
0.125 | cal | eV | 3.26430924594e+18
-40 | BTU | MJ | -0.0422022341048
1e6 | tTNT | erg | 4.184e+22
37.5 | W | mW | 37500
2 | MW | kW | 2000
0.125 | PS | MW | 9.193734375e-05
37.5 | N | kN | 0.0375
2 | kgf | N | 19.6133
37.5 | rad | mrad | 37500
2 | arcmin | gon | 0.037037037037
0.125 | turn | gon | 50
37.5 | Hz | kHz | 0.0375
2 | GHz | Hz | 2000000000
37.5 | km/L | L/100km | 2.66666666667
0.125 | L/100km | km/L | 800
1e6 | mpg | mpg-uk | 1200949.9255
2 | mpg-uk | mpg | 1.66534836926
`;

test.each(
  golden
    .trim()
    .split("\n")
    .map((line) => line.split(" | ")),
)(
  "units converts %s %s to %s as GNU units does",
  async (value = "", from = "", to = "", expected) => {
    const { result } = await json(await ask({ value, from, to }));
    expect(Number(Number(result).toPrecision(11))).toBe(Number(Number(expected).toPrecision(11)));
  },
);

test.each([
  ["1/3", "m", "in", "50", "13.12335958005249343832020997375328083989501312336", false],
  ["1", "in", "cm", "15", "2.54", true],
  ["-40", "°F", "°C", "15", "-40", true],
  ["0.1", "ft", "m", "15", "0.03048", true],
  ["9.9996", "m", "m", "3", "10", false],
  ["1e300", "km", "mm", "15", "1e+306", true],
  ["180", "deg", "rad", "20", "3.1415926535897932385", false],
  ["90", "deg", "arcmin", "15", "5400", true],
  ["0", "deg", "rad", "15", "0", true],
  ["1", "TiB", "B", "15", "1099511627776", true],
  ["18446744073709551616", "bit", "EiB", "20", "2", true],
  ["5", "L/100km", "L/100km", "15", "5", true],
  ["100", "km/h", "m/s", "4", "27.78", false],
  ["22/7", "s", "s", "7", "3.142857", false],
])("units converts %s %s to %s with %s digits", async (value, from, to, digits, result, exact) => {
  const answer = await json(await ask({ value, from, to, digits }));
  expect([answer.result, answer.conversions[0].is_exact]).toEqual([result, exact]);
});

test("units lists all units of the quantity without a target", async () => {
  const { conversions, quantity } = await json(await ask({ value: "1", from: "hour" }));
  expect(quantity).toBe("time");
  expect(conversions[0]).toEqual({ unit: "s", name: "second", value: "3600", is_exact: true });
  expect(conversions).toHaveLength(10);
});

test.each([
  ["mW", "milliwatt"],
  ["MW", "megawatt"],
  ["Mb", "megabit"],
  ["MB", "megabyte"],
  ["KB", "kilobyte"],
  ["Feet", "foot"],
  ["square metres", "square metre"],
  ["DEGC", "degree Celsius"],
  ["fl_oz", "US fluid ounce"],
  ["long_tons", "imperial ton"],
  ["miles per hour", "mile per hour"],
  ["square feet", "square foot"],
  ["cubic centimeters", "cubic centimetre"],
  ["degrees Celsius", "degree Celsius"],
  ["℃", "degree Celsius"],
  ["inches of mercury", "inch of mercury"],
  ["cups", "US cup"],
  ["sq ft", "square foot"],
  ["light years", "light-year"],
  ["metric tons", "tonne"],
])("units reads %s as %s", async (from, name) => {
  expect((await json(await ask({ from }))).from_name).toBe(name);
});

test("units adds notes to names with several meanings", async () => {
  expect((await json(await ask({ from: "gal", to: "GAL-UK" }))).notes).toEqual([
    '"GAL-UK" was read as gal-uk, the imperial gallon',
    "gal is the US gallon; the imperial one is gal-uk",
  ]);
  const { notes } = await json(await ask({ value: "-1", from: "K" }));
  expect(notes).toEqual(["The value is below absolute zero"]);
});

test("each spelling names one unit, and converts there and back", async () => {
  const spellings = loadUnits().flatMap(({ aliases }) => [...new Set(aliases)]);
  expect(new Set(spellings).size).toBe(spellings.length);
  for (const { symbol, quantity } of loadUnits()) {
    const base = loadUnits().find((unit) => unit.quantity === quantity)?.symbol ?? "";
    const there = await json(await ask({ value: "7.25", from: symbol, to: base, digits: "60" }));
    const back = await json(await ask({ value: there.result, from: base, to: symbol }));
    expect([symbol, back.result]).toEqual([symbol, "7.25"]);
  }
});

test.each([
  [{ value: "x", from: "m" }, "query.value must be a number such as 12, -0.5, 1e6 or 22/7: it is"],
  [{ value: "1/0", from: "m" }, "query.value must be a number"],
  [{ value: "1/2/3", from: "m" }, "query.value must be a number"],
  [{ value: ".", from: "m" }, "query.value must be a number"],
  [{ value: "1e1000", from: "m" }, "query.value must be a number"],
  [{ value: "0", from: "mpg", to: "L/100km" }, "query.value must not be 0"],
  [{ from: "parrot" }, "query.from must be a unit such as m, m², m³, kg, s"],
  [{ from: "constructor" }, "query.from must be a unit"],
  [{ from: "mb" }, 'query.from is ambiguous: "mb" could be Mbit (megabit) or MB (megabyte)'],
  [{ from: "m", to: "kg" }, 'query.to must be a unit of length, as "m" is: it is one of mass'],
])("units names the field of the bad query %j", async (query, problem) => {
  const answer = await json(await ask(query as Record<string, string>));
  expect(answer.status).toBe(400);
  expect(answer.detail).toStartWith(problem);
});
