import { expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { readWav } from "../audio/wav.ts";

const hub = await testHub(new URL("..", import.meta.url).pathname);

/** Sends the same request as OpenAI's own libraries. */
const createRequest = (body: object) =>
  new Request("http://localhost/v1/audio/speech", {
    method: "POST",
    headers: {
      authorization: "Bearer hub_x",
      accept: "application/octet-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({ model: "gpt-4o-mini-tts", input: "Hello.", ...body }),
  });
const requestSpeech = (body: object) => hub.fetch(createRequest(body));

const voices = [
  "alloy",
  "ash",
  "ballad",
  "coral",
  "echo",
  "fable",
  "onyx",
  "nova",
  "sage",
  "shimmer",
  "verse",
  "marin",
  "cedar",
];

test.each(sampleCases(voices, 4))(
  "maps OpenAI's voice %s to the closest one here",
  async (voice) => {
    const { status, headers } = await requestSpeech({ voice, response_format: "wav" });
    expect([status, headers.get("x-voice-substituted")]).toEqual([200, voice]);
  },
);

test.each([
  ["nova", "今日はとても良い天気ですね。", /^espeak-ja-f/],
  ["onyx", "Сегодня очень хорошая погода.", /^espeak-ru(-m|$)/],
  ["alloy", "Heute ist das Wetter wirklich sehr schön.", /^espeak-de/],
  ["alloy", "Hello. It is a fine day in June.", /^flite-/],
  ["alloy", "OK, nein!", /^flite-/],
  ["alloy", "የሰው ልጅ ሁሉ ሲወለድ ነጻ ነው።", /^espeak-am/],
])("OpenAI's voice %s reads %p with %p", async (voice, input, spoken) => {
  const { status, headers } = await requestSpeech({ voice, input, response_format: "wav" });
  expect([status, headers.get("x-voice")]).toEqual([200, expect.stringMatching(spoken)]);
});

test("lists OpenAI's voice names, then the voices of the hub once per language", async () => {
  const { voices: listed } = await json(
    await hub.fetch(
      new Request("http://localhost/v1/audio/voices", {
        headers: { authorization: "Bearer hub_x" },
      }),
    ),
  );
  const ids = listed.map(({ id }: { id: string }) => id);
  expect(ids.slice(0, voices.length).sort()).toEqual(voices.toSorted());
  expect(ids).toContain("espeak-ja");
  expect(ids).not.toContain("espeak-ja-f1");
  expect(ids).not.toContain("de-DE-KatjaNeural");
  expect(listed.find(({ id }: { id: string }) => id === "flite-slt")).toEqual({
    id: "flite-slt",
    name: "Flite SLT",
    locale: "en-US",
    quality: "statistical, 16 kHz",
    licence: "CMU Flite, like BSD-4-Clause",
  });
});

test("answers the call of OpenAI's guide with MP3", async () => {
  const answer = await requestSpeech({
    voice: "coral",
    input: "Today is a wonderful day to build something people love!",
    instructions: "Speak in a cheerful and positive tone.",
  });
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
  const [first = 0, second = 0] = await answer.bytes();
  expect([first, second >> 5]).toEqual([0xff, 0b111]);
});

test("accepts a voice as an object with its id", async () => {
  const answer = await requestSpeech({ voice: { id: "espeak-en-gb" } });
  expect(answer.headers.get("x-voice")).toBe("espeak-en-gb");
});

test("pcm is 24,000 samples of 16 bits per second, without a header", async () => {
  const voice = "espeak-en-us";
  const answer = await requestSpeech({ voice, response_format: "pcm" });
  expect(answer.headers.get("content-type")).toBe("audio/pcm");
  const seconds = Number(answer.headers.get("x-duration-ms")) / 1000;
  const bytes = await answer.bytes();
  expect(bytes.length / 2 / 24_000).toBeCloseTo(seconds, 2);
  const wav = readWav(await (await requestSpeech({ voice, response_format: "wav" })).bytes());
  const loudest = (samples: Int16Array) => Math.max(...samples.map(Math.abs));
  expect(loudest(new Int16Array(bytes.buffer)) / loudest(wav.samples)).toBeWithin(0.9, 1.1);
});

const longInput = "The quick brown fox jumps over the lazy dog near the river. ".repeat(20);

test.each([
  ["opus", "OggS", "audio/opus"],
  ["flac", "fLaC", "audio/flac"],
  ["wav", "RIFF", "audio/wav"],
])("writes %s, and streams it if the text is long", async (response_format, magic, type) => {
  for (const input of ["Hello.", longInput]) {
    const answer = await requestSpeech({ response_format, input });
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, type]);
    expect(answer.headers.has("x-duration-ms")).toBe(input !== longInput);
    expect(Buffer.from(await answer.bytes()).toString("latin1", 0, 4)).toBe(magic);
  }
});

