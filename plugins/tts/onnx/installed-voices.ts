import type { DataDoor, DatasetVersion, Models } from "hub";
import type { Gender } from "../request.ts";
import type { InstalledVoice, Voice } from "../voices/voice.ts";
import { parseVoiceConfig } from "../voices/voice-config.ts";
import { compareVoices, describeKokoroVoice, kokoroModel, parseKokoroFile } from "./kokoro.ts";
import { parseVoiceFile } from "./voice-files.ts";

const noKokoro =
  'The model of Kokoro is not installed: run "bun run data refresh tts --voice af_heart", or "bun run data import tts model_quantized.onnx"';

let listed: { version: string; voices: readonly Voice[] } | undefined;

/** Returns the installed voices of Piper and Kokoro, and what those that can't speak need. */
export async function listInstalledVoices({
  data,
  models,
}: {
  data: DataDoor;
  models: Pick<Models, "missing">;
}): Promise<readonly Voice[]> {
  const dataset = await data.get("voices");
  const { version } = dataset.about;
  if (listed?.version !== version) listed = { version, voices: await readVoices(dataset) };
  const missing = listed.voices.length > 0 ? await models.missing() : undefined;
  return missing === undefined
    ? listed.voices
    : listed.voices.map((voice) => ({ ...voice, missing: voice.missing ?? missing }));
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
  const inputs = dataset.about.models?.find(({ file }) => file === kokoroModel)?.inputs;
  return Object.keys(dataset.paths)
    .flatMap((file) => parseKokoroFile(file) ?? [])
    .toSorted(compareVoices)
    .map((id) => {
      const { gender, ...config } = describeKokoroVoice(id);
      const installed = { config, model: kokoroModel, styles: `${id}.bin`, inputs, dataset };
      const voice = createVoice(id, { gender, installed });
      return dataset.paths[kokoroModel] === undefined ? { ...voice, missing: noKokoro } : voice;
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
