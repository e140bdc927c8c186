import { deserialize, serialize } from "bun:jsc";
import { expect, test } from "bun:test";
import { StoredUpload } from "../../contract/upload.ts";
import { ChunkedTransfers, chunkBytesMax, type TransferMessage } from "./chunks.ts";
import { decode, encode } from "./codec.ts";

const here = new ChunkedTransfers((message) => there.receive(deserialize(serialize(message))));
const there: ChunkedTransfers = new ChunkedTransfers((message) => here.receive(message));

async function cross<Value>(value: Value): Promise<Value> {
  return decode(deserialize(serialize(await encode(value, here))), there) as Value;
}

test("plain values are transferred unchanged", async () => {
  const value = { a: [1, "two", null, undefined, true], b: { c: 10n }, d: new Date(5) };
  expect(await cross(value)).toEqual(value);
});

test("numbers from JSON.rawJSON are transferred with all digits", async () => {
  const value = { id: JSON.rawJSON("12345678901234567890"), list: [1, JSON.rawJSON("1e400")] };
  expect(JSON.stringify(await cross(value))).toBe('{"id":12345678901234567890,"list":[1,1e400]}');
});

test("bytes are transferred without the rest of their buffer", async () => {
  const memory = new Uint8Array([1, 2, 3, 4]);
  const { part } = await cross({ part: memory.subarray(1, 3) });
  expect(part).toEqual(new Uint8Array([2, 3]));
  expect(part.buffer.byteLength).toBe(2);
});

test("a Buffer from the shared pool is transferred without its neighbours' bytes", async () => {
  const part = await cross(Buffer.from("abc"));
  expect(part.buffer.byteLength).toBe(3);
});

test("a File is transferred with its name, type and time", async () => {
  const file = await cross(new File(["hey"], "ä.txt", { type: "image/png", lastModified: 9 }));
  expect([file.name, file.type, file.lastModified]).toEqual(["ä.txt", "image/png", 9]);
  expect(await file.text()).toBe("hey");
});

test("a Blob stays one without a name", async () => {
  const { blob } = await cross({ blob: new Blob(["hey"], { type: "image/png" }) });
  expect(blob).not.toBeInstanceOf(File);
  expect([blob.type, await blob.text()]).toEqual(["image/png", "hey"]);
});

test("a Response is transferred with its status, headers and bytes", async () => {
  const sent = new Response("gone", { status: 410, statusText: "Gone", headers: { "x-a": "b" } });
  const response = await cross(sent);
  expect([response.status, response.statusText, response.headers.get("x-a")]).toEqual([
    410,
    "Gone",
    "b",
  ]);
  expect(await response.text()).toBe("gone");
});

test.each([204, 205, 304])(
  "a Response with status %p is transferred without a body",
  async (status) => {
    const response = await cross(new Response(null, { status }));
    expect([response.status, response.body]).toEqual([status, null]);
  },
);

test("a Map is transferred with its content", async () => {
  const map = new Map<unknown, unknown>([
    ["file", new File(["hey"], "a.txt")],
    [1, new Map([["map", []]])],
  ]);
  const crossedMap = await cross(map);
  expect(crossedMap.get(1)).toEqual(new Map([["map", []]]));
  expect((crossedMap.get("file") as File).name).toBe("a.txt");
});

test("JSON is transferred as text, and so is a string", async () => {
  const value = JSON.parse('{"list":[1.5,{"":null,"__proto__":[]}],"text":"\\ud800"}');
  expect(await encode(value, here)).toBe(JSON.stringify(value));
  expect(await cross(value)).toEqual(value);
  expect(await cross("null")).toBe("null");
});

test.each([[[-0]], [[Number.NaN]], [{ a: undefined }], [[undefined]], [undefined]])(
  "%p, which JSON would change, is transferred unchanged",
  async (value) => {
    expect(await cross(value)).toStrictEqual(value as never);
  },
);

test("unchanged values aren't copied", async () => {
  const value = { list: [{ deep: "value" }], bytes: new Uint8Array(3) };
  expect(await encode(value, here)).toBe(value);
});

test("the input isn't modified", async () => {
  const value = { files: [new File(["hey"], "a.txt")] };
  await encode(value, here);
  expect(value.files[0]).toBeInstanceOf(File);
});

test.each([[new Map()], [new Map([["else", 1]])]])("rejects %p as a parcel", (value) => {
  expect(() => decode(value, there)).toThrow("Cannot decode a value of an unknown kind");
});

test("large bytes are sent ahead in parts, in a file or not", async () => {
  const bytes = Uint8Array.from({ length: 2 * chunkBytesMax + 1 }, (_, index) => index % 251);
  const parts = await cross({ bytes, file: new File([bytes], "a.bin") });
  expect(parts.bytes).toEqual(bytes);
  expect(await parts.file.bytes()).toEqual(bytes);
});

test("a load is taken once", async () => {
  const packed = await encode(new Uint8Array(chunkBytesMax + 1), here);
  expect(decode(packed, there)).toBeInstanceOf(Uint8Array);
  expect(() => decode(packed, there)).toThrow("it was not received");
});

test("unclaimed loads are discarded", async () => {
  const packed = await encode(new Uint8Array(chunkBytesMax + 1), here);
  there.clear();
  expect(() => decode(packed, there)).toThrow("it was not received");
});

test("pending transfers fail when the other side is gone, and so do later ones", async () => {
  const mute = new ChunkedTransfers(() => {});
  const large = new Uint8Array(chunkBytesMax + 1);
  const waiting = encode(large, mute);
  mute.fail(new Error("It is gone"));
  expect(waiting).rejects.toThrow("It is gone");
  expect(encode(large, mute)).rejects.toThrow("It is gone");
});

test("an upload is read on demand, in pieces", async () => {
  const bytes = new Uint8Array(600_000).map((_, at) => at % 251);
  let reads = 0;
  const upload = new StoredUpload({
    ...{ name: "a.bin", type: "image/png", size: bytes.length },
    async readAt(start, end) {
      reads++;
      return bytes.slice(start, end);
    },
  });
  const { file } = await cross({ file: upload });
  expect([file.name, file.type, file.size, reads]).toEqual(["a.bin", "image/png", 600_000, 0]);
  expect(await file.bytes()).toEqual(bytes);
  expect(reads).toBe(3);
});

test("a process that requests pieces without reading them gets one", async () => {
  const sent: TransferMessage[] = [];
  const transfers = new ChunkedTransfers((message) => sent.push(message));
  const share = transfers.share({ size: 9, readAt: async () => new Uint8Array(9) });
  const request = (id: number) =>
    transfers.receive({ kind: "pieceRequest", id, share, start: 0, end: 9 });
  for (let id = 0; id < 1000; id++) request(id);
  expect(() => request(1000)).toThrow("Cannot queue more than 1000 requests for pieces");
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  expect(sent).toHaveLength(1);
});

test.each([
  [-1, 5],
  [0, 10],
  [5, 2],
  [0.5, 2],
])("a piece from %d to %d of 9 bytes can't be read", async (start, end) => {
  const share = here.share({ size: 9, readAt: async () => new Uint8Array(9) });
  await expect(there.request(share, start, end)).rejects.toThrow("Cannot read the upload");
});

test("content that isn't shared any more can't be read", async () => {
  const share = here.share({ size: 9, readAt: async () => new Uint8Array(9) });
  here.clear();
  await expect(there.request(share, 0, 9)).rejects.toThrow("Cannot read the upload");
});
