import { definePlugin, openAiSettings } from "hub";
import { openAiErrors } from "./error-shape.ts";

export default definePlugin({
  title: "Text-to-speech",
  summary:
    "Turns text into speech in more than a hundred languages, including captions and multi-speaker dialogue.",
  permissions: {
    net: [
      "tts.speech.microsoft.com",
      "speech.openai.invalid",
      "embeddings.openai.invalid",
      // Neural voices, only when an operator asks for them. The others are Hugging Face's storage.
      "registry.npmjs.org",
      "huggingface.co",
      "cas-bridge.xethub.hf.co",
      "cdn-lfs.hf.co",
    ],
    run: ["ffmpeg"],
    models: true,
    data: ["ai/models"],
    env: ["HUB_OFFLINE"],
  },
  settings: {
    ...openAiSettings,
    AZURE_SPEECH_KEY: {
      type: "secret",
      description: "Key of Azure Speech, for the neural voices of `/api/tts/voices`",
    },
    AZURE_SPEECH_REGION: { type: "text", description: "Region of the Azure Speech account" },
    AZURE_SPEECH_URL: {
      type: "url",
      fallback: "the URL of the region",
      description: "Another URL of Azure Speech",
    },
    OPENAI_TTS_MODEL: { type: "text", description: "Text-to-speech model" },
    OPENAI_TTS_BASE_URL: {
      type: "url",
      fallback: "`OPENAI_BASE_URL`",
      description:
        "Server of the text-to-speech model, such as one with Kokoro or Piper. It gets the same API key",
    },
    OPENAI_TTS_VOICES: {
      type: "list",
      fallback: "OpenAI's voices",
      description: "Voices of the text-to-speech model",
    },
    OPENAI_EMBEDDING_MODEL: { type: "text", description: "Embedding model for `/v1/embeddings`" },
    OPENAI_EMBEDDING_BASE_URL: {
      type: "url",
      fallback: "`OPENAI_BASE_URL`",
      description: "Server of the embedding model. It gets the same API key",
    },
    TTS_PROVIDERS: {
      type: "list",
      values: ["azure", "openai", "embedded"],
      fallback: "`azure,openai,embedded`",
      description: "Text-to-speech providers, in order of preference",
    },
  },
  upstreams: {
    "tts.speech.microsoft.com": {
      perMinute: 200,
      base: ["{AZURE_SPEECH_URL}", "https://{AZURE_SPEECH_REGION}.tts.speech.microsoft.com"],
    },
    // Not api.openai.com: speech may come from a different server than other services use.
    "speech.openai.invalid": {
      perMinute: 300,
      base: ["{OPENAI_TTS_BASE_URL}", "{OPENAI_BASE_URL}", "https://api.openai.com/v1"],
    },
    "embeddings.openai.invalid": {
      perMinute: 300,
      base: ["{OPENAI_EMBEDDING_BASE_URL}", "{OPENAI_BASE_URL}", "https://api.openai.com/v1"],
    },
  },
  limits: {
    textMax: 5000,
    paidTextMax: 20_000,
    ssmlBytesMax: 50_000,
    ssmlDepthMax: 10,
    lexiconMax: 100,
    pauseMsMax: 10_000,
    audioSecondsMax: 1800,
    captionsHeaderMax: 6000,
    segmentsMax: 50,
    trialTextMax: 200,
    embeddingTextsMax: 256,
    embeddingTextMax: 50_000,
    timeoutMs: 60_000,
    memoryMbMax: 1024,
  },
  first: ["speak.post", "voices.get", "languages.get", "dialogue.post"],
  try: { "/tts": "speak.post" },
  aliases: {
    "/v1/audio/speech": "openai-speech.post",
    "/v1/audio/voices": "voices.get",
    "/v1/embeddings": "embeddings.post",
    "/v1/models": "models/index.get",
    "/v1/models/:model": "models/[model].get",
  },
  errorShapes: { "/v1": openAiErrors },
  errors: {
    model_not_found: { status: 404, title: "The hub does not have the model" },
    text_too_long: { status: 413, title: "The text is too long" },
    voice_not_found: { status: 422, title: "The voice does not exist" },
    voice_unavailable: { status: 503, title: "The voice is not available on the hub" },
    language_unsupported: { status: 422, title: "The language is not supported" },
    format_unavailable: { status: 501, title: "The hub cannot write this audio format" },
    ssml_invalid: { status: 422, title: "The SSML is not well-formed" },
    ssml_unsupported: { status: 422, title: "The SSML has an unsupported element or value" },
    audio_too_long: { status: 422, title: "The speech would be too long" },
    script_unreadable: {
      status: 422,
      title: "A quarter of the text or more is in a script that the voice cannot read",
    },
    nothing_to_say: { status: 422, title: "The text has no words to speak" },
    duration_unreachable: {
      status: 422,
      title: "The speech cannot be fitted to the duration",
    },
    captions_too_long: { status: 422, title: "The captions are too long for a header" },
  },
});
