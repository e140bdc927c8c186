import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { measureRms } from "../audio/level.ts";
import { timesHigher } from "../audio/sound.fixture.ts";
import { getDurationMs, readWav } from "../audio/wav.ts";
import { fromXSampa, parseIpa, writeEspeakPhones, writeFlitePhones } from "../text/ipa.ts";

const hub = await testHub(`${import.meta.dir}/..`);

async function speak(inner: string, body: object = {}) {
  const ssml = inner.startsWith("<speak") ? inner : `<speak>${inner}</speak>`;
  const answer = await hub.post("/api/tts/speak", {
    ssml,
    format: "wav",
    response: "json",
    ...body,
  });
  const { audio_base64 = "", ...fields } = await json(answer);
  if (answer.status !== 200) throw new Error(fields.detail);
  return { ...fields, sound: readWav(Uint8Array.fromBase64(audio_base64)) };
}

describe.each(["flite-slt", "espeak-en-us"])("%s", (voice) => {
  test("emphasizes words: louder, slower and higher", async () => {
    const text = "The wonderful weather is really amazing today.";
    const [plain, strong] = [
      await speak(text, { voice }),
      await speak(`<emphasis level="strong">${text}</emphasis>`, { voice }),
    ];
    expect(getDurationMs(strong.sound) / getDurationMs(plain.sound)).toBeWithin(1.08, 1.14);
    expect(timesHigher(strong.sound, plain.sound)).toBeWithin(1.08, 1.16);
    expect(measureRms(strong.sound) / measureRms(plain.sound)).toBeWithin(1.2, 1.8);
    expect(strong.notes).toEqual([]);
  });

  test("pronounces phonemes instead of the text", async () => {
    const phoneme = (ph: string, more = "") =>
      speak(`say <phoneme ph="${ph}"${more}>x</phoneme> now`, { voice });
    const [hello, written, long, sampa] = [
      await phoneme("həˈloʊ", ' alphabet="ipa"'),
      await speak("say hello now", { voice }),
      await phoneme("həˈloʊˌmaɪˈwʌndɚfəlˈfrɛnd"),
      await phoneme("h@&quot;loU", ' alphabet="x-sampa"'),
    ];
    expect(getDurationMs(hello.sound) / getDurationMs(written.sound)).toBeWithin(0.85, 1.15);
    expect(getDurationMs(long.sound)).toBeGreaterThan(1.5 * getDurationMs(hello.sound));
    expect(sampa.sound).toEqual(hello.sound);
    expect(hello.words.map(({ text }: { text: string }) => text)).toEqual(["say", "x", "now"]);
  });
});

test("reads the text if it doesn't know the phonemes, and reports it", async () => {
  for (const [attributes, note] of [
    ['ph="h☃"', 'The phonemes "h☃" have an unknown symbol: the text is read'],
    ['alphabet="x-amazon-pinyin" ph="bao2"', 'The alphabet "x-amazon-pinyin" is not supported'],
  ] as const) {
    const { sound, notes } = await speak(`say <phoneme ${attributes}>hello</phoneme> now`);
    expect(notes[0]).toStartWith(note);
    expect(getDurationMs(sound)).toBeGreaterThan(600);
  }
});

test("reads addresses as text and leaves out expletives, and reports both", async () => {
  const { words, notes } = await speak(
    'See <say-as interpret-as="address">5 Main St.</say-as> <say-as interpret-as="expletive">darn</say-as> <audio><desc>a bell</desc></audio>now',
  );
  expect(words.map(({ text }: { text: string }) => text).join(" ")).toBe("See 5 Main St. now");
  expect(notes.slice(0, 2)).toEqual([
    'The say-as kind "address" is ignored',
    "Expletives are silent",
  ]);
});

test("changes the voice and the language, and places the words of all", async () => {
  const { voice, words, sound, voice_substituted } = await speak(
    'Hello. <voice name="espeak-en-gb">Good day.</voice> <lang xml:lang="de-DE">Guten Tag</lang> <voice gender="male">and bye.</voice>',
  );
  expect(voice).toBe("flite-slt, espeak-en-gb, espeak-de, flite-rms");
  expect(voice_substituted).toBeNull();
  expect(words.map(({ text }: { text: string }) => text)).toEqual([
    ...["Hello.", "Good", "day.", "Guten", "Tag", "and", "bye."],
  ]);
  const times = words.map(({ start_ms }: { start_ms: number }) => start_ms);
  expect(times).toEqual(times.toSorted((a: number, b: number) => a - b));
  expect(times.at(-1)).toBeWithin(1000, getDurationMs(sound));
});

test("speaks the document's language unless the request sets another one", async () => {
  const german = '<speak xml:lang="de-DE">Guten Tag</speak>';
  expect((await speak(german)).voice).toBe("espeak-de");
  expect((await speak(german, { language: "fr" })).voice).toBe("espeak-fr");
  expect((await speak(german, { voice: "espeak-en-us" })).voice).toBe("espeak-en-us");
});

