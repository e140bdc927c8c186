import { binary, t } from "hub";
import { mediaTypes } from "../formats.ts";
import { promptAnswer, promptFields } from "../generate/request.ts";
import image from "../plugin.ts";

export default image.route({
  summary: "Draw a picture from a prompt",
  description:
    "Returns JSON with pictures of what a prompt describes, in base64. If the operator has configured an image model, that model draws. Otherwise the built-in engine does, which is not an image model: words for a landscape, weather, a season, an hour and a mood set the background, and the main noun becomes one large flat illustration on it. `degraded` is then true, `understood` lists what the picture shows, and `ignored_terms` the other words. With `strict`, the request fails with 422 if the main noun cannot be drawn. The same prompt and seed always give the same picture. With `Accept: image/*`, the response is the first picture itself.",
  body: t.Object(promptFields),
  response: t.Union([
    t.Object(promptAnswer),
    binary(mediaTypes.png, mediaTypes.jpg, mediaTypes.webp),
  ]),
  heavy: true,
  timeoutMs: 90_000,
  memoryMbMax: 1536,
  headers: ["x-degraded"],
  example: {
    body: { prompt: "a lighthouse by the sea at sunset", style: "artistic", seed: 7 },
  },
  async handler({ body, ...doors }) {
    const { net, env, kv, clock, signal, log, caller } = doors;
    const { generate } = await import("../generate/generate.ts");
    return generate(body, { net, env, kv, clock, signal, log, caller });
  },
});
