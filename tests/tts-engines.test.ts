import { afterAll, afterEach, describe, expect, test } from "bun:test";
import { json, sampleCases, testHub } from "hub/testing";
import type { Fault } from "./standins/faults.ts";
import { startStandIns } from "./standins/server.ts";

const standIns = await startStandIns({ clock: () => Date.UTC(2026, 4, 6) });
afterAll(() => standIns.stop());
afterEach(() => {
  standIns.misbehave("openai");
  standIns.misbehave("azure-speech");
  standIns.asked.length = 0;
});

const plugin = `${import.meta.dir}/../plugins/tts`;
const azure = { AZURE_SPEECH_URL: `${standIns.url}/azure-speech`, AZURE_SPEECH_KEY: "k" };
const openai = {
  OPENAI_TTS_BASE_URL: `${standIns.url}/openai`,
  OPENAI_API_KEY: "k",
  OPENAI_TTS_MODEL: "tts-1",
};
const text = "Hello & <world>, how are you?";

async function requestSpeech(body: object, env: Record<string, string> = azure) {
  const hub = await testHub(plugin, { env });
  const answer = await hub.post("/api/tts/speak", {
    text,
    response: "json",
    format: "wav",
    ...body,
  });
  return { status: answer.status, ...(await json(answer)) };
}

describe("Azure", () => {
  test("speaks with the requested voice, and words are timed by their lengths", async () => {
    const answer = await requestSpeech({ voice: "en-US-GuyNeural" });
    expect(answer).toMatchObject({
      engine: "azure",
      voice: "en-US-GuyNeural",
      voice_substituted: null,
      degraded_reason: null,
      timing: "estimated",
    });
    expect(answer.words.at(-1).end_ms).toBeWithin(answer.duration_ms - 20, answer.duration_ms + 1);
    expect(standIns.asked).toEqual(["azure-speech /cognitiveservices/v1"]);
  });

  test("gets SSML that no text and no number can break", async () => {
    let sent = "";
    const hub = await testHub(plugin, {
      env: { AZURE_SPEECH_KEY: "k", AZURE_SPEECH_REGION: "westeurope" },
      net: {
        "westeurope.tts.speech.microsoft.com": async (request) => {
          sent = await request.text();
          return new Response("", { status: 400 });
        },
      },
    });
    const ssml = `<speak>a&amp; &lt;voice name="x"&gt;<break time="1s"/><prosody rate="slow" volume="soft">b</prosody></speak>`;
    const body = { ssml, voice: "de-DE-KatjaNeural", speed: 4, pitch: -10, fallback: false };
    const answer = await hub.post("/api/tts/speak", body);
    expect((await json(answer)).code).toBe("upstream_refused");
    expect(sent).toBe(
      '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="de-DE"><voice name="de-DE-KatjaNeural"><prosody rate="2" pitch="-10%">a&amp; &lt;voice name=&quot;x&quot;&gt;<break time="2000ms"/><prosody rate="0.75" volume="-30%">b</prosody></prosody></voice></speak>',
    );
  });

  test("isn't used if the text may not leave the machine, or the voice needs no network", async () => {
    const answers = [
      await requestSpeech({ voice: "en-US-GuyNeural", provider: "embedded" }),
      await requestSpeech({ voice: "espeak-en-us" }),
      await requestSpeech({ voice: "en-US-GuyNeural" }, { ...azure, HUB_OFFLINE: "1" }),
    ];
    expect(answers.map(({ engine }) => engine)).toEqual(Array(3).fill("embedded"));
    expect(answers.map(({ degraded_reason }) => degraded_reason)).toEqual([
      "azure: not tried",
      null,
      "azure: not tried",
    ]);
    expect(standIns.asked).toEqual([]);
  });

  test("chooses among its voices if none is given", async () => {
    expect(await requestSpeech({ language: "ja", gender: "female" })).toMatchObject({
      engine: "azure",
      voice: "ja-JP-NanamiNeural",
      voice_substituted: null,
    });
  });

  test("speaks with a voice that is newer than this hub", async () => {
    const voice = "de-DE-NovumNeural";
    const listed = { ShortName: voice, DisplayName: "Novum", Gender: "Male", Locale: "de-DE" };
    const asked: string[] = [];
    const hub = await testHub(plugin, {
      env: { AZURE_SPEECH_KEY: "k", AZURE_SPEECH_REGION: "westeurope" },
      net: {
        "westeurope.tts.speech.microsoft.com": async (request) => {
          asked.push(await request.text());
          return request.method === "GET"
            ? Response.json([listed])
            : new Response("", { status: 400 });
        },
      },
    });
    const requestSpeech = (voice: string) =>
      hub.post("/api/tts/speak", { text, voice, fallback: false });
    expect((await json(await requestSpeech("de-DE-NullaNeural"))).code).toBe("voice_not_found");
    expect((await json(await requestSpeech(voice))).code).toBe("upstream_refused");
    expect(asked.at(-1)).toContain(`<voice name="${voice}">`);
  });

  test("lists its own voices, and the usual ones while it is unreachable", async () => {
    const hub = await testHub(plugin, { env: azure });
    const totals = async (one: typeof hub) =>
      (await json(await one.get("/api/tts/voices?provider=azure"))).total;
    expect(await totals(hub)).toBe(4);
    for (const fault of ["unavailable", "schema-drift", "html"] as const) {
      standIns.misbehave("azure-speech", fault);
      expect(await totals(await testHub(plugin, { env: azure }))).toBe(322);
    }
  });
});

