import { describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { encodeStream } from "../audio/encode.ts";
import type { SpeechDoors } from "../engines/engine.ts";
import { createStream, streamSpeech } from "./stream.ts";

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
  const clauses = "although it rained, she went to the river, where nobody was, ".repeat(3);
  const said = `${clauses}she said. ${sentence.repeat(3)}\n\nA new paragraph? Yes!`;
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

test("loads the voices of the hub once for all chunks and speakers", async () => {
  let loads = 0;
  const get = async () => {
    loads++;
    return { about: { version: "none" }, paths: {} };
  };
  const { signal } = new AbortController();
  const fixed = { caller: {}, clock: () => 0, signal };
  const doors = { ...fixed, env: { HUB_OFFLINE: "1", TTS_PROVIDERS: [] }, data: { get } };
  const ssml = `<speak>${`${sentence}<voice name="espeak-de">Guten Tag.</voice> `.repeat(3)}</speak>`;
  const usual = { clean: "none", lexicon: {}, volume: 0, pitch: 0, speed: 1 } as const;
  const { sounds } = await streamSpeech(
    { ...usual, ssml, textAt: "body.text", provider: "auto", fallback: true },
    doors as unknown as SpeechDoors,
  );
  const count = (await Array.fromAsync(sounds)).length;
  expect([loads, count > 1]).toEqual([1, true]);
});

test("encodes the first sound before the second one is spoken", async () => {
  let spoken = 0;
  async function* speak() {
    for (; spoken < 2; ) {
      spoken++;
      yield { rate: 16_000, samples: new Int16Array(16_000) };
    }
  }
  for (const format of ["wav", "pcm", "mp3", "ogg", "opus", "flac"] as const) {
    spoken = 0;
    const reader = createStream(encodeStream(speak(), { format, quality: "standard" })).getReader();
    const { value } = await reader.read();
    expect([format, spoken, (value?.length ?? 0) > 0]).toEqual([format, 1, true]);
    await reader.cancel();
  }
});

test.each(["mp3", "ogg", "opus", "flac"] as const)(
  "a cancelled stream of %s frees its encoder for the next one",
  async (format) => {
    const encodeAll = async () => {
      const blocks = await Array.fromAsync(encodeStream(speakTones(), { format, quality: "high" }));
      return Buffer.concat(blocks);
    };
    const before = await encodeAll();
    const reader = createStream(
      encodeStream(speakTones(), { format, quality: "standard" }),
    ).getReader();
    await reader.read();
    await reader.cancel();
    expect(Bun.hash(await encodeAll())).toBe(Bun.hash(before));
  },
);

async function* speakTones() {
  for (const period of [20, 30]) {
    const samples = Int16Array.from({ length: 16_000 }, (_, at) => 9000 * Math.sin(at / period));
    yield { rate: 16_000, samples };
  }
}

test.each(sampleCases(["flite-slt", "espeak-en-us"], 2))(
  "starts to send a long sentence of %s before the rest of it is spoken",
  async (voice) => {
    const text = "although it rained, she went to the river, where nobody was, ".repeat(15);
    const answer = await requestSpeech({ stream: true, text, voice, format: "wav" });
    const parts = await Array.fromAsync(answer.body as unknown as AsyncIterable<Uint8Array>);
    // The first clauses have a few seconds, and the whole has a minute.
    expect(parts[0]?.length).toBeLessThan(44_100);
    expect(Buffer.concat(parts).length).toBeGreaterThan(30 * 32_000);
  },
);

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
