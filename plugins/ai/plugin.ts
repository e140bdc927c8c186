import { definePlugin, openAiSettings } from "hub";

export default definePlugin({
  title: "AI text tools",
  summary: "Summaries, sentiment, keywords, entities, grammar, rewriting, translation and more.",
  permissions: {
    net: [
      "api.openai.com",
      "libretranslate.com",
      "api.languagetool.org",
      "registry.npmjs.org",
      // The model of sentences, only when an operator asks for it. The others are Hugging Face's storage.
      "huggingface.co",
      "cas-bridge.xethub.hf.co",
      "cdn-lfs.hf.co",
    ],
    env: ["HUB_OFFLINE"],
    run: ["apertium"],
    kv: true,
    models: true,
  },
  settings: {
    ...openAiSettings,
    OPENAI_MODEL: { type: "text", description: "Language model" },
    OPENAI_TOKENS_PER_DAY: {
      type: "integer",
      default: 200_000,
      max: 1e12,
      unit: "tokens",
      description: "Input and output per account per day (UTC)",
    },
    LIBRETRANSLATE_URL: { type: "url", description: "LibreTranslate server for translation" },
    LIBRETRANSLATE_API_KEY: { type: "secret", description: "API key of the LibreTranslate server" },
    LANGUAGETOOL_URL: {
      type: "url",
      description:
        "LanguageTool server for grammar in languages other than English: `http://127.0.0.1:8081`",
    },
    AI_PROVIDERS: {
      type: "list",
      values: ["openai", "libretranslate", "languagetool", "apertium", "embedded"],
      fallback: "`openai,libretranslate,languagetool,apertium,embedded`",
      description: "Text providers, in order of preference",
    },
  },
  upstreams: {
    "api.openai.com": {
      perMinute: 300,
      base: ["{OPENAI_BASE_URL}", "https://api.openai.com/v1"],
    },
    "libretranslate.com": { perMinute: 300, base: ["{LIBRETRANSLATE_URL}"] },
    "api.languagetool.org": { perMinute: 300, base: ["{LANGUAGETOOL_URL}"] },
  },
  limits: {
    textMax: 20_000,
    textsMax: 50,
    textsCharactersMax: 200_000,
    contextMax: 100_000,
    questionMax: 500,
    glossaryMax: 500,
    preserveMax: 200,
    termMax: 200,
    alternativesMax: 3,
    candidatesMax: 200,
    bodyBytesMax: 1_048_576,
    memoryMbMax: 1024,
    timeoutMs: 30_000,
  },
  errors: {
    model_budget_spent: {
      status: 429,
      title: "The daily token limit of the language model is used up",
    },
    text_too_long: { status: 413, title: "The text is longer than the endpoint's limit" },
    language_unsupported: {
      status: 422,
      title: "No available engine supports the language of the text",
    },
  },
  first: [
    "summarize.post",
    "translate.post",
    "translate/languages.get",
    "sentiment.post",
    "detect-language.post",
    "keywords.post",
  ],
});
