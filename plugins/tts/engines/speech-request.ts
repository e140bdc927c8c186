import type { Script } from "../text/script.ts";
import type { Gender } from "../voices/voice.ts";
import type { Doors } from "./engine.ts";

/** What is to be spoken, by whom and how. */
export interface SpeechRequest {
  script: Script;
  /** What engines on the network speak of it for now. */
  opening?: Script | undefined;
  /** The id of a voice. */
  voice?: string | undefined;
  language?: string | undefined;
  gender?: Gender | undefined;
  speed: number;
  /** In percent of the usual one. */
  pitch: number;
  provider: string;
  fallback: boolean;
  /** Where the request names the voice. Default "body.voice". */
  at?: string;
}

/** What is needed to ask every engine. */
export type SpeechDoors = Pick<Doors, "net" | "env" | "clock" | "signal" | "log">;
