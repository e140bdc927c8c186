import { ask } from "hub";
import { resample } from "../audio/resample.ts";
import { joinSounds, readWav, type Sound } from "../audio/wav.ts";
import { findCuts } from "../text/chunks.ts";
import { isPlain, type Script } from "../text/script.ts";
import type { Engine, HandlerDoors } from "./engine.ts";

const url = "https://speech.openai.invalid/audio/speech";
const answerBytesMax = 60_000_000;
/** Maximum input length of the API, https://platform.openai.com/docs/api-reference/audio/createSpeech */
const inputMax = 4096;

/** Creates an engine for a server with OpenAI's speech API: OpenAI itself, or a self-hosted server. */
export function createOpenai({ net, env }: Pick<HandlerDoors, "net" | "env">): Engine {
  return {
    id: "openai",
    kind: "network",
    missing: findMissingSetting(env),
    cannot({ script, pitch }) {
      if (!isPlain(script)) return "it does not support pauses and prosody";
      return pitch === 1 ? undefined : "it does not support pitch";
    },
    async synthesise({ script, speed }, { voice, timeoutMs }) {
      const signal = AbortSignal.timeout(timeoutMs);
      const sounds: Sound[] = [];
      for (const input of splitInput(buildInput(script))) {
        signal.throwIfAborted();
        const response = await ask(net, url, {
          json: {
            model: env.OPENAI_TTS_MODEL,
            voice: voice.id,
            input,
            response_format: "wav",
            speed,
          },
          headers: env.OPENAI_API_KEY ? { authorization: `Bearer ${env.OPENAI_API_KEY}` } : {},
          timeoutMs,
          bodyBytesMax: answerBytesMax,
        });
        sounds.push(readWav(await response.bytes()));
      }
      const rate = sounds[0]?.rate ?? 0;
      return {
        sound: joinSounds(
          sounds.map((sound) => resample(sound, rate)),
          rate,
        ),
        speed,
      };
    },
  };
}

/** Splits a text that is longer than the API accepts, at the ends of sentences. */
export function splitInput(text: string): string[] {
  const inputs: string[] = [];
  let from = 0;
  for (const { end } of text.length > inputMax ? findCuts(text, "en") : [{ end: text.length }]) {
    const piece = text.slice(from, end);
    const last = inputs.at(-1);
    if (last !== undefined && last.length + piece.length <= inputMax)
      inputs[inputs.length - 1] = last + piece;
    else inputs.push(piece);
    from = end;
  }
  return inputs;
}

/** Returns the missing setting, or undefined. */
export function findMissingSetting(env: HandlerDoors["env"]): string | undefined {
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
