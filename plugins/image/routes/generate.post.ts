import { binary, t } from "hub";
import { mediaTypes } from "../formats.ts";
import { promptAnswer, promptFields } from "../generate/fields.ts";
import image from "../plugin.ts";

export default image.route({
  summary: "Draw a picture from a prompt",
  description:
    "The hub's own engine knows some seventy things (landscapes, weather, buildings, animals, space), times of day, moods, colours and numbers, and composes a scene of those that the prompt names. It finds a place for each, and follows left, right and the middle, but no `on` or `under`. Each word that says something is told in `understood.terms` or in `ignored_terms`; where less than half of them is understood, as of a prompt that is not in English, the answer is 422 and not a picture of something else. The same prompt and seed give the same picture. Where the operator has set up an image model, that one draws. Who accepts `image/*` rather than JSON gets the first picture itself.",
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
