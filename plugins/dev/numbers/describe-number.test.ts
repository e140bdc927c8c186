import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const ask = (query: Record<string, string>) =>
  hub.get(`/api/dev/number?${new URLSearchParams(query)}`);

// Bytes of Python's struct.pack with ">e", ">f" and ">d".
test.each([
  ["0", "0000", "00000000", "0000000000000000"],
  ["1", "3c00", "3f800000", "3ff0000000000000"],
  ["-2", "c000", "c0000000", "c000000000000000"],
  ["0.1", "2e66", "3dcccccd", "3fb999999999999a"],
  ["3.14159265358979", "4248", "40490fdb", "400921fb54442d11"],
  ["65504", "7bff", "477fe000", "40effc0000000000"],
  ["65519", "7bff", "477fef00", "40effde000000000"],
  ["65520", "7c00", "477ff000", "40effe0000000000"],
  ["1e-8", "0000", "322bcc77", "3e45798ee2308c3a"],
  ["5.960464477539063e-08", "0001", "33800000", "3e70000000000000"],
  ["16777217", "7c00", "4b800000", "4170000010000000"],
  ["1e-45", "0000", "00000001", "3696d601ad376ab9"],
  ["7e-46", "0000", "00000000", "368ff868bf4d956a"],
  ["1.7976931348623157e308", "7c00", "7f800000", "7fefffffffffffff"],
  ["5e-324", "0000", "00000000", "0000000000000001"],
  ["2.4e-324", "0000", "00000000", "0000000000000000"],
  ["1e200", "7c00", "7f800000", "6974e718d7d7625a"],
  ["0.333333333333333333", "3555", "3eaaaaab", "3fd5555555555555"],
  ["2049", "6800", "45001000", "40a0020000000000"],
  ["2051", "6802", "45003000", "40a0060000000000"],
  ["-123456789.125", "fc00", "cceb79a3", "c19d6f3454800000"],
  // Rounded once: half-way cases between two float32, and next to them.
  ["1.00000017881393432617187499", "3c00", "3f800001", "3ff0000030000000"],
  ["1.000000178813934326171875", "3c00", "3f800002", "3ff0000030000000"],
  ["1e400", "7c00", "7f800000", "7ff0000000000000"],
  ["-1e400", "fc00", "ff800000", "fff0000000000000"],
  ["1/3", "3555", "3eaaaaab", "3fd5555555555555"],
  ["-0.0", "8000", "80000000", "8000000000000000"],
])("number encodes %s as floats", async (value, half, single, double) => {
  const { floats } = await json(await ask({ value }));
  const bits = new Map<string, string>(
    floats.map((one: { format: string; hexadecimal: string }) => [one.format, one.hexadecimal]),
  );
  expect(["float16", "float32", "float64"].map((format) => bits.get(format))).toEqual([
    half,
    single,
    double,
  ]);
});

// Values of Python's int.
test.each<[string, number, string]>([
  ["-1011100011011000111100000011110010", 2, "-12404900082"],
  ["102220110", 3, "8679"],
  ["133502501252062", 7, "1020410294605"],
  ["-642225771354363334721101102305064", 8, "-517821583291709035633418275380"],
  ["-258829614a9765", 11, "-87234323556572"],
  ["-a5ed699842224a", 16, "-46704408939078218"],
  ["-3bg0aic3cb2bgb7", 20, "-5881967927843614627"],
  ["4rpkqvser9ui7h", 32, "179627020994228472049"],
  ["dn5h3ymx61g28", 36, "64646275075622883728"],
  ["-oxh974m4gi2muu33hm", 36, "-7142733756674704918114478698"],
])("number converts %s of base %d", async (value, base, decimal) => {
  expect((await json(await ask({ value, from: String(base) }))).decimal).toBe(decimal);
  const back = await json(await ask({ value: decimal, to: String(base) }));
  expect(back.converted).toBe(value);
});

