import { describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);
const sentence = "The quick brown fox jumps over the lazy dog near the river. ";
const requestSpeech = (body: object) =>
  hub.post("/api/tts/speak", { voice: "espeak-en-us", text: sentence.repeat(3), ...body });

test("speak streams a text during synthesis, with one voice", async () => {
  const answer = await requestSpeech({ stream: true, text: sentence.repeat(4) });
  expect(answer.headers.get("content-type")).toBe("audio/mpeg");
  expect(answer.headers.get("x-voice")).toBe("espeak-en-us");
  expect(answer.headers.has("x-duration-ms")).toBe(false);
  const parts = await Array.fromAsync(answer.body as unknown as AsyncIterable<Uint8Array>);
  expect(parts.length).toBeGreaterThan(5);
  expect([parts[0]?.[0], parts[0]?.[1]]).toEqual([0xff, 0xf3]);
});

test("a stream is the same as the text in one piece, with its pauses and volume", async () => {
  const said = `${sentence}\n\nA new paragraph? Yes!`;
  const ways = [{ speed: 1.7, pitch: -20, volume: 80, quality: "high" }, {}];
  for (const how of sampleCases(ways, 1)) {
    const [streamed, whole] = await Promise.all(
      [true, false].map(async (stream) =>
        (await requestSpeech({ stream, text: said, ...how })).bytes(),
      ),
    );
    expect(Bun.hash(streamed!)).toBe(Bun.hash(whole!));
  }
});

test("a stream has the same limit of characters as other texts", async () => {
  const answer = await requestSpeech({ stream: true, text: "One two. ".repeat(600) });
  expect(await json(answer)).toMatchObject({ status: 413, code: "text_too_long" });
});

test("reports an invalid stream by its status", async () => {
  const answer = await requestSpeech({ stream: true, voice: "nobody" });
  expect(await json(answer)).toMatchObject({ status: 422, code: "voice_not_found" });
});

describe.each([
  { format: "wav" },
  { response: "json" },
  { captions: "header" },
  { target_duration_ms: 5000 },
])("a stream with %p", (body) => {
  test("is rejected, as it needs the complete sound", async () => {
    const answer = await requestSpeech({ stream: true, ...body });
    expect(await json(answer)).toMatchObject({ status: 400, code: "invalid_input" });
  });
});
