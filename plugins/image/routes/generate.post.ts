import { binary, t } from "hub";
import { mediaTypes } from "../formats.ts";
import { promptAnswer, promptFields } from "../generate/request.ts";
import image from "../plugin.ts";

export default image.route({
  summary: "Draw a picture from a prompt",
  description:
    "Returns JSON with pictures of what a prompt describes, in base64. The built-in engine is not an image model: it composes about 1,400 illustrations of things in painted scenes, with numbers, sizes, colours, poses and relations (`on`, `under`, `in`, `behind`, `next to`, riding, holding, wearing), and at a time of day, in a season and a weather. `understood` lists what the finished picture shows, and `ignored_terms` the other words. If a main noun cannot be drawn, for example because the prompt is not in English, the request fails with 422 and names it. The same prompt and seed always give the same picture. If the operator has configured an image model, that model draws instead. With `Accept: image/*`, the response is the first picture itself.",
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
