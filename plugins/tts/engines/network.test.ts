import { describe, expect, test } from "bun:test";
import type { Net } from "hub";
import { tone } from "../audio/sound.fixture.ts";
import { writeWav } from "../audio/wav.ts";
import { createScript, type Script, usualProsody } from "../text/script.ts";
import type { Voice } from "../voices/voice.ts";
import { createAzure, findMissingSetting } from "./azure.ts";
import type { HandlerDoors } from "./engine.ts";
import { createOpenai } from "./openai.ts";

type Init = NonNullable<Parameters<Net>[1]>;
const sound = tone({ ms: 50 });
const voice: Voice = {
  id: "de-DE-KatjaNeural",
  name: "Katja",
  locale: "de-DE",
  gender: "female",
  provider: "azure",
  multilingual: false,
  neural: true,
  offline: false,
};

/** A network that answers everything with one sound, and records the requests. */
function network() {
  const asked: { url: string; init: Init }[] = [];
  const answer = async (url: string, init: Init = {}) => {
    asked.push({ url, init });
    return new Response(writeWav(sound));
  };
  // Only the call itself is used: JSON parsing and DNS queries are omitted.
  return { asked, net: answer as Net };
}

type Env = HandlerDoors["env"];
const unset: Env = {
  HUB_OFFLINE: undefined,
  TTS_PROVIDERS: [],
  AZURE_SPEECH_KEY: undefined,
  AZURE_SPEECH_REGION: undefined,
  AZURE_SPEECH_URL: undefined,
  OPENAI_TTS_BASE_URL: undefined,
  OPENAI_TTS_MODEL: undefined,
  OPENAI_TTS_VOICES: [],
  OPENAI_BASE_URL: undefined,
  OPENAI_EMBEDDING_BASE_URL: undefined,
  OPENAI_EMBEDDING_MODEL: undefined,
  OPENAI_API_KEY: undefined,
};

const buildSay = (start: number, end: number, more = {}) => ({
  kind: "say" as const,
  start,
  end,
  ...usualProsody,
  ...more,
});

describe("Azure", () => {
  test.each<[Partial<Env>, string | undefined]>([
    [{}, "AZURE_SPEECH_KEY is not set"],
    [{ AZURE_SPEECH_KEY: "k" }, "AZURE_SPEECH_REGION is not set"],
    [{ AZURE_SPEECH_KEY: "k", AZURE_SPEECH_REGION: "westeurope" }, undefined],
    [{ AZURE_SPEECH_KEY: "k", AZURE_SPEECH_URL: "http://localhost" }, undefined],
  ])("with %j lacks %j", (env, missing) => {
    expect(findMissingSetting({ ...unset, ...env })).toBe(missing);
  });

  test.each([
    [0.25, 0.5, "250ms"],
    [1, 1, "500ms"],
    [4, 2, "1000ms"],
  ])(
    "requests speed %d as %d, with pauses that are right after stretching",
    async (speed, rate, pause) => {
      const { asked, net } = network();
      const text = "one two";
      const script: Script = {
        text,
        parts: [buildSay(0, 3), { kind: "pause", ms: 500 }, buildSay(3, 7, { spelled: true })],
      };
      const engine = createAzure({ net, env: { ...unset, AZURE_SPEECH_KEY: "secret" } });
      const spoken = await engine.synthesise(
        { script, speed, pitch: 1.2 },
        { voice, timeoutMs: 5000 },
      );
      expect(spoken).toEqual({ sound, speed: rate });
      const [{ init } = { init: {} as Init }] = asked;
      expect(init.headers).toMatchObject({ "ocp-apim-subscription-key": "secret" });
      expect(init.body).toBe(
        `<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="de-DE"><voice name="de-DE-KatjaNeural"><prosody rate="${rate}" pitch="+20%">one<break time="${pause}"/><say-as interpret-as="characters"> two</say-as></prosody></voice></speak>`,
      );
    },
  );
});

describe("a server with OpenAI's API", () => {
  const env = { ...unset, OPENAI_TTS_MODEL: "tts-1", OPENAI_API_KEY: "k" };

  test.each<[Partial<Env>, string | undefined]>([
    [{}, "OPENAI_TTS_MODEL is not set"],
    [{ OPENAI_TTS_MODEL: "m" }, "OPENAI_API_KEY is not set"],
    [{ OPENAI_TTS_MODEL: "m", OPENAI_TTS_BASE_URL: "http://localhost" }, undefined],
    [{ OPENAI_TTS_MODEL: "m", OPENAI_API_KEY: "k" }, undefined],
  ])("with %j lacks %j", (given, missing) => {
    expect(createOpenai({ net: network().net, env: { ...unset, ...given } }).missing).toBe(missing);
  });

  test("receives a text of more than 4096 characters in several parts", async () => {
    const { asked, net } = network();
    const text = "A sentence of forty-one letters stands here. ".repeat(200);
    const engine = createOpenai({ net, env });
    const spoken = await engine.synthesise(
      { script: createScript(text), speed: 1, pitch: 1 },
      { voice, timeoutMs: 5000 },
    );
    const inputs = asked.map(({ init }) => JSON.parse(String(init.body)).input);
    expect(inputs.map((input) => input.length <= 4096 && input.endsWith(". "))).toEqual([
      true,
      true,
      true,
    ]);
    expect(inputs.join("")).toBe(text);
    expect(spoken.sound.samples).toHaveLength(3 * sound.samples.length);
  });

  test("supports no pauses, prosody or pitch", () => {
    const { cannot } = createOpenai({ net: network().net, env });
    const script = createScript("Hello");
    const utterance = { script, speed: 1, pitch: 1 };
    expect(cannot?.(utterance, voice)).toBeUndefined();
    expect(cannot?.({ ...utterance, pitch: 1.1 }, voice)).toBeString();
    for (const part of [
      { kind: "pause" as const, ms: 9 },
      buildSay(0, 5, { rate: 2 }),
      buildSay(0, 5, { spelled: true }),
    ])
      expect(
        cannot?.({ ...utterance, script: { text: "Hello", parts: [part] } }, voice),
      ).toBeString();
  });

  test("receives the text with lexicon replacements, and the speed", async () => {
    const { asked, net } = network();
    const script: Script = {
      text: "Ask nginx.",
      parts: [buildSay(0, 4), buildSay(4, 9, { spoken: "engine x" }), buildSay(9, 10)],
    };
    const engine = createOpenai({ net, env });
    const spoken = await engine.synthesise(
      { script, speed: 3, pitch: 1 },
      { voice, timeoutMs: 5000 },
    );
    expect(spoken).toEqual({ sound, speed: 3 });
    expect(asked[0]?.init.headers).toMatchObject({ authorization: "Bearer k" });
    expect(JSON.parse(String(asked[0]?.init.body))).toEqual({
      model: "tts-1",
      voice: voice.id,
      input: "Ask engine x.",
      response_format: "wav",
      speed: 3,
    });
  });
});
