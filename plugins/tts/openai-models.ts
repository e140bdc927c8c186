import { t } from "hub";
import type { HandlerDoors } from "./engines/engine.ts";

type SentenceModel = Parameters<HandlerDoors["models"]["embed"]>[0];

/** Names that clients send for speech. Any other name works, too. */
const speechModels = ["tts-1", "tts-1-hd", "gpt-4o-mini-tts"];

export const modelAnswer = t.Object({
  id: t.String({ description: "The model's name" }),
  object: t.String({ description: "`model`" }),
  created: t.Integer({ description: "Always 0: the hub does not know the date" }),
  owned_by: t.String({ description: "Provider of the model: `hub`, or `operator` if configured" }),
});

/** Returns the model of sentences that the operator has installed, if the hub can run it. */
export async function findSentenceModel({
  data,
  models,
}: Pick<HandlerDoors, "data" | "models">): Promise<SentenceModel | undefined> {
  // The service with the model may be left out.
  const version = await Promise.resolve()
    .then(() => data.find("ai/models"))
    .catch(() => undefined);
  const paths = Object.keys(version?.paths ?? {});
  const file = paths.find((path) => path.endsWith(".onnx"));
  const tokenizer = "tokenizer.json";
  const isUsable = file !== undefined && paths.includes(tokenizer) && !(await models.missing());
  return isUsable ? { dataset: "ai/models", file, tokenizer } : undefined;
}

/** Returns the models of this hub in OpenAI's format. */
export async function listModels({
  env: { OPENAI_TTS_MODEL, OPENAI_EMBEDDING_MODEL },
  ...doors
}: Pick<HandlerDoors, "env" | "data" | "models">) {
  const own = (await findSentenceModel(doors))?.file.replace(/\.onnx$/, "");
  const configured = [OPENAI_TTS_MODEL, OPENAI_EMBEDDING_MODEL].filter((id) => id !== undefined);
  return [
    ...configured.map((id) => describeModel(id, "operator")),
    ...[...(own ? [own] : []), ...speechModels]
      .filter((id) => !configured.includes(id))
      .map((id) => describeModel(id, "hub")),
  ];
}

function describeModel(id: string, owner: string) {
  return { id, object: "model", created: 0, owned_by: owner };
}
