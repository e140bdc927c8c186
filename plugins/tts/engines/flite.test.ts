import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { findAudible, measureRms } from "../audio/level.ts";
import { timesHigher } from "../audio/sound.fixture.ts";
import { getDurationMs, readWav, type Sound } from "../audio/wav.ts";
import { listFliteVoices } from "../voices/named.ts";
import { createReader } from "./espeak-reading.ts";
import { openFlite } from "./flite-module.ts";
import { writeTokens } from "./flite-reading.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const sentence = "The quick brown fox jumps over the lazy dog, near the river.";

async function speak(body: object) {
  const answer = await hub.post("/api/tts/speak", {
    text: sentence,
    voice: "flite-slt",
    format: "wav",
    response: "json",
    ...body,
  });
  const { audio_base64, ...fields } = await json(answer);
  if (answer.status !== 200) throw new Error(fields.detail);
  return { ...fields, sound: readWav(Uint8Array.fromBase64(audio_base64)) };
}

const usual = await speak({});

describe("the default voice", () => {
  test.each([
    [{ text: sentence }, "flite-slt"],
    [{ text: sentence, gender: "male" }, "flite-rms"],
    [{ text: sentence, language: "en-GB" }, "flite-awb"],
    [{ text: "The naïve café, and the angle α." }, "flite-slt"],
    [{ text: "The word नमस्ते is a greeting." }, "espeak-en-us"],
    [{ text: "Guten Tag", language: "de" }, "espeak-de"],
  ])("for %j is %s", async (body, id) => {
    const { voice, voice_substituted } = await speak({ voice: undefined, ...body });
    expect([voice, voice_substituted]).toEqual([id, null]);
  });

  test("replaces a neural voice, and the response reports it", async () => {
    const { voice, voice_substituted } = await speak({ voice: "en-US-GuyNeural" });
    expect([voice, voice_substituted]).toEqual(["flite-rms", "en-US-GuyNeural"]);
  });
});

test("each voice is as loud as the others, and starts and ends at once", async () => {
  for (const { id } of listFliteVoices()) {
    const { sound } = await speak({ voice: id });
    expect(measureRms(sound)).toBeWithin(2600, 3800);
    const { samples, rate } = sound;
    const { from, to } = findAudible(samples, { from: 0, to: samples.length });
    expect(from / rate).toBeLessThan(0.05);
    expect((samples.length - to) / rate).toBeLessThan(0.05);
  }
});

test("times each word, with silence at the comma", () => {
  expect(usual.timing).toBe("engine");
  const { words, sound } = usual as { words: Word[]; sound: Sound };
  expect(words.map(({ text }) => text)).toEqual(sentence.split(" "));
  for (const [index, { start_ms, end_ms }] of words.entries()) {
    expect(end_ms - start_ms).toBeWithin(50, 700);
    expect(words[index + 1]?.start_ms ?? getDurationMs(sound)).toBeGreaterThanOrEqual(end_ms);
  }
  const [dog, near] = words.slice(8, 10);
  const [from = 0, to = 0] = [dog?.end_ms, near?.start_ms].map((ms = 0) =>
    Math.round((ms * sound.rate) / 1000),
  );
  expect((to - from) / sound.rate).toBeGreaterThan(0.05);
  expect(measureRms({ ...sound, samples: sound.samples.slice(from + 200, to - 200) })).toBeLessThan(
    400,
  );
});

test("a word that isn't spoken never starts after the next one", async () => {
  const { words } = await speak({ text: ".中Cip7éπY#1#;ysD~+-6/6$π“.j:" });
  const times = words.map(({ start_ms }: Word) => start_ms);
  expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
});

interface Word {
  text: string;
  start_ms: number;
  end_ms: number;
}

test("a word by itself has as many phonemes as in its sentence", async () => {
  const flite = await openFlite();
  const sentences = [
    "People often ask whether the old mill, which stood by the water, is still there.",
    "She didn't read it; her sister's friend had already read the first chapter.",
    "In nineteen ninety nine, a well-known engineer earned twelve dollars and fifty cents.",
    "Where were you when the United States used the new schedule?",
  ];
  for (const text of sentences) {
    const [whole = []] = flite.listPhonemes({ args: ["-voice", "kal"], text });
    const words = text.replaceAll(/[.,;?]/g, "").split(" ");
    const alone = flite.listPhonemes({ args: ["-voice", "kal"], text: words.join("\n\n") });
    const count = (names: string[]) => names.filter((name) => name !== "pau").length;
    expect(alone.filter((line) => line.length > 0)).toHaveLength(words.length);
    expect(alone.reduce((sum, line) => sum + count(line), 0)).toBe(count(whole));
  }
});

test.each([
  [{ speed: 2 }, 0.5],
  [{ speed: 1.2 }, 1 / 1.2],
  [{ speed: 0.4 }, 2.5],
])("%j changes the duration by %d", async (body, factor) => {
  const { sound } = await speak(body);
  expect(getDurationMs(sound) / getDurationMs(usual.sound) / factor).toBeWithin(0.99, 1.01);
});

test.each(["flite-slt", "flite-rms", "flite-kal16"])("%s is raised by a third", async (voice) => {
  const [{ sound: plain }, { sound: high }] = [
    await speak({ voice }),
    await speak({ voice, pitch: 33 }),
  ];
  expect(timesHigher(high, plain)).toBeWithin(1.29, 1.37);
  expect(getDurationMs(high) / getDurationMs(plain)).toBeWithin(0.99, 1.01);
});

test("returns the same bytes for the same text, whatever it spoke before", async () => {
  await speak({ text: "Something else in between." });
  expect((await speak({})).sound).toEqual(usual.sound);
});

const reader = createReader(listFliteVoices()[0] ?? expect.unreachable());
const read = (text: string, more = {}) => {
  const part = { start: 0, end: text.length, rate: 1, pitch: 1, volume: 1, kind: "say" as const };
  return writeTokens([{ ...part, ...more }], { text, reader });
};

test.each([
  ["naïve café — straße…", "naive cafe, strasse..."],
  ["a *b* `c` | d", "a b c d"],
  ["Łódź and Ærø", "lodz and aero"],
  ["an α", "an alpha"],
  ["It’s “here”.", "It's here."],
  ["See 東京 here", "See here"],
])("%j is read as %j", (text, spoken) => {
  expect(
    read(text)
      .tokens.map((token) => token.text)
      .join(" ")
      .toLowerCase(),
  ).toBe(spoken.toLowerCase());
});

test("reports letters that it can't read, and spells on request", () => {
  expect(read("See 東京 here").unread).toEqual([{ start: 4, end: 6, script: "Hani" }]);
  const { tokens } = read("b2w", { spelled: true });
  expect(tokens.map(({ text, place }) => [text, place])).toEqual([
    ["bee", 0],
    ["2", 1],
    ["double-you", 2],
  ]);
});