// Bytes of Python's int.to_bytes.
test.each([
  ["-68", "8", "bc", "bc"],
  ["29", "8", "1d", "1d"],
  ["-9080", "16", "dc88", "88dc"],
  ["-1340583739", "32", "b01850c5", "c55018b0"],
  ["1187385434856157239", "64", "107a70c31012f037", "37f01210c3707a10"],
  [
    "-68135759814136429092770954153903609977",
    "128",
    "ccbd87ad5c90a9587403e430ec66a787",
    "87a766ec30e4037458a9905cad87bdcc",
  ],
  ["1264350247", "32", "4b5c7427", "27745c4b"],
])("number writes %s with %s bits", async (value, bits, big, little) => {
  const { fixed_width } = await json(await ask({ value, bits }));
  expect([fixed_width.hexadecimal, fixed_width.little_endian]).toEqual([big, little]);
  const back = await json(await ask({ value: big, from: "16", bits }));
  expect(back.fixed_width.signed).toBe(value);
});

// Values of Python's struct.unpack and Decimal.
test.each([
  ["40490fdb", "3.1415927410125732421875"],
  ["80000000", "-0"],
  ["7f800000", "Infinity"],
  ["ffc00000", "NaN"],
  ["3fb999999999999a", "0.1000000000000000055511151231257827021181583404541015625"],
  ["3555", "0.333251953125"],
  ["fc00", "-Infinity"],
])("number reads the bits %s as a float", async (value, expected) => {
  const { fixed_width } = await json(
    await ask({ value, from: "16", bits: String(4 * value.length) }),
  );
  expect(fixed_width.as_floats[0].value).toBe(expected);
});

test("number reads prefixes, spaces, underscores and signs", async () => {
  const values = ["0xFF", "0b1111_1111", "0o377", "+255", "-0xff", "2 55", "0X0F"];
  const decimals = await Promise.all(
    values.map(async (value) => (await json(await ask({ value }))).decimal),
  );
  expect(decimals).toEqual(["255", "255", "255", "255", "-255", "255", "15"]);
  expect((await json(await ask({ value: "0b1", from: "16" }))).decimal).toBe("177");
  expect((await json(await ask({ value: "0x10", from: "16" }))).decimal).toBe("16");
});

test("number writes the exact value of floats, and Roman numerals", async () => {
  const { floats } = await json(await ask({ value: "0.1" }));
  expect(floats[3]).toEqual({
    format: "float64",
    hexadecimal: "3fb999999999999a",
    value: "0.1000000000000000055511151231257827021181583404541015625",
    is_exact: false,
  });
  expect(floats[1].hexadecimal).toBe("3dcd");
  const romans = ["1994", "3999", "4000", "0", "1.5"].map(async (value) => {
    return (await json(await ask({ value }))).roman;
  });
  expect(await Promise.all(romans)).toEqual(["MCMXCIV", "MMMCMXCIX", null, null, null]);
});

test.each([
  [{ value: "12a" }, "query.value must be a number such as 12"],
  [{ value: "0x" }, "query.value must be an integer of base 16, with the digits 0 to 9 and a to f"],
  [{ value: "129", from: "8" }, "query.value must be an integer of base 8, with the digits 0 to 7"],
  [{ value: "1.5", from: "2" }, "query.value must be an integer of base 2"],
  [{ value: "ſ", from: "36" }, "query.value must be an integer of base 36"],
  [{ value: "256", bits: "8" }, "query.value must be from -128 to 255 for 8 bits: it is 256"],
  [{ value: "1.5", bits: "8" }, "query.bits requires an integer"],
  [{ value: "1.5", to: "2" }, "query.to requires an integer"],
])("number names the field of the bad query %j", async (query, problem) => {
  const answer = await json(await ask(query as Record<string, string>));
  expect(answer.status).toBe(400);
  expect(answer.detail).toStartWith(problem);
});
