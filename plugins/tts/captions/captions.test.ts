import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { unzipSync } from "fflate";
import { cases, isFullDepth, json, sampleCases, testHub } from "hub/testing";
import { tone } from "../audio/sound.fixture.ts";
import { cutCues, writeCaptions } from "./cues.ts";
import { timeWords } from "./timed-words.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const text =
  "Dr. Smith paid 1,234 dollars & change — on <May> 5th!  He said: “never again”, and, after a long while, he\nleft. Really?";
const captions = (body: object) =>
  hub.post("/api/tts/captions", { text, voice: "espeak-en-us", ...body });
type Cue = { start_ms: number; end_ms: number; lines: string[] };

describe("captions", () => {
  test("writes SubRip with the engine's timestamps", async () => {
    const answer = await captions({ text: "Hello, world. This is a caption." });
    expect(answer.headers.get("content-type")).toStartWith("application/x-subrip");
    expect(answer.headers.get("x-timing")).toBe("engine");
    expect(await answer.text()).toMatch(
      /^1\n00:00:00,000 --> 00:00:01,\d{3}\nHello, world\.\n\n2\n00:00:01,\d{3} --> 00:00:02,\d{3}\nThis is a caption\.\n$/,
    );
  });

  const lengths = [10, 42, 120];
  test.each(
    ["word", "phrase", "sentence"].flatMap((granularity, index) =>
      lengths
        .filter((_, at) => isFullDepth || at === index)
        .map((length) => [granularity, length] as const),
    ),
  )(
    "contain the whole text, by %s, in lines of at most %d characters",
    async (granularity, max_chars) => {
      const answer = await captions({ caption_format: "json", granularity, max_chars });
      const { cues, duration_ms } = await json(answer);
      const said = cues.flatMap(({ lines }: Cue) => lines).join(" ");
      expect(said).toBe(text.split(/\s+/).join(" "));
      let last = 0;
      for (const { start_ms, end_ms, lines } of cues as Cue[]) {
        expect(start_ms).toBeGreaterThanOrEqual(last);
        expect(end_ms).toBeGreaterThan(start_ms);
        expect(lines.length).toBeLessThanOrEqual(2);
        for (const line of lines)
          expect(line.length <= max_chars || !line.includes(" "), line).toBe(true);
        last = end_ms;
      }
      expect(last).toBeLessThanOrEqual(duration_ms);
    },
  );

  test.each(sampleCases(["zh", "ja", "th", "ar", "hi"], 2))(
    "contain the whole text in %s",
    async (language) => {
      const { voices } = await json(await hub.get(`/api/tts/voices?language=${language}&limit=1`));
      const said: string = voices[0].sample_text;
      const body = { text: said, voice: undefined, language, caption_format: "json" };
      const { cues } = await json(await captions({ ...body, granularity: "word" }));
      expect(cues.map(({ lines }: Cue) => lines.join("")).join("")).toBe(said.replaceAll(" ", ""));
      expect(cues.length).toBeGreaterThan(1);
    },
  );

  test("show the spoken text of Markdown, and the source text of SSML", async () => {
    const markdown = {
      text: "# Title\n\nSee [docs](http://a.example) for `code`.",
      clean: "markdown",
    };
    const ssml = '<speak>Title<break/> See <sub alias="the documents">docs</sub> for code.</speak>';
    for (const body of [markdown, { text: undefined, ssml }]) {
      const lines = (await (await captions({ ...body, caption_format: "lrc" })).text())
        .trim()
        .split("\n");
      expect(lines.map((line) => line.slice(10)).join(" ")).toBe("Title See docs for code.");
    }
  });

  test("escape WebVTT markup", async () => {
    const answer = await captions({ caption_format: "vtt" });
    expect(answer.headers.get("content-type")).toStartWith("text/vtt");
    const vtt = await answer.text();
    expect(vtt).toStartWith("WEBVTT\n\n00:00:00.");
    expect(vtt).toContain("Dr. Smith paid 1,234 dollars &amp; change — on\n&lt;May&gt; 5th!\n");
  });

  test("write LRC in hundredths of a second", async () => {
    const answer = await captions({ text: "One. Two.", caption_format: "lrc" });
    expect(await answer.text()).toMatch(/^\[00:00\.00\]One\.\n\[00:0\d\.\d\d\]Two\.\n$/);
  });

  test("are returned with the sound in a ZIP", async () => {
    const answer = await captions({ include_audio: true, format: "wav", caption_format: "vtt" });
    const files = unzipSync(await answer.bytes());
    expect(Object.keys(files)).toEqual(["captions.vtt", "speech.wav"]);
    expect(Buffer.from(files["speech.wav"]!).toString("latin1", 0, 4)).toBe("RIFF");
  });

  test("rejects an unknown voice", async () => {
    const answer = await captions({ voice: "nobody" });
    expect([answer.status, (await json(answer)).code]).toEqual([422, "voice_not_found"]);
  });
});