describe("a server with OpenAI's API", () => {
  test("speaks with its voices, and with the nearest for others", async () => {
    expect(await requestSpeech({ voice: "nova" }, openai)).toMatchObject({
      engine: "openai",
      voice: "nova",
      degraded_reason: null,
    });
    expect(await requestSpeech({ voice: "en-US-GuyNeural" }, openai)).toMatchObject({
      engine: "openai",
      voice: "ash",
      voice_substituted: "en-US-GuyNeural",
      degraded_reason: "azure: AZURE_SPEECH_KEY is not set",
    });
  });

  test("has the voices that the operator lists", async () => {
    const env = { ...openai, OPENAI_TTS_VOICES: "af_heart, am_adam" };
    expect(await requestSpeech({ voice: "af_heart" }, env)).toMatchObject({ voice: "af_heart" });
    const { voices } = await json(
      await (await testHub(plugin, { env })).get("/api/tts/voices?provider=openai"),
    );
    expect(voices.map(({ id }: { id: string }) => id)).toEqual(["af_heart", "am_adam"]);
  });

  test("isn't used for unsupported options", async () => {
    const bodies = [
      { pitch: 10 },
      { text: undefined, ssml: '<speak>a<break time="1s"/>b</speak>' },
    ];
    for (const body of bodies)
      expect(await requestSpeech({ voice: "nova", ...body }, openai)).toMatchObject({
        engine: "embedded",
      });
    expect(standIns.asked).toEqual([]);
  });
});

describe("a dialogue", () => {
  test("with voices of several engines has one sample rate", async () => {
    const hub = await testHub(plugin, { env: { ...azure, ...openai } });
    const voices = ["en-US-GuyNeural", "nova", "espeak-de"];
    const segments = voices.map((voice) => ({ text: "One two three.", voice }));
    const answer = await hub.post("/api/tts/dialogue", { segments, format: "wav" });
    expect(answer.headers.get("x-engine")).toBe("azure, openai, embedded");
    const file = await answer.bytes();
    expect(new DataView(file.buffer).getUint32(24, true)).toBe(24_000);
  });
});

/** The result of speech when its first engine fails, and the reason that the hub logs. Every other fault by default. */
const faults: [Fault, string][] = [
  ["unavailable", "unavailable"],
  ["error", "unavailable"],
  ["reset", "unavailable"],
  ["rate-limited", "unavailable"],
  ["html", "invalid response"],
  ["bad-gzip", "unavailable"],
  ["truncated", "unavailable"],
  ["redirect-private", "invalid response"],
  ["huge", "invalid response"],
];

describe.each([
  ["azure", "azure-speech", "en-US-GuyNeural", azure],
  ["openai", "openai", "nova", openai],
] as const)("when %s fails", (engine, folder, voice, env) => {
  test.each(sampleCases(faults, 4))(
    "with %s, the embedded engine takes over and the response says so",
    async (fault, why) => {
      standIns.misbehave(folder, fault);
      const answer = await requestSpeech({ voice }, env);
      expect(answer).toMatchObject({ engine: "embedded", voice_substituted: voice });
      expect(answer.degraded_reason).toStartWith(`${engine}: `);
      expect([`${engine}: ${why}`, `${engine}: invalid response`]).toContain(
        answer.degraded_reason,
      );
    },
  );

  test("and no other engine may take over, the caller gets the reason", async () => {
    standIns.misbehave(folder, "unavailable");
    const answer = await requestSpeech({ voice, fallback: false }, env);
    expect([answer.status, answer.code]).toEqual([503, "upstream_unavailable"]);
  });
});
