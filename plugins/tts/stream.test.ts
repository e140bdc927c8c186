import { afterAll, describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(import.meta.dir, { jobs: { size: 1 } });
afterAll(() => hub.close());
const sentence = "The quick brown fox jumps over the lazy dog near the river. ";
const speak = (body: object) =>
  hub.post("/api/tts/speak", { voice: "espeak-en-us", text: sentence.repeat(3), ...body });

test("speak streams a text sentence by sentence, by one voice", async () => {
  const answer = await speak({ stream: true });
  expect(answer.headers.get("content-type")).toBe("audio/mpeg");
  expect(answer.headers.get("x-voice")).toBe("espeak-en-us");
  expect(answer.headers.has("x-duration-ms")).toBe(false);
  const parts = await Array.fromAsync(answer.body as unknown as AsyncIterable<Uint8Array>);
  expect(parts).toHaveLength(3);
  for (const part of parts) expect([part[0], part[1]]).toEqual([0xff, 0xf3]);
});

test("a stream is as long as the same text in one piece, but for the pauses between", async () => {
  const [streamed, whole] = await Promise.all(
    [true, false].map(async (stream) => (await (await speak({ stream })).bytes()).length),
  );
  expect(streamed! / whole!).toBeWithin(0.8, 1.2);
});

test("what is wrong with a stream is told by a status", async () => {
  const answer = await speak({ stream: true, voice: "nobody" });
  expect(await json(answer)).toMatchObject({ status: 422, code: "voice_not_found" });
});

describe.each([
  { format: "wav" },
  { response: "json" },
  { captions: "header" },
  { target_duration_ms: 5000 },
])("a stream with %p", (body) => {
  test("is refused, as that needs all of the sound", async () => {
    const answer = await speak({ stream: true, ...body });
    expect(await json(answer)).toMatchObject({ status: 400, code: "invalid_input" });
  });
});
