import type { Settings } from "../../contract/setting.ts";

/** The server of language, speech and image models, which several services share. */
export const openAiSettings = {
  OPENAI_API_KEY: { type: "secret", description: "API key of the models" },
  OPENAI_BASE_URL: {
    type: "url",
    fallback: "`https://api.openai.com/v1`",
    description: "Base URL of any server with an OpenAI-compatible API",
  },
} as const satisfies Settings;
