import { t } from "hub";
import { listModels, modelAnswer } from "../../openai-models.ts";
import tts from "../../plugin.ts";

export default tts.route({
  summary: "Get a model, with OpenAI's API",
  description: "Returns one of the models that `GET /v1/models` lists.",
  params: t.Object({
    model: t.String({ minLength: 1, maxLength: 100, description: "The model's name" }),
  }),
  response: modelAnswer,
  example: { params: { model: "tts-1" } },
  async handler({ params, env, data, models }) {
    const listed = await listModels({ env, data, models });
    const found = listed.find(({ id }) => id === params.model);
    if (found) return found;
    const names = listed.map(({ id }) => id).join(", ");
    throw tts.error(
      "model_not_found",
      `Cannot find the model "${params.model}": this hub has ${names}`,
      { at: "params.model" },
    );
  },
});
