import { DATA_FAULTS, MODEL_FAULTS, WIRE_FAULTS } from "../tests/standins/faults.ts";
import { startStandIns } from "../tests/standins/server.ts";
import { exitOnHelp } from "./help.ts";

/** Plays the upstreams of the hub: `bun run standins`, or `bun run standins 4020` on another port. */
exitOnHelp(
  "Usage: bun run standins [PORT]\n  plays the upstreams of the hub on a port of this machine (default 4010)",
);
const port = Number(process.argv[2] ?? 4010);
if (!Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error(`The port must be a whole number up to 65535: it is "${process.argv[2]}"`);
  process.exit(2);
}
const { url, upstreams, setting } = await startStandIns({ port }).catch((error) => {
  console.error(`Cannot listen on port ${port}: ${error.message}`);
  process.exit(1);
});
console.log(`Stand-ins for the hub's upstreams at ${url}, with data that is made up. Start a hub with

  HUB_DATA=/tmp/hub-on-stand-ins HUB_UPSTREAMS=${setting} bun run start

and, for the models, translators and voices, with

  OPENAI_API_KEY=x OPENAI_MODEL=x OPENAI_IMAGE_MODEL=x OPENAI_TTS_MODEL=x \\
  LIBRETRANSLATE_URL=${upstreams["libretranslate.com"]} \\
  LANGUAGETOOL_URL=${upstreams["api.languagetool.org"]} \\
  AZURE_SPEECH_KEY=x AZURE_SPEECH_URL=${upstreams["tts.speech.microsoft.com"]}

Have one misbehave, twice or from now on, and behave again:

  curl '${url}/faults/ecb?fault=hang&times=2'
  curl '${url}/faults/coingecko?fault=rate-limited'
  curl '${url}/faults/coingecko'

Stand-ins: ${Object.values(upstreams)
  .map((base) => base.split("/").at(-1))
  .join(", ")}
Faults of the way: ${WIRE_FAULTS.join(", ")}
Faults of the data: ${DATA_FAULTS.join(", ")}
Faults of models and translators: ${MODEL_FAULTS.join(", ")}`);
