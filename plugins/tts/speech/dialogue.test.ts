import { describe, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { json, testHub } from "hub/testing";
import { measurePeak, measureRms, normalizeLevel } from "../audio/level.ts";
import { readSound, tone } from "../audio/sound.fixture.ts";
import { getDurationMs, readWav } from "../audio/wav.ts";
import { joinSegments } from "./dialogue.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const segments = [
  { text: "Good morning. How are you?", voice: "espeak-en-us", speaker: "Bob" },
  { text: "Fine, thank you.", voice: "espeak-en-gb-f2", speaker: "Ann" },
];
const requestDialogue = (body: object) => hub.post("/api/tts/dialogue", { segments, ...body });
const measureLength = async (body: object) =>
  getDurationMs(await readSound(await requestDialogue({ format: "wav", ...body })));

describe("dialogue", () => {
  test("returns one recording in which the speakers alternate", async () => {
    const answer = await requestDialogue({});
    expect(answer.headers.get("content-type")).toBe("audio/mpeg");
    expect(answer.headers.get("x-voice")).toBe("espeak-en-us, espeak-en-gb-f2");
    expect(Number(answer.headers.get("x-duration-ms"))).toBeWithin(2500, 5000);
  });

  test("has the requested silences and crossfades", async () => {
    const none = await measureLength({ gap_ms: 0 });
    expect(await measureLength({ gap_ms: 1000 })).toBeWithin(none + 999, none + 1002);
    expect(await measureLength({ gap_ms: 1000, crossfade_ms: 200 })).toBeWithin(
      none - 201,
      none - 198,
    );
    const paused = segments.map((one) => ({ ...one, pause_before_ms: 700 }));
    expect(await measureLength({ segments: paused })).toBeWithin(none + 1399, none + 1402);
  });

  test("is a ZIP with its parts and captions that name the speakers", async () => {
    const answer = await requestDialogue({
      output: "zip",
      captions: "srt",
      format: "wav",
      gap_ms: 500,
    });
    const files = unzipSync(await answer.bytes());
    expect(Object.keys(files)).toEqual(["dialogue.wav", "dialogue.srt", "01.wav", "02.wav"]);
    const srt = Buffer.from(files["dialogue.srt"]!).toString();
    expect(srt).toContain("Bob: Good morning.");
    const first = getDurationMs(readWav(files["01.wav"]!));
    const [, second, thousandth] = /3\n00:00:0(\d),(\d+) --> .*\nAnn: Fine/.exec(srt) ?? [];
    expect(Number(second) * 1000 + Number(thousandth)).toBeWithin(first + 499, first + 502);
  });

  test("counts characters that its voices can't read", async () => {
    const text = "The capital of Japan is 東京, and not any other.";
    const { headers } = await requestDialogue({ segments: [{ text }, { text: `${text} ★` }] });
    expect(headers.get("x-unread")).toBe("Hani=4, Zsym=1");
  });

  test("returns the same bytes for the same dialogue", async () => {
    const hashes = [
      await requestDialogue({ output: "zip" }),
      await requestDialogue({ output: "zip" }),
    ].map(async (answer) => Bun.hash(await answer.bytes()));
    expect(await hashes[0]).toBe(await hashes[1]!);
  });

  test.each([
    [
      "an unknown voice",
      [{ text: "a", voice: "nobody" }],
      422,
      "voice_not_found",
      "body.segments.0.voice",
    ],
    ["nothing to say", [{ text: " " }], 422, "nothing_to_say", "body.segments"],
    ["too much", Array(3).fill({ text: "a".repeat(2000) }), 413, "text_too_long", "body.segments"],
    [
      "a script that the voice cannot read",
      [{ text: "Fine." }, { text: "漢字", voice: "espeak-de" }],
      422,
      "script_unreadable",
      "body.segments.1.text",
    ],
    ["no segment", [], 400, "invalid_input", "body.segments"],
    ["51 segments", Array(51).fill({ text: "a" }), 400, "invalid_input", "body.segments"],
  ])("rejects %s", async (_, wrong, status, code, at) => {
    const answer = await requestDialogue({ segments: wrong });
    const { code: said, errors } = await json(answer);
    expect([answer.status, said, errors[0].location]).toEqual([status, code, at]);
  });
});

test("normalizes segments to one level", () => {
  for (const loudness of [500, 8000, 30_000])
    expect(measureRms(normalizeLevel(tone({ loudness })))).toBeWithin(3100, 3350);
});

test("a crossfade is never louder than its parts", () => {
  const speech = { sound: tone({ loudness: 30_000 }) } as never;
  const spacing = { gap_ms: 0, crossfade_ms: 400, pausesMs: [] };
  const { sound, placed } = joinSegments([speech, speech, speech], spacing);
  expect(measurePeak(sound)).toBeLessThanOrEqual(30_001);
  expect(placed.map(({ startMs }) => startMs)).toEqual([0, 600, 1200]);
});
