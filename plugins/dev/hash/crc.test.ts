import { expect, test } from "bun:test";
import { crc32 } from "node:zlib";
import { json, testHub } from "hub/testing";
import { readCatalogue } from "./crc.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const ask = (body: object) => hub.post("/api/dev/crc", body);

test("all 113 algorithms return their published check value", async () => {
  const { crcs } = await json(await ask({ text: "123456789" }));
  const expected = readCatalogue().map(({ name, check }) => [name, check]);
  expect(expected).toHaveLength(113);
  expect(crcs.map((crc: Record<string, string>) => [crc.algorithm, crc.hex])).toEqual(expected);
});

test.each([
  ["crc 32", "cbf43926"],
  ["CRC-32C", "e3069283"],
  ["crc16/modbus", "4b37"],
  ["CRC_16_XMODEM", "31c3"],
  ["crc-8", "f4"],
  ["CRC-64/XZ", "995dc9bbdf1939fa"],
])("a name may have any spelling: %s", async (name, hex) => {
  expect((await json(await ask({ text: "123456789", algorithms: [name] }))).result).toBe(hex);
});

test("a CRC equals that of zlib for any length", async () => {
  for (let length = 0; length < 300; length += 7) {
    const input = Buffer.from(Array.from({ length }, (_, at) => (at * 37) & 0xff));
    const { crcs } = await json(
      await ask({ hex: input.toString("hex"), algorithms: ["CRC-32/ISO-HDLC"] }),
    );
    expect(crcs[0].decimal).toBe(String(crc32(input)));
  }
});

test.each(["0x4B37", "19255", "4b 37"])("the algorithm of %s is found", async (expected) => {
  const { matching } = await json(await ask({ text: "123456789", expected }));
  expect(matching).toEqual(["CRC-16/MODBUS"]);
});

test("an unknown name and a large input without names are rejected", async () => {
  const { detail } = await json(await ask({ text: "a", algorithms: ["crc-99"] }));
  expect(detail).toContain('body.algorithms.0 is unknown: "crc-99"');
  expect((await ask({ text: "a".repeat(20_000) })).status).toBe(400);
});
