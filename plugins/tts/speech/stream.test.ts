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
  const ways = [
    { speed: 1.7, pitch: -20, volume: -20, quality: "high" },
    { voice: "flite-slt", speed: 1.7, pitch: -20, format: "opus" },
    {},
  ];
  for (const how of sampleCases(ways, 2)) {
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

test.each(sampleCases(["wav", "ogg", "opus", "flac"], 2))("streams %s", async (format) => {
  const answer = await requestSpeech({ stream: true, voice: "flite-slt", format });
  const magic = { wav: "RIFF", ogg: "OggS", opus: "OggS", flac: "fLaC" }[format];
  expect(Buffer.from(await answer.bytes()).toString("latin1", 0, 4)).toBe(magic ?? "");
});

test("starts to send before the later sentences are spoken", async () => {
  const answer = await requestSpeech({ stream: true, text: sentence.repeat(60), format: "wav" });
  const reader = answer.body?.getReader();
  const { value } = (await reader?.read()) ?? {};
  // The first part has the first sentence, and the whole would have minutes.
  expect(value?.length).toBeWithin(44_100, 10 * 44_100);
  await reader?.cancel();
});

test("a stream of SSML has its pauses", async () => {
  const ssml = `<speak>${sentence}<break time="3s"/>${sentence}</speak>`;
  const sizes = await Promise.all(
    [ssml, ssml.replace("3s", "1s")].map(async (own) => {
      const body = { stream: true, format: "wav", text: undefined, ssml: own };
      return (await (await requestSpeech(body)).bytes()).length;
    }),
  );
  expect((sizes[0] ?? 0) - (sizes[1] ?? 0)).toBeWithin(2 * 44_000, 2 * 44_200);
});

describe.each([{ response: "json" }, { captions: "header" }, { target_duration_ms: 5000 }])(
  "a stream with %p",
  (body) => {
    test("is rejected, as it needs the complete sound", async () => {
      const answer = await requestSpeech({ stream: true, ...body });
      expect(await json(answer)).toMatchObject({ status: 400, code: "invalid_input" });
    });
  },
);