test("without timestamps of the engine, distributes the time over words by their lengths", () => {
  const said = "A considerably longer word. So.";
  const words = timeWords(said, { sound: tone({ ms: 3000 }), language: "en" });
  expect(words.map(({ text }) => text)).toEqual(["A", "considerably", "longer", "word.", "So."]);
  const lengths = words.map(({ start_ms, end_ms }) => end_ms - start_ms);
  expect(Math.max(...lengths)).toBe(lengths[1]!);
  expect(words[0]!.start_ms).toBeWithin(0, 5);
  expect(words.at(-1)!.end_ms).toBeWithin(2990, 3001);
});

test("captions name their speakers, and escape markup in names", () => {
  const words = timeWords("Hi.", { sound: tone(), language: "en" });
  const cut = { granularity: "phrase", max_chars: 42, max_lines: 2 } as const;
  const cues = cutCues(words, { text: "Hi.", language: "en", ...cut }).map((cue) => ({
    ...cue,
    speaker: "A<b>",
  }));
  expect(writeCaptions(cues, "vtt")).toEndWith("\n<v A&lt;b&gt;>Hi.\n");
  expect(writeCaptions(cues, "srt")).toEndWith("\nA<b>: Hi.\n");
});

test("captions show each word once, within their lines, and never overlap", () => {
  const word = fc.constantFrom("Hi.", "you,", "extraordinarily", "a", "—", "你好。", "No!");
  const cut = fc.record({
    granularity: fc.constantFrom("word" as const, "phrase" as const, "sentence" as const),
    max_chars: fc.integer({ min: 10, max: 120 }),
    max_lines: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 60 }), cut, (said, cut) => {
      const text = said.join(" ");
      const words = timeWords(text, { sound: tone({ ms: 1000 }), language: "en" });
      const cues = cutCues(words, { text, language: "en", ...cut });
      expect(cues.flatMap((cue) => cue.words)).toEqual(words);
      expect(cues.flatMap(({ lines }) => lines).join(" ")).toBe(text);
      for (const [index, { lines, start_ms }] of cues.entries()) {
        expect(lines.length).toBeLessThanOrEqual(cut.max_lines);
        // Only a single word may exceed a line, with the punctuation after it.
        for (const line of lines)
          if (line.length > cut.max_chars) expect(words.map((word) => word.text)).toContain(line);
        expect(start_ms).toBeGreaterThanOrEqual(cues[index - 1]?.end_ms ?? 0);
      }
    }),
    cases(100),
  );
});

test("words have the engine's timestamps, and numbers that of their first word", () => {
  const said = "Pay 1,234 now";
  const moments = [
    { place: 0, ms: 100 },
    { place: 4, ms: 300 },
    { place: 6, ms: 450 },
    { place: 10, ms: 700 },
  ];
  const words = timeWords(said, { sound: tone({ ms: 1000 }), moments, language: "en" });
  expect(words.map(({ start_ms, end_ms }) => [start_ms, end_ms])).toEqual([
    [100, 300],
    [300, 700],
    [700, 1000],
  ]);
});

test.each([
  [0, "00:00:00,000", "00:00.00"],
  [61_009, "00:01:01,009", "01:01.00"],
  [3_599_999, "00:59:59,999", "59:59.99"],
  [36_000_000, "10:00:00,000", "600:00.00"],
])("%d ms is %s in SubRip and %s in LRC", (start_ms, srt, lrc) => {
  const cue = { start_ms, end_ms: start_ms + 1, lines: ["Hi"], words: [] };
  expect(writeCaptions([cue], "srt")).toStartWith(`1\n${srt} --> `);
  expect(writeCaptions([cue], "lrc")).toBe(`[${lrc}]Hi\n`);
});
