import { expect, test } from "bun:test";
import { measureRms } from "../audio/level.ts";
import { getDurationMs } from "../audio/wav.ts";
import { createScript, type Script, usualProsody } from "../text/script.ts";
import { listEspeakVoices } from "../voices/espeak.ts";
import { createEmbedded } from "./embedded.ts";
import { respellMandarin } from "./mandarin.ts";

const voice = listEspeakVoices().find(({ id }) => id === "espeak-en-us");
if (!voice) throw new Error("eSpeak NG has no English voice");
// eSpeak NG needs no models.
const embedded = createEmbedded({ models: undefined as never });
const text = "One two three four five six seven.";
const synthesiseScript = (script: Script, { speed = 1, pitch = 1 } = {}) =>
  embedded.synthesise({ script, speed, pitch }, { voice, timeoutMs: 60_000 });
const buildSay = (start: number, end: number, more = {}) => ({
  kind: "say" as const,
  start,
  end,
  ...usualProsody,
  ...more,
});

test("returns the position of each word, consecutive and within the sound", async () => {
  for (const speed of [1, 1.5]) {
    const { sound, moments = [], unread } = await synthesiseScript(createScript(text), { speed });
    const starts = [...text.matchAll(/\w+/g)].map(({ index }) => index);
    expect(moments.map(({ place }) => place)).toEqual(starts);
    const times = moments.map(({ ms }) => ms);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeWithin(0, getDurationMs(sound));
    expect(unread).toEqual([]);
  }
});

test("a part at double speed takes half the time, and the others don't change", async () => {
  const measureLengths = async (rate: number) => {
    const parts = [buildSay(0, 18), buildSay(18, text.length, { rate })];
    const { sound, moments = [] } = await synthesiseScript({ text, parts });
    const second = moments.find(({ place }) => place >= 18)?.ms ?? 0;
    return [second, getDurationMs(sound) - second];
  };
  const [[first = 0, second = 0], [same = 0, half = 0]] = [
    await measureLengths(1),
    await measureLengths(2),
  ];
  expect(same / first).toBeWithin(0.97, 1.03);
  expect(half / second).toBeWithin(0.47, 0.53);
});

test("pauses are silent, have their exact length and shift the words after them", async () => {
  const parts = [buildSay(0, 8), { kind: "pause" as const, ms: 700 }, buildSay(8, text.length)];
  const [{ sound, moments = [] }, short] = [
    await synthesiseScript({ text, parts }),
    await synthesiseScript({
      text,
      parts: [buildSay(0, 8), { kind: "pause", ms: 0 }, buildSay(8, text.length)],
    }),
  ];
  expect(getDurationMs(sound) - getDurationMs(short.sound)).toBeWithin(699, 701);
  const third = moments.find(({ place }) => place === 8)?.ms ?? 0;
  const end = Math.round((third * sound.rate) / 1000);
  const silence = sound.samples.subarray(end - Math.round(0.65 * sound.rate), end);
  expect(measureRms({ ...sound, samples: silence })).toBe(0);
});

test("volume applies to its part only", async () => {
  const { sound, moments = [] } = await synthesiseScript({
    text,
    parts: [buildSay(0, 18), buildSay(18, text.length, { volume: 0.25 })],
  });
  const { sound: plain } = await synthesiseScript({
    text,
    parts: [buildSay(0, 18), buildSay(18, text.length)],
  });
  expect(sound.samples).toHaveLength(plain.samples.length);
  const at = Math.round(((moments.find(({ place }) => place >= 18)?.ms ?? 0) * sound.rate) / 1000);
  expect(sound.samples.subarray(0, at)).toEqual(plain.samples.subarray(0, at));
  const quarter = plain.samples.subarray(at).map((sample) => Math.round(sample * 0.25));
  expect(sound.samples.subarray(at)).toEqual(quarter);
});

test("reports omitted characters by their position in the text, or that of their lexicon word", async () => {
  const said = "See 東京 and it.";
  const { unread } = await synthesiseScript({
    text: said,
    parts: [buildSay(0, 11), buildSay(11, 13, { spoken: "ab 北" }), buildSay(13, 14)],
  });
  expect(unread).toEqual([
    { start: 4, end: 6, script: "Hani" },
    { start: 11, end: 13, script: "Hani" },
  ]);
});

test("rejects speech of more than half an hour before synthesis", async () => {
  const long = createScript("One two three. ".repeat(40));
  await expect(synthesiseScript(long, { speed: 0.01 })).rejects.toMatchObject({
    code: "audio_too_long",
  });
});

test("words that Mandarin's voice misreads are replaced by homophones", () => {
  const text = "孩子长大了，弹钢琴，系鞋带，坐的士";
  expect(respellMandarin(text)).toBe("孩子掌大了，谈钢琴，记鞋带，坐滴士");
});

test.each(["兄", "熊", "穷", "窘"])(
  "%s is one Mandarin syllable, not the name of a letter",
  async (character) => {
    const mandarin = listEspeakVoices().find(({ id }) => id === "espeak-cmn");
    if (!mandarin) throw new Error("eSpeak NG has no Mandarin voice");
    const speak = async (text: string) => {
      const request = { script: createScript(text), speed: 1, pitch: 1 };
      const { sound, unread } = await embedded.synthesise(request, {
        voice: mandarin,
        timeoutMs: 60_000,
      });
      expect(unread).toEqual([]);
      return getDurationMs(sound);
    };
    // 永 has the same final. "Chinese letter" takes more than twice as long.
    expect(await speak(character)).toBeWithin(200, 1.6 * (await speak("永")));
  },
);
