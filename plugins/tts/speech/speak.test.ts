import { describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import { measurePeak, measureRms } from "../audio/level.ts";
import { readSound } from "../audio/sound.fixture.ts";
import { getDurationMs } from "../audio/wav.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const text = "The quick brown fox jumps. Then it sleeps.";
const requestSpeech = (body: object) =>
  hub.post("/api/tts/speak", { voice: "espeak-en-us", ...body });
const heard = async (body: object) =>
  readSound(await requestSpeech({ text, format: "wav", ...body }));
const usual = heard({});

describe("speak", () => {
  test("returns MP3, with the voice and the duration in headers", async () => {
    const answer = await requestSpeech({ text });
    expect(answer.headers.get("content-type")).toBe("audio/mpeg");
    expect(answer.headers.get("x-engine")).toBe("embedded");
    expect(answer.headers.get("x-voice")).toBe("espeak-en-us");
    expect(answer.headers.get("x-timing")).toBe("engine");
    expect(answer.headers.has("x-degraded")).toBe(false);
    expect(Number(answer.headers.get("x-duration-ms"))).toBeWithin(1800, 3200);
    const [sync, layer] = await answer.bytes();
    expect([sync, layer]).toEqual([0xff, 0xf3]);
  });

  test("reports a voice that doesn't speak the requested language", async () => {
    for (const voice of ["flite-slt", "espeak-en-us"]) {
      const answer = await requestSpeech({ text, voice, language: "de" });
      expect(answer.headers.get("x-voice")).toBe(voice);
      expect(answer.headers.get("x-degraded")).toBe(`"${voice}" speaks en-US, not de`);
      const same = await requestSpeech({ text, voice, language: "en-GB" });
      expect(same.headers.has("x-degraded")).toBe(false);
    }
  });

  test.each([
    ["wav", "RIFF", "audio/wav"],
    ["ogg", "OggS", "audio/ogg"],
  ])("writes %s", async (format, magic, type) => {
    const answer = await requestSpeech({ text, format });
    expect(answer.headers.get("content-type")).toBe(type);
    expect(Buffer.from(await answer.bytes()).toString("latin1", 0, 4)).toBe(magic);
  });

  test("writes more bytes in high quality", async () => {
    const sizes = await Promise.all(
      ["standard", "high"].map(
        async (quality) => (await (await requestSpeech({ text, quality })).bytes()).length,
      ),
    );
    expect(sizes[1]! / sizes[0]!).toBeCloseTo(2, 1);
  });

  test.each(sampleCases(["mp3", "ogg", "wav"], 1))(
    "returns the same bytes for the same text, as %s",
    async (format) => {
      const first = await (await requestSpeech({ text, format })).bytes();
      await requestSpeech({ text: "Something else in between.", voice: "espeak-de-f2" });
      expect(Bun.hash(await (await requestSpeech({ text, format })).bytes())).toBe(Bun.hash(first));
    },
  );

  test("is audible and not clipped", async () => {
    const sound = await heard({ volume: 100 });
    expect(measureRms(sound)).toBeGreaterThan(1500);
    expect(measurePeak(sound)).toBeWithin(20_000, 30_002);
  });

  test.each(sampleCases([4, 2, 0.5, 0.25], 2))(
    "is %d times as fast at that speed",
    async (speed) => {
      const usualMs = getDurationMs(await usual);
      expect(getDurationMs(await heard({ speed }))).toBeWithin(
        (0.85 * usualMs) / speed,
        (1.15 * usualMs) / speed,
      );
    },
  );

  test.each(sampleCases([4, 0.25, 1], 1))(
    "has pauses of the requested length, at speed %d",
    async (speed) => {
      const measureLength = async (pause: string) => {
        const ssml = `<speak>one${pause}two</speak>`;
        return getDurationMs(await heard({ text: undefined, ssml, speed }));
      };
      const [long, short] = await Promise.all(
        ['<break time="3s"/>', '<break time="1s"/>'].map(measureLength),
      );
      expect(long! - short!).toBeWithin(1950, 2050);
    },
  );

  test("volume changes only the level", async () => {
    const [loud, soft] = [await heard({ volume: -20 }), await heard({ volume: -60 })];
    expect(soft.samples.length).toBe(loud.samples.length);
    expect(measurePeak(soft) / measurePeak(loud)).toBeCloseTo(0.5, 2);
  });

  test("another pitch changes the sound, but hardly its length", async () => {
    const [low, high] = [await heard({ pitch: -50 }), await heard({ pitch: 50 })];
    expect(low.samples).not.toEqual(high.samples);
    expect(getDurationMs(low) / getDurationMs(high)).toBeWithin(0.9, 1.1);
  });

  test.each(sampleCases([1500, 4000, 9000], 1))(
    "takes %d ms on request",
    async (target_duration_ms) => {
      const answer = await requestSpeech({
        text,
        target_duration_ms,
        response: "json",
        format: "wav",
      });
      const { duration_ms, words } = await json(answer);
      expect(duration_ms).toBe(target_duration_ms);
      expect(words.at(-1).end_ms).toBeWithin(0.7 * target_duration_ms, target_duration_ms + 1);
    },
  );

  test("rejects a duration that no speed reaches", async () => {
    const answer = await requestSpeech({ text, target_duration_ms: 100 });
    expect([answer.status, (await json(answer)).code]).toEqual([422, "duration_unreachable"]);
  });

  test("selects a voice by language and gender", async () => {
    const answers = [
      { language: "de", gender: "female" },
      { language: "pt-BR", gender: "male" },
      { language: "es-MX" },
      { language: "zh-HK" },
      {},
    ].map((wish) => hub.post("/api/tts/speak", { text: "1 2 3", ...wish }));
    const voices = (await Promise.all(answers)).map(({ headers }) => headers.get("x-voice"));
    expect(voices).toEqual([
      "espeak-de-f1",
      "espeak-pt-br",
      "espeak-es-419",
      "espeak-yue",
      "flite-slt",
    ]);
  });

  test("replaces an unavailable network voice by the most similar one, and reports it", async () => {
    const { headers } = await requestSpeech({ text, voice: "en-gb-SoniaNeural" });
    expect(headers.get("x-voice")).toBe("espeak-en-gb-f1");
    expect(headers.get("x-voice-substituted")).toBe("en-GB-SoniaNeural");
    expect(headers.get("x-degraded")).toBe("azure: AZURE_SPEECH_KEY is not set");
  });

  const longWord = "x".repeat(100);
  // Pauses just below the limit need no time to synthesize.
  const longSpeech = `<speak>${'<break time="10s"/>'.repeat(179)}7,777,777</speak>`;
  test.each([
    ["fallback", { voice: "en-US-GuyNeural", fallback: false }, 503, "voice_unavailable"],
    [
      "a language without an offline voice",
      { voice: "zu-ZA-ThandoNeural" },
      503,
      "voice_unavailable",
    ],
    ["a language", { voice: undefined, language: "zu" }, 422, "language_unsupported"],
    ["an engine that is not set up", { provider: "azure" }, 501, "capability_unavailable"],
    ["no text", { text: " \n" }, 422, "nothing_to_say"],
    ["nothing but control characters", { text: "\u0001\u0007" }, 422, "nothing_to_say"],
    ["signs without a sound", { text: "‎‎" }, 422, "nothing_to_say"],
    ["emoji without a name", { voice: "espeak-ko", text: "😀🎉" }, 422, "nothing_to_say"],
    ["another script", { voice: undefined, text: "Привет, мир" }, 422, "script_unreadable"],
    [
      "another script in a lexicon",
      { text: "Ask nginx", lexicon: { nginx: "энджинкс", ask: "спроси" } },
      422,
      "script_unreadable",
    ],
    ["too much text", { text: "a".repeat(5001) }, 413, "text_too_long"],
    ["too much speech", { text: undefined, ssml: longSpeech, speed: 0.25 }, 422, "audio_too_long"],
    ["text and SSML", { text, ssml: "<speak>a</speak>" }, 400, "invalid_input"],
    [
      "captions beyond a header",
      {
        text: `${longWord} `.repeat(45),
        lexicon: { [longWord]: "a" },
        speed: 4,
        captions: "header",
        format: "wav",
      },
      422,
      "captions_too_long",
    ],
  ])("rejects %s", async (_, body, status, code) => {
    const answer = await requestSpeech({ text, ...body });
    expect([answer.status, (await json(answer)).code]).toEqual([status, code]);
  });

  test("suggests the five most similar voices for an unknown one", async () => {
    const answer = await requestSpeech({ text, voice: "en-US-GuyNural" });
    const { code, suggestions } = await json(answer);
    expect([answer.status, code]).toEqual([422, "voice_not_found"]);
    expect(suggestions).toHaveLength(5);
    expect(suggestions[0]).toBe("en-US-GuyNeural");
  });

  test("names the script that a voice can't read, and the languages that use it", async () => {
    const ssml = '<speak>Say <sub alias="東京は日本の首都です">it</sub></speak>';
    const cases = [
      [await requestSpeech({ text: "Καλημέρα κόσμε" }), "body.text", "Grek", ["el", "grc"]],
      [await requestSpeech({ text: "សួស្តី" }), "body.text", "Khmr", []],
      [await requestSpeech({ ssml }), "body.ssml", "Hani", ["ja", "zh"]],
    ] as const;
    for (const [answer, at, script, languages] of cases) {
      const { errors, ...told } = await json(answer);
      expect([errors[0].location, told.script, told.languages]).toEqual([at, script, languages]);
    }
  });

  test("omits unreadable characters in a mostly readable text, and reports it", async () => {
    const said = { text: "Tokyo (東京) is the capital of Japan.", response: "json" };
    const answer = await requestSpeech(said);
    const { unread, duration_ms, words } = await json(answer);
    expect(unread).toEqual([{ text: "東京", start: 7, end: 9, script: "Hani" }]);
    expect(words.map((word: { text: string }) => word.text)).toContain("(東京)");
    const without = await json(
      await requestSpeech({ ...said, text: said.text.replace("東京", " ") }),
    );
    expect([without.unread, without.duration_ms]).toEqual([[], duration_ms]);
    const { headers } = await requestSpeech({ text: "Tokyo (東京) is the capital, ★★★ it said." });
    expect(headers.get("x-unread")).toBe("Hani=2, Zsym=3");
  });

  const repeated: [voice: string, text: string, many: number][] = [
    // Repeated to exceed the engine's clauses of 800 characters, or its lists of 1000 phonemes.
    ["espeak-ja", "こんにちは", 50],
    ["espeak-th", "สวัสดี", 50],
    ["espeak-cmn", "你好世界", 50],
    ["espeak-ko", "바람과 햇님이 서로 힘이 더 세다고 다투고 있을 때 ", 35],
    ["espeak-en-us", "123456789\n", 20],
    ["espeak-de", "1.234.567 ", 20],
    ["espeak-en-us", "https://example.com/a?b=c ", 35],
    ["espeak-en-us", "abracadabra", 50],
  ];
  test.each(sampleCases(repeated, 2))(
    "loses no words if %s reads %j repeatedly",
    async (voice, text, many) => {
      const lengths = [5, many].map(async (count) =>
        getDurationMs(await heard({ voice, text: text.repeat(count) })),
      );
      const [some = 0, all = 0] = await Promise.all(lengths);
      expect((all / some / many) * 5).toBeWithin(0.9, 1.15);
    },
  );

  test("returns the time of each word in JSON", async () => {
    const answer = await requestSpeech({
      text: "Dr. Smith's 1,234 dollars — at 12:30.",
      response: "json",
    });
    const { words, duration_ms, audio_base64, timing } = await json(answer);
    expect(timing).toBe("engine");
    expect(words.map((word: { text: string }) => word.text)).toEqual([
      "Dr.",
      "Smith's",
      "1,234",
      "dollars —",
      "at",
      "12:30.",
    ]);
    for (const [index, { start_ms, end_ms }] of words.entries()) {
      expect(end_ms).toBeGreaterThan(start_ms);
      expect(end_ms).toBeLessThanOrEqual(words[index + 1]?.start_ms ?? duration_ms);
    }
    expect(audio_base64).toStartWith("//");
  });

  test("returns captions in a header", async () => {
    const { headers } = await requestSpeech({ text, captions: "header" });
    const vtt = Buffer.from(headers.get("x-captions") ?? "", "base64").toString();
    expect(vtt).toStartWith("WEBVTT\n\n00:00:00.");
    expect(vtt).toContain("\nThen it sleeps.\n");
  });

  test("pronounces words as in the lexicon, and shows them as written", async () => {
    const body = { text: "Ask nginx.", response: "json" };
    const plain = await json(await requestSpeech(body));
    const other = await json(
      await requestSpeech({ ...body, lexicon: { NGINX: "engine x and all the rest" } }),
    );
    expect(other.duration_ms).toBeGreaterThan(plain.duration_ms + 500);
    expect(other.words.map((word: { text: string }) => word.text)).toEqual(["Ask", "nginx."]);
  });

  test("reads brackets as text, not as the engine's phoneme notation", async () => {
    const [inside, without] = [
      await heard({ text: "a [[test]] b" }),
      await heard({ text: "a (test) b" }),
    ];
    expect(getDurationMs(inside)).toBeWithin(
      getDurationMs(without) - 100,
      getDurationMs(without) + 100,
    );
  });

  test.each(sampleCases(["ar", "hi", "zh", "ja", "ko", "ru"], 1))("speaks %s", async (language) => {
    const { voices } = await json(
      await hub.get(`/api/tts/voices?language=${language}&offline=true&limit=1`),
    );
    const sound = await heard({ text: voices[0].sample_text, voice: voices[0].id });
    expect(getDurationMs(sound)).toBeWithin(700, 4000);
    expect(measureRms(sound)).toBeWithin(1000, 12_000);
  });

  test("a trial speaks 200 characters", async () => {
    const trial = (length: number) =>
      hub.get(`/try/tts?voice=en-US-AriaNeural&text=${"a ".repeat(length / 2)}`);
    expect((await trial(200)).headers.get("x-voice-substituted")).toBe("en-US-AriaNeural");
    const refused = await trial(202);
    expect([refused.status, (await json(refused)).code]).toEqual([413, "text_too_long"]);
  });
});

describe("POST /v1/audio/speech", () => {
  const openai = (body: object) => hub.post("/v1/audio/speech", body);

  test("accepts requests for OpenAI's API, and isn't listed as an endpoint", async () => {
    const answer = await openai({
      model: "tts-1-hd",
      input: text,
      voice: "alloy",
      response_format: "wav",
      speed: 2,
    });
    expect(answer.headers.get("x-voice-substituted")).toBe("alloy");
    expect(getDurationMs(await readSound(answer))).toBeWithin(900, 1700);
    expect(hub.routes).toHaveLength(6);
  });

  test("requires a key, which may be a bearer token", async () => {
    const send = (headers: Record<string, string>) =>
      hub.fetch(
        new Request("http://localhost/v1/audio/speech", {
          method: "POST",
          headers: { "content-type": "application/json", ...headers },
          body: JSON.stringify({ input: "Hi", voice: "espeak-en-us" }),
        }),
      );
    expect((await send({})).status).toBe(401);
    expect((await send({ authorization: "Bearer hub_x" })).status).toBe(200);
  });
});

test("the maximum length of a text depends on the caller's tier", async () => {
  // Avoids long synthesis: a pause takes no time.
  const body = (length: number) => ({ text: ".".repeat(length), voice: "espeak-en-us" });
  for (const [isPaid, textMax] of [
    [false, 5000],
    [true, 20_000],
  ] as const) {
    const caller = await testHub(`${import.meta.dir}/..`, { tier: { name: "some", isPaid } });
    const codeAt = async (length: number) =>
      (await json(await caller.post("/api/tts/speak", body(length)))).code;
    expect(await codeAt(textMax)).not.toBe("text_too_long");
    expect(await codeAt(textMax + 1)).toBe("text_too_long");
    const segments = [{ text: "a".repeat(textMax - 10) }, { text: "b".repeat(11) }];
    const dialogue = await caller.post("/api/tts/dialogue", { segments });
    expect((await json(dialogue)).code).toBe("text_too_long");
  }
});
