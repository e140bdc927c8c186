import type { Gender } from "../request.ts";
import type { Voice } from "./voice.ts";

const table: readonly [engineName: string, name: string, locale: string, gender: Gender][] = [
  ["slt", "Flite SLT", "en-US", "female"],
  ["rms", "Flite RMS", "en-US", "male"],
  ["awb", "Flite AWB (Scottish)", "en-GB", "male"],
  ["kal16", "Flite KAL", "en-US", "male"],
];

/** Returns Flite's voices, which speak English only. */
export function listFliteVoices(): Voice[] {
  return table.map(([engineName, name, locale, gender]) => ({
    id: `flite-${engineName}`,
    name,
    locale,
    gender,
    provider: "embedded",
    multilingual: false,
    neural: false,
    offline: true,
    engineName,
    synthesizer: "flite",
    scripts: ["Latn", "Zyyy", "Zinh"],
  }));
}