test("sends OpenAI's events, whose audio is that of the response without events", async () => {
  const body = { input: longInput, voice: "flite-slt" };
  const answer = await requestSpeech({ ...body, stream_format: "sse" });
  expect(answer.headers.get("content-type")).toStartWith("text/event-stream");
  const events = (await answer.text())
    .split("\n\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line.slice("data: ".length)));
  expect(events.length).toBeGreaterThan(3);
  expect(events.at(-1)).toMatchObject({ type: "speech.audio.done" });
  const audio = Buffer.concat(
    events.slice(0, -1).map(({ type, audio }) => {
      expect(type).toBe("speech.audio.delta");
      return Buffer.from(audio, "base64");
    }),
  );
  expect(Bun.hash(audio)).toBe(Bun.hash(await (await requestSpeech(body)).bytes()));
});

test("writes AAC with the machine's ffmpeg, and fails with 400 without it", async () => {
  const calls: { args: readonly string[]; stdin: Uint8Array }[] = [];
  const equipped = await testHub(new URL("..", import.meta.url).pathname, {
    run: async (_, args = [], { stdin } = {}) => {
      calls.push({ args, stdin: Buffer.from(stdin ?? "") });
      return { exitCode: 0, stdout: new TextEncoder().encode("ADTS"), stderr: "" };
    },
  });
  const body = { response_format: "aac", voice: "flite-slt" };
  const written = await equipped.fetch(createRequest(body));
  expect([await written.text(), written.headers.get("content-type")]).toEqual([
    "ADTS",
    "audio/aac",
  ]);
  expect(calls.at(-1)?.args).toEqual(expect.arrayContaining(["-c:a", "aac", "-f", "adts"]));
  expect(readWav(calls.at(-1)?.stdin ?? new Uint8Array()).samples.length).toBeGreaterThan(5000);
  const answer = await requestSpeech(body);
  expect(answer.status).toBe(400);
  const { error } = await json(answer);
  expect(error).toMatchObject({ param: "response_format", code: "format_unavailable" });
  expect(error.message).toContain('"ffmpeg"');
});

test("limits speed to 0.25 to 4", async () => {
  const lengthAt = async (speed: number) =>
    Number((await requestSpeech({ voice: "espeak-en-us", speed })).headers.get("x-duration-ms"));
  expect((await lengthAt(0.5)) / (await lengthAt(2))).toBeWithin(3, 5);
  expect((await requestSpeech({ speed: 5 })).status).toBe(400);
});

test.each([
  [{ response_format: "midi" }, "response_format", "invalid_input"],
  [{ stream_format: "events" }, "stream_format", "invalid_input"],
  [{ input: "" }, "input", "invalid_input"],
])(
  "%p is rejected without a retry, in a format that its clients understand",
  async (body, param, code) => {
    const answer = await requestSpeech(body);
    // The libraries would retry after 408, 409, 429 and from 500 up.
    expect(answer.status).toBe(400);
    const { error } = await json(answer);
    expect(error).toMatchObject({ type: "invalid_request_error", param, code });
  },
);
