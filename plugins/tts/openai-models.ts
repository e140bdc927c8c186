import { t } from "hub";
import type { HandlerDoors } from "./engines/engine.ts";

/** Names that clients send for speech. Any other name works, too. */
const speechModels = ["tts-1", "tts-1-hd", "gpt-4o-mini-tts"];

export const modelAnswer = t.Object({
  id: t.String({ description: "The model's name" }),
  object: t.String({ description: "`model`" }),
  created: t.Integer({ description: "Always 0: the hub does not know the date" }),
  owned_by: t.String({ description: "Provider of the model: `hub`, or `operator` if configured" }),
});

/** Returns the models of this hub in OpenAI's format. */
export function listModels({ OPENAI_TTS_MODEL, OPENAI_EMBEDDING_MODEL }: HandlerDoors["env"]) {
  const configured = [OPENAI_TTS_MODEL, OPENAI_EMBEDDING_MODEL].filter((id) => id !== undefined);
  return [
    ...configured.map((id) => describeModel(id, "operator")),
    ...speechModels.filter((id) => !configured.includes(id)).map((id) => describeModel(id, "hub")),
  ];
}

function describeModel(id: string, owner: string) {
  return { id, object: "model", created: 0, owned_by: owner };
}
