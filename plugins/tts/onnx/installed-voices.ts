import type { DatasetVersion } from "hub";
import type { Voice } from "../voices/voice.ts";
import { hasRuntime, runtimePackage } from "./runtime-package.ts";
import { parseVoiceConfig } from "./voice-config.ts";
import { parseVoiceFile } from "./voice-files.ts";

let listed: { version: string; voices: readonly Voice[] } | undefined;

/** Returns the voices whose model and description are installed, once per version of the dataset. */
export async function listInstalledVoices(dataset: DatasetVersion): Promise<readonly Voice[]> {
  const { version } = dataset.about;
  if (listed?.version !== version) listed = { version, voices: await readVoices(dataset) };
  return listed.voices;
}

async function readVoices(dataset: DatasetVersion): Promise<Voice[]> {
  const voices: Voice[] = [];
  for (const file of Object.keys(dataset.paths).toSorted()) {
    const own = parseVoiceFile(file);
    if (own?.kind !== "description" || dataset.paths[`${own.name}.onnx`] === undefined) continue;
    const config = parseVoiceConfig(own.name, await dataset.bytes(file));
    const create = (id: string, speaker?: number): Voice => ({
      id,
      name: id,
      locale: config.locale,
      gender: "neutral",
      provider: "embedded",
      multilingual: false,
      neural: true,
      offline: true,
      synthesizer: "onnx",
      installed: {
        config,
        model: `${own.name}.onnx`,
        dataset,
        ...(speaker !== undefined && { speaker }),
      },
    });
    if (config.speakers.length === 0) voices.push(create(own.name));
    else
      voices.push(
        ...config.speakers.map((speaker, index) => create(`${own.name}-${speaker}`, index)),
      );
  }
  return voices;
}

/** Returns why an installed voice can't speak, if ONNX Runtime is missing. */
export function findMissingRuntime({ installed }: Voice): string | undefined {
  if (!installed || hasRuntime(Object.keys(installed.dataset.paths))) return undefined;
  return `ONNX Runtime is not installed: run "bun run data refresh tts", or "bun run data import tts ${runtimePackage.file}"`;
}
