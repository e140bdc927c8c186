import { expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const pack = (format: string, text: string) =>
  hub.post(`/api/dev/json/pack/${format}`, { json: text });
const unpack = (format: string, hex: string) => hub.post(`/api/dev/json/unpack/${format}`, { hex });

/** RFC 8949, appendix A. */
const cbor: [hex: string, json: string][] = [
  ["00", "0"],
  ["01", "1"],
  ["0a", "10"],
  ["17", "23"],
  ["1818", "24"],
  ["1864", "100"],
  ["1903e8", "1000"],
  ["1a000f4240", "1000000"],
  ["1b000000e8d4a51000", "1000000000000"],
  ["1bffffffffffffffff", "18446744073709551615"],
  ["c249010000000000000000", "18446744073709551616"],
  ["3bffffffffffffffff", "-18446744073709551616"],
  ["20", "-1"],
  ["3903e7", "-1000"],
  ["fb3ff199999999999a", "1.1"],
  ["f93e00", "1.5"],
  ["fa47c35000", "100000"],
  ["f4", "false"],
  ["f5", "true"],
  ["f6", "null"],
  ["60", '""'],
  ["6449455446", '"IETF"'],
  ["62c3bc", '"ü"'],
  ["80", "[]"],
  ["8301820203820405", "[1,[2,3],[4,5]]"],
  ["a0", "{}"],
  ["a26161016162820203", '{"a":1,"b":[2,3]}'],
  ["826161a161626163", '["a",{"b":"c"}]'],
];

test.each(cbor)("CBOR %s is %s", async (hex, text) => {
  expect(await json(await unpack("cbor", hex))).toMatchObject({ result: text, warnings: [] });
  // 100000 is shorter as an integer.
  if (!hex.startsWith("fa")) expect((await json(await pack("cbor", text))).hex).toBe(hex);
});

test.each([
  ["f97c00", "null", "Infinity became null"],
  ["f7", "null", "undefined became null"],
  ["4401020304", '"AQIDBA"', "Byte strings became base64url"],
  ["a201020304", '{"1":2,"3":4}', "Keys that are no text became text"],
  ["d74401020304", '"AQIDBA"', "The tag 23 was left out"],
])("CBOR %s loses something in JSON, with a warning", async (hex, text, warning) => {
  const { result, warnings } = await json(await unpack("cbor", hex));
  expect(result).toBe(text);
  expect(warnings).toContain(warning);
});

/** The formats of the specification of MessagePack. */
const msgpack: [hex: string, json: string][] = [
  ["c0", "null"],
  ["c2", "false"],
  ["c3", "true"],
  ["00", "0"],
  ["7f", "127"],
  ["cc80", "128"],
  ["cd0100", "256"],
  ["ce00010000", "65536"],
  ["cfffffffffffffffff", "18446744073709551615"],
  ["ff", "-1"],
  ["e0", "-32"],
  ["d0df", "-33"],
  ["d1ff7f", "-129"],
  ["d2ffff7fff", "-32769"],
  ["d38000000000000000", "-9223372036854775808"],
  ["cb3ff8000000000000", "1.5"],
  ["a0", '""'],
  ["a3616263", '"abc"'],
  ["90", "[]"],
  ["93010203", "[1,2,3]"],
  ["80", "{}"],
  ["82a7636f6d70616374c3a6736368656d6100", '{"compact":true,"schema":0}'],
];

test.each(msgpack)("MessagePack %s is %s", async (hex, text) => {
  expect((await json(await unpack("msgpack", hex))).result).toBe(text);
  expect((await json(await pack("msgpack", text))).hex).toBe(hex);
});

test.each([
  ["cbor", "ff"],
  ["cbor", "9bffffffffffffffff"],
  ["cbor", "a2616101616102"],
  ["cbor", "0000"],
  ["msgpack", "c1"],
  ["msgpack", "93"],
])("damaged %s is refused: %s", async (format, hex) => {
  expect(await json(await unpack(format, hex))).toMatchObject({ code: "syntax_error" });
});

test("deeply nested bytes are refused", async () => {
  expect((await unpack("cbor", `${"81".repeat(50_000)}00`)).status).toBe(422);
  expect((await unpack("msgpack", `${"91".repeat(200_000)}00`)).status).toBe(422);
});

test("a text that is no JSON, and an integer without a place, are refused", async () => {
  expect((await pack("cbor", "{")).status).toBe(422);
  const refused = await json(await pack("msgpack", "[18446744073709551616]"));
  expect(refused.code).toBe("not_convertible");
});
