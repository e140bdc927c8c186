import type { DatasetVersion } from "hub";
import type { Gender } from "../request.ts";
import type { InstalledVoice, Voice } from "../voices/voice.ts";
import { parseVoiceConfig } from "../voices/voice-config.ts";
import { compareVoices, describeKokoroVoice, kokoroModel, parseKokoroFile } from "./kokoro.ts";
import { hasRuntime, runtimePackage } from "./runtime-package.ts";
import { parseVoiceFile } from "./voice-files.ts";

let listed: { version: string; voices: readonly Voice[] } | undefined;

/** Returns the installed voices of Piper and Kokoro, once per version of the dataset. */
export async function listInstalledVoices(dataset: DatasetVersion): Promise<readonly Voice[]> {
  const { version } = dataset.about;
  if (listed?.version !== version) listed = { version, voices: await readVoices(dataset) };
  return listed.voices;
}

async function readVoices(dataset: DatasetVersion): Promise<Voice[]> {
  const voices = listKokoroVoices(dataset);
  for (const file of Object.keys(dataset.paths).toSorted()) {
    const own = parseVoiceFile(file);
    if (own?.kind !== "description" || dataset.paths[`${own.name}.onnx`] === undefined) continue;
    const config = parseVoiceConfig(own.name, await dataset.bytes(file));
    const model = `${own.name}.onnx`;
    const create = (id: string, speaker?: number) =>
      createVoice(id, {
        installed: { config, model, dataset, ...(speaker !== undefined && { speaker }) },
      });
    if (config.speakers.length === 0) voices.push(create(own.name));
    else
      voices.push(
        ...config.speakers.map((speaker, index) => create(`${own.name}-${speaker}`, index)),
      );
  }
  return voices;
}

function listKokoroVoices(dataset: DatasetVersion): Voice[] {
  return Object.keys(dataset.paths)
    .flatMap((file) => parseKokoroFile(file) ?? [])
    .toSorted(compareVoices)
    .map((id) => {
      const { gender, ...config } = describeKokoroVoice(id);
      const installed = { config, model: kokoroModel, styles: `${id}.bin`, dataset };
      return createVoice(id, { gender, installed });
    });
}

function createVoice(
  id: string,
  { gender = "neutral", installed }: { gender?: Gender; installed: InstalledVoice },
): Voice {
  return {
    id,
    name: id,
    locale: installed.config.locale,
    gender,
    provider: "embedded",
    multilingual: false,
    neural: true,
    quality: installed.config.quality,
    licence: installed.config.licence,
    offline: true,
    synthesizer: "onnx",
    installed,
  };
}

/** Returns why an installed voice can't speak, if its model or ONNX Runtime is missing. */
export function findMissingFile({ installed }: Voice): string | undefined {
  if (!installed) return undefined;
  const files = Object.keys(installed.dataset.paths);
  if (!files.includes(installed.model))
    return 'The model of Kokoro is not installed: run "bun run data refresh tts --voice af_heart", or "bun run data import tts model_quantized.onnx"';
  return hasRuntime(files)
    ? undefined
    : `ONNX Runtime is not installed: run "bun run data refresh tts", or "bun run data import tts ${runtimePackage.file}"`;
}