test("an unknown voice is replaced by one of its language, and reported", async () => {
  const { voice, notes } = await speak('<voice name="de-DE-Wavenet-A">Guten Tag</voice>');
  expect(voice).toBe("espeak-de");
  expect(notes).toEqual(['The voice "de-DE-Wavenet-A" does not exist: another one speaks']);
});

test("times marks", async () => {
  const { marks, words, sound } = await speak(
    'One two <mark name="middle"/>three <bookmark mark="four"/>four.<mark name="end"/>',
  );
  expect(marks).toEqual([
    { name: "middle", start_ms: words[2].start_ms },
    { name: "four", start_ms: words[3].start_ms },
    { name: "end", start_ms: getDurationMs(sound) },
  ]);
});

// Documents in the form of the vendors' guides.
test.each([
  [
    "Azure",
    '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xmlns:mstts="https://www.w3.org/2001/mstts" xml:lang="en-US"><voice name="en-US-JennyNeural"><mstts:express-as style="cheerful" styledegree="2">That is great news!</mstts:express-as><mstts:silence type="Sentenceboundary" value="200ms"/> <prosody contour="(0%,+20Hz) (10%,-2st)">Well done.</prosody></voice></speak>',
    "flite-slt",
    [
      'The style "cheerful" is approximated by rate, pitch and volume',
      '"mstts:silence" is ignored',
      'The prosody attribute "contour" is ignored',
    ],
  ],
  [
    "Google",
    '<speak>Step 1, <emphasis level="strong">take</emphasis> a breath. <break time="200ms"/> <say-as interpret-as="cardinal">10</say-as> <audio src="https://example.com/cat.mp3"><desc>a cat</desc>a cat</audio> <sub alias="World Wide Web Consortium">W3C</sub></speak>',
    "flite-slt",
    ['"audio" is ignored', '"desc" is ignored'],
  ],
  [
    "Google's media",
    '<speak xmlns:google="https://example.com"><par><media begin="0.5s"><speak>Who is it?</speak></media><media><speak>It is me.</speak></media></par> <google:style name="lively">Hello.</google:style></speak>',
    "flite-slt",
    ['"google:style" is ignored', '"media" is ignored', '"par" is ignored'],
  ],
  [
    "Azure's formulas",
    '<speak xmlns:m="http://www.w3.org/1998/Math/MathML">See <math><msup><mi>x</mi><mn>2</mn></msup></math> here.</speak>',
    "flite-slt",
    ['"math" is ignored'],
  ],
  [
    "Polly's emotions",
    '<speak><amazon:emotion name="excited" intensity="medium">Yes, <say-as interpret-as="interjection">wow</say-as></amazon:emotion></speak>',
    "flite-slt",
    ['"amazon:emotion" is ignored', 'The say-as kind "interjection" is ignored'],
  ],
  [
    "Polly",
    '<speak><amazon:effect name="whispered">Secret</amazon:effect> <w role="amazon:VB">read</w> <prosody amazon:max-duration="2s" rate="fast">this.</prosody><mark name="x"/></speak>',
    "flite-slt",
    [
      '"amazon:effect" is ignored',
      '"w" is ignored',
      'The prosody attribute "amazon:max-duration" is ignored',
    ],
  ],
])("speaks a document for %s, and reports what it can't do", async (_, ssml, voice, notes) => {
  const answer = await speak(ssml);
  expect([answer.voice, answer.notes.toSorted()]).toEqual([voice, notes.toSorted()]);
  const audio = await hub.post("/api/tts/speak", { ssml });
  expect(audio.headers.get("x-ssml-notes")?.split("; ").toSorted()).toEqual(notes.toSorted());
});

test.each([
  ["ˈwɔːtɚ", "'wO:t3", "w ao1 t er0"],
  ["tʃiːz", "tSi:z", "ch iy0 z"],
  ["t͡ʃiz", "tSi:z", "ch iy0 z"],
  ["ˌoʊ.vɚˈðɛɹ", ",oUv3D'Er", "ow1 v er0 dh eh1 r"],
])("the phonemes %s are %s for eSpeak NG and %s for Flite", (ipa, espeak, flite) => {
  const phones = parseIpa(ipa) ?? [];
  expect(writeFlitePhones(phones).join(" ")).toBe(flite);
  expect(writeEspeakPhones(phones).replaceAll("'", "")).toBe(espeak.replaceAll(/[' ]/g, ""));
});

test("rejects phonemes without a sound", () => {
  for (const ipa of ["", "ˈ", "constructor!", "☃"]) expect(parseIpa(ipa)).toBeUndefined();
  expect(fromXSampa('"{mst@`')).toBe("ˈæmstɚ");
});
