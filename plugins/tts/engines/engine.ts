import type { HubError, Provider } from "hub";
import type { Sound } from "../audio/wav.ts";
import tts from "../plugin.ts";
import type { SpeechOptions } from "../request.ts";
import type { Script } from "../text/script.ts";
import type { Voice } from "../voices/voice.ts";
import type { Unread } from "./espeak-reading.ts";

/** The doors that a handler of this service gets. */
export type Doors = Parameters<Parameters<typeof tts.route>[0]["handler"]>[0];

/** What is to be spoken. */
export interface Utterance {
  script: Script;
  /** How fast, as a factor: what an engine cannot do itself is done to its sound. */
  speed: number;
  /** How high, as a factor. */
  pitch: number;
}

/** What an engine made of an utterance. */
export interface Spoken {
  sound: Sound;
  /** When what begins at a place of the text is said, in milliseconds, where the engine tells. */
  moments?: { place: number; ms: number }[];
  /** The speed it was spoken at. */
  speed: number;
  /** What of the text it cannot read and has left out, where it tells. */
  unread?: Unread[];
}

/** A speech engine. */
export interface Engine extends Pick<Provider<Utterance, Spoken>, "id" | "kind"> {
  id: Voice["provider"];
  /** Why it cannot be asked at all, such as a setting that is missing. */
  missing: string | undefined;
  /** Why it cannot speak this, by the voice that would. */
  cannot?(utterance: Utterance, voice: Voice | undefined): string | HubError | undefined;
  synthesise(utterance: Utterance, given: { voice: Voice; timeoutMs: number }): Promise<Spoken>;
}

/** What is to be spoken, by whom and how. */
export interface SpeechRequest
  extends Pick<
    SpeechOptions,
    "voice" | "language" | "gender" | "speed" | "pitch" | "provider" | "fallback"
  > {
  script: Script;
  /** What engines on the network speak of it for now. */
  opening?: Script | undefined;
  /** Where the request names the voice. Default "body.voice". */
  at?: string;
}

/** What is needed to ask every engine. */
export type SpeechDoors = Pick<Doors, "net" | "env" | "clock" | "signal" | "log" | "caller">;

/** Refuses speech that is too long. */
export function checkLength(seconds: number): void {
  const { audioSecondsMax } = tts.limits;
  if (seconds > audioSecondsMax)
    throw tts.error(
      "audio_too_long",
      `The speech would be longer than ${audioSecondsMax / 60} minutes: shorten the text or raise the speed`,
    );
}
