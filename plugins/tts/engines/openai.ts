import { ask } from "hub";
import { readWav } from "../audio/wav.ts";
import { isPlain, type Script } from "../text/script.ts";
import type { Doors, Engine } from "./engine.ts";

const url = "https://speech.openai.invalid/audio/speech";
const answerBytesMax = 60_000_000;
/** Maximum input length of the API, https://platform.openai.com/docs/api-reference/audio/createSpeech */
const inputMax = 4096;

/** Creates an engine for a server with OpenAI's speech API: OpenAI itself, or a self-hosted server. */
export function createOpenai({ net, env }: Pick<Doors, "net" | "env">): Engine {
  return {
    id: "openai",
    kind: "network",
    missing: findMissingSetting(env),
    cannot({ script, pitch }) {
      if (!isPlain(script)) return "it does not support pauses and prosody";
      if (pitch !== 1) return "it does not support pitch";
      return buildInput(script).length > inputMax
        ? `it accepts at most ${inputMax} characters`
        : undefined;
    },
    async synthesise({ script, speed }, { voice, timeoutMs }) {
      const response = await ask(net, url, {
        json: {
          model: env.OPENAI_TTS_MODEL,
          voice: voice.id,
          input: buildInput(script),
          response_format: "wav",
          speed,
        },
        headers: env.OPENAI_API_KEY ? { authorization: `Bearer ${env.OPENAI_API_KEY}` } : {},
        timeoutMs,
        bodyBytesMax: answerBytesMax,
      });
      return { sound: readWav(await response.bytes()), speed };
    },
  };
}

function findMissingSetting(env: Doors["env"]): string | undefined {
  if (!env.OPENAI_TTS_MODEL) return "OPENAI_TTS_MODEL is not set";
  return env.OPENAI_API_KEY || env.OPENAI_TTS_BASE_URL || env.OPENAI_BASE_URL
    ? undefined
    : "OPENAI_API_KEY is not set";
}

function buildInput({ text, parts }: Script): string {
  return parts
    .map((part) => (part.kind === "say" ? (part.spoken ?? text.slice(part.start, part.end)) : ""))
    .join("");
}
