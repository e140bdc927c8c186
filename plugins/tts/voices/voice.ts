import type { DatasetVersion } from "hub";
import { asTable } from "hub";
import type { Gender, Provider } from "../request.ts";
import type { VoiceConfig } from "./voice-config.ts";

/** The language of a request that doesn't set one. */
export const usualLanguage = "en-US";

/** A neural voice of the dataset "voices". */
export interface InstalledVoice {
  config: VoiceConfig;
  /** Name of the model's file. */
  model: string;
  /** Name of the file with the styles of a Kokoro voice. */
  styles?: string;
  /** Names of the model's inputs. */
  inputs?: readonly string[] | undefined;
  /** Number of the speaker, if the model has several. */
  speaker?: number;
  /** The files of all voices. */
  dataset: DatasetVersion;
}

/** A voice. */
export interface Voice {
  /** Id of the voice in requests. */
  id: string;
  name: string;
  /** BCP 47 tag of the voice's language, or `mul` for any language. */
  locale: string;
  gender: Gender;
  /** The engine that has the voice. */
  provider: Provider;
  /** Whether the voice can also speak other languages. */
  multilingual: boolean;
  /** Whether the voice works without network access. */
  offline: boolean;
  /** Whether a neural network speaks. */
  neural: boolean;
  /** Quality and licence, if the publisher states them. */
  quality?: string | null;
  licence?: string | null;
  /** The synthesizer of an embedded voice. Default: eSpeak NG. */
  synthesizer?: "flite" | "onnx";
  /** The model of a voice that an operator installed. */
  installed?: InstalledVoice;
  /** The reason why an installed voice cannot speak, if any. */
  missing?: string;
  /** The ISO 15924 codes of the scripts that it reads, if the synthesizer's other voices read more. */
  scripts?: readonly string[];
  /** The engine's name of the voice, if it differs from the id. */
  engineName?: string;
}

/** Returns the language of a tag: `en` for `en-US`. */
export function getLanguage(tag: string): string {
  const [first = ""] = tag.toLowerCase().split("-", 1);
  return synonyms[first] ?? first;
}

/** Equivalent tags, by ISO 639-3's macrolanguages and older usage. */
const synonyms: Readonly<Record<string, string>> = asTable({
  cmn: "zh",
  no: "nb",
  iw: "he",
  in: "id",
  tl: "fil",
});
