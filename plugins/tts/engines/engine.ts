import type { HubError, Provider } from "hub";
import type { Sound } from "../audio/wav.ts";
import tts from "../plugin.ts";
import type { SpeechOptions } from "../request.ts";
import type { Script } from "../text/script.ts";
import type { Voice } from "../voices/voice.ts";
import type { Unread } from "./espeak-reading.ts";

/** The input of this plugin's handlers. */
export type HandlerDoors = Parameters<Parameters<typeof tts.route>[0]["handler"]>[0];

/** A script to speak, with its parameters. */
export interface Utterance {
  script: Script;
  /** Speaking rate as a factor. A rate outside the engine's range is applied to its sound. */
  speed: number;
  /** Pitch as a factor. */
  pitch: number;
  /** The silence before the text that follows in the same recording in milliseconds, at the usual speed. */
  pauseMs?: number;
  /** Whether it is a chunk of a text, which isn't split further. */
  isChunk?: boolean;
}

/** The result of an engine. */
export interface Spoken {
  sound: Sound;
  /** The time in milliseconds at which each position of the text is spoken, if the engine reports it. */
  moments?: { place: number; ms: number }[];
  /** The rate at which it was spoken. */
  speed: number;
  /** The text that the engine can't read and left out, if it reports it. */
  unread?: Unread[];
}

/** A speech engine. */
export interface Engine extends Pick<Provider<Utterance, Spoken>, "id" | "kind"> {
  id: Voice["provider"];
  /** Why the engine is unavailable, such as a missing setting. */
  missing: string | undefined;
  /** Returns why the engine can't speak an utterance with a voice, or undefined. */
  cannot?(utterance: Utterance, voice: Voice | undefined): string | HubError | undefined;
  synthesise(utterance: Utterance, given: { voice: Voice; timeoutMs: number }): Promise<Spoken>;
}

/** A script to speak, with the voice and parameters. */
export interface SpeechRequest
  extends Pick<
    SpeechOptions,
    "voice" | "language" | "gender" | "speed" | "pitch" | "provider" | "fallback"
  > {
  script: Script;
  /** The script that this one is a chunk of, if there is more. Its voice must be able to speak all of it. */
  whole?: Script | undefined;
  /** The silence after this chunk in milliseconds at the usual speed, if further ones follow. */
  pauseMs?: number;
  isChunk?: boolean;
  /** The voices of the hub, if the caller has loaded them. */
  voices?: readonly Voice[];
  /** Location of the voice in the request. Default "body.voice". */
  at?: string;
}

/** The capabilities that all engines together need. */
export type SpeechDoors = Pick<
  HandlerDoors,
  "net" | "env" | "clock" | "signal" | "log" | "caller" | "data" | "models"
>;

/** Throws if the speech is too long. */
export function checkLength(seconds: number): void {
  const { audioSecondsMax } = tts.limits;
  if (seconds > audioSecondsMax)
    throw tts.error(
      "audio_too_long",
      `The speech would be longer than ${audioSecondsMax / 60} minutes: shorten the text or raise the speed`,
    );
}
