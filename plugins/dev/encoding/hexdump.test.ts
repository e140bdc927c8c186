import { expect, test } from "bun:test";
import { isMissing, json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const bytes = Buffer.from(Array.from({ length: 75 }, (_, at) => (at * 41) & 0xff));
const dump = async (input: Uint8Array) =>
  (await json(await hub.post("/api/dev/encode/hexdump", { hex: input.toHex() }))).result;
const read = (data: string) => hub.post("/api/dev/decode/hexdump", { data });
const readHex = async (data: string) => {
  const { result, hex } = await json(await read(data));
  return hex ?? Buffer.from(result).toString("hex");
};

async function run(command: string[], input: Uint8Array): Promise<string> {
  return new Response(Bun.spawn(command, { stdin: input }).stdout).text();
}

test("hexdump writes the offset, the digits and the characters", async () => {
  expect(await dump(Buffer.from("hello, world!\n\0ab"))).toBe(
    "00000000  68 65 6c 6c 6f 2c 20 77  6f 72 6c 64 21 0a 00 61  |hello, world!..a|\n00000010  62                                                |b|\n00000011",
  );
  expect(await dump(new Uint8Array())).toBe("");
});

test("decoding returns the bytes for all lengths of the last row", async () => {
  for (let length = 0; length < 70; length++) {
    const part = bytes.subarray(0, length);
    expect(await readHex(await dump(part))).toBe(part.toHex());
  }
});

test.skipIf(isMissing("hexdump", { from: "bsdextrautils" }))(
  "hexdump -C writes the same, and is read",
  async () => {
    for (let length = 1; length < 75; length += 7) {
      const part = bytes.subarray(0, length);
      expect(`${await dump(part)}\n`).toBe(await run(["hexdump", "-C"], part));
    }
    const zeros = Buffer.alloc(100);
    expect(await readHex(await run(["hexdump", "-C"], zeros))).toBe(zeros.toHex());
  },
);

test.each([
  [
    "xxd",
    "00000000: 6865 6c6c 6f20 776f 726c 6421 2068 6920  hello world! hi \n00000010: 7468 6572 65                             there",
  ],
  [
    "010 Editor",
    "0000h: 68 65 6C 6C 6F 20 77 6F 72 6C 64 21 20 68 69 20  hello world! hi \n0010h: 74 68 65 72 65                                   there",
  ],
  ["od", "000000 68 65 6c 6c 6f 20 77 6f 72 6c 64 21 20 68 69 20\n000010 74 68 65 72 65"],
  [
    "CyberChef",
    "00000000  68 65 6c 6c 6f 20 77 6f 72 6c 64 21 20 68 69 20  |hello world! hi |\n00000010  74 68 65 72 65                                   |there|",
  ],
])("the dump of %s is read", async (_, data) => {
  expect(Buffer.from(await readHex(data), "hex").toString()).toBe("hello world! hi there");
});

test("a row without an offset or digits is refused with its position", async () => {
  expect(await json(await read("00000000  68\nhello"))).toMatchObject({ line: 2, column: 1 });
  expect((await read("00000000  xyz")).status).toBe(422);
});
