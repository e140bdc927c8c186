import { binary, t } from "hub";
import { mediaTypes } from "../formats.ts";
import { promptAnswer, promptFields } from "../generate/request.ts";
import image from "../plugin.ts";

export default image.route({
  summary: "Draw a picture from a prompt",
  description:
    "Returns pictures of what a prompt describes. The built-in engine knows about seventy things (landscapes, weather, buildings, animals, space) as well as times of day, moods, colours and numbers, and composes a scene of those in the prompt. It positions each thing, and supports left, right and middle, but not `on` or `under`. Every meaningful word is listed in `understood.terms` or in `ignored_terms`; if fewer than half of them are understood, for example because the prompt is not in English, the request fails with 422 instead of returning a picture of something else. The same prompt and seed always give the same picture. If the operator has configured an image model, that model draws instead. A client that accepts `image/*` but not JSON receives the first picture itself.",
  body: t.Object(promptFields),
  response: t.Union([
    t.Object(promptAnswer),
    binary(mediaTypes.png, mediaTypes.jpg, mediaTypes.webp),
  ]),
  heavy: true,
  timeoutMs: 90_000,
  memoryMbMax: 1536,
  example: {
    body: { prompt: "a lighthouse by the sea at sunset", style: "artistic", seed: 7 },
  },
  async handler({ body, ...doors }) {
    const { net, env, kv, clock, signal, log, caller } = doors;
    const { generate } = await import("../generate/generate.ts");
    return generate(body, { net, env, kv, clock, signal, log, caller });
  },
});
