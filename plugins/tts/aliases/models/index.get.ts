import { t } from "hub";
import { listModels, modelAnswer } from "../../openai-models.ts";
import tts from "../../plugin.ts";

export default tts.route({
  summary: "List the models, with OpenAI's API",
  description:
    "Returns the models of `POST /v1/audio/speech` and `POST /v1/embeddings`. Speech accepts other names, too.",
  response: t.Object({
    object: t.String({ description: "`list`" }),
    data: t.Array(modelAnswer, { description: "The models" }),
  }),
  example: {},
  async handler({ env, data, models }) {
    return { object: "list", data: await listModels({ env, data, models }) };
  },
});
