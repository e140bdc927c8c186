import type { HubError, Provider } from "hub";
import type { Sound } from "../audio/wav.ts";
import type tts from "../plugin.ts";
import type { Script } from "../text/script.ts";
import type { Voice } from "../voices/voice.ts";
import type { Unread } from "./espeak-reading.ts";

/** What a handler of this service is handed. */
export type Doors = Parameters<Parameters<typeof tts.route>[0]["handler"]>[0];

/** What is to be spoken. */
export interface Utterance {
  script: Script;
  /** How fast, as a factor: what an engine cannot do itself is done to its sound. */
  speed: number;
  /** How high, as a factor. */
  pitch: number;
}

/** What an engine made of it. */
export interface Spoken {
  sound: Sound;
  /** When what begins at a place of the text is said, in milliseconds, where the engine tells. */
  moments?: { place: number; ms: number }[];
  /** The speed it was spoken at. */
  speed: number;
  /** What of the text it cannot read and has left out, where it tells. */
  unread?: Unread[];
}

/** Something that speaks. */
export interface Engine extends Pick<Provider<Utterance, Spoken>, "id" | "kind"> {
  id: Voice["provider"];
  /** Why it cannot be asked at all, such as a setting that is missing. */
  missing: string | undefined;
  /** Why it cannot speak this, by the voice that would. */
  cannot?(utterance: Utterance, voice: Voice | undefined): string | HubError | undefined;
  speak(utterance: Utterance, given: { voice: Voice; timeoutMs: number }): Promise<Spoken>;
}
