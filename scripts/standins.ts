import { DATA_FAULTS, MODEL_FAULTS, WIRE_FAULTS } from "../tests/standins/faults.ts";
import { startStandIns } from "../tests/standins/server.ts";
import { exitOnHelp } from "./help.ts";

/** Runs mock upstreams for the hub: `bun run standins`, or `bun run standins 4020` for another port. */
exitOnHelp(
  "Usage: bun run standins [PORT]\n  run mock upstreams for the hub on a local port (default 4010)",
);
const port = Number(process.argv[2] ?? 4010);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`The port must be a whole number from 0 to 65535: it is "${process.argv[2]}"`);
  process.exit(2);
}
const { url, upstreams, setting } = await startStandIns({ port }).catch((error) => {
  console.error(`Cannot listen on port ${port}: ${error.message}`);
  process.exit(1);
});
console.log(`Mock upstreams with sample data are running at ${url}. Start a hub with

  HUB_DATA=/tmp/hub-on-stand-ins HUB_UPSTREAMS=${setting} bun run start

and add these settings for language models, translation and speech:

  OPENAI_API_KEY=x OPENAI_MODEL=x OPENAI_IMAGE_MODEL=x OPENAI_TTS_MODEL=x \\
  LIBRETRANSLATE_URL=${upstreams["libretranslate.com"]} \\
  STABLE_DIFFUSION_URL=${upstreams["stable-diffusion.invalid"]} \\
  LANGUAGETOOL_URL=${upstreams["api.languagetool.org"]} \\
  AZURE_SPEECH_KEY=x AZURE_SPEECH_URL=${upstreams["tts.speech.microsoft.com"]}

Make an upstream fail twice, fail permanently, or work again:

  curl '${url}/faults/ecb?fault=hang&times=2'
  curl '${url}/faults/coingecko?fault=rate-limited'
  curl '${url}/faults/coingecko'

Upstreams: ${Object.values(upstreams)
  .map((base) => base.split("/").at(-1))
  .join(", ")}
Network faults: ${WIRE_FAULTS.join(", ")}
Data faults: ${DATA_FAULTS.join(", ")}
Model and translator faults: ${MODEL_FAULTS.join(", ")}`);
