import { ask, isOffline, oneOf, t } from "hub";
import tts from "../plugin.ts";

const url = "https://embeddings.openai.invalid/embeddings";
const { embeddingTextsMax, embeddingTextMax } = tts.limits;
const answerBytesMax = 60_000_000;
const timeoutMs = 50_000;

const text = t.String({ minLength: 1, maxLength: embeddingTextMax });
const tokens = t.Array(t.Integer({ minimum: 0 }), { minItems: 1, maxItems: 8192 });

export default tts.route({
  summary: "Embed texts, with OpenAI's API",
  description:
    "Returns the vectors of the model that the operator has configured in `OPENAI_EMBEDDING_MODEL`. Without it, the call fails with 404 `model_not_found`.",
  body: t.Object({
    model: t.String({
      default: "text-embedding-3-small",
      maxLength: 100,
      description: "Any name: the operator configures the model",
    }),
    input: t.Union(
      [
        text,
        t.Array(text, { minItems: 1, maxItems: embeddingTextsMax }),
        tokens,
        t.Array(tokens, { minItems: 1, maxItems: embeddingTextsMax }),
      ],
      { description: `One text or up to ${embeddingTextsMax}, also as tokens of the model` },
    ),
    encoding_format: t.Optional(
      oneOf(["float", "base64"], { description: "Format of the vectors. Default: the model's" }),
    ),
    dimensions: t.Optional(
      t.Integer({ minimum: 1, maximum: 65_536, description: "Number of dimensions to return" }),
    ),
    user: t.Optional(t.String({ maxLength: 200, description: "Ignored" })),
  }),
  response: t.Object(
    {
      object: t.String({ description: "`list`" }),
      model: t.String({ description: "The name of the model" }),
      data: t.Array(
        t.Object({
          object: t.String({ description: "`embedding`" }),
          index: t.Integer({ description: "Index of the text" }),
          embedding: t.Union([t.Array(t.Number()), t.String()], {
            description: "The vector, as numbers or as 32-bit floats in Base64",
          }),
        }),
        { description: "The vectors, in the order of the texts" },
      ),
      usage: t.Object({
        prompt_tokens: t.Integer({ description: "Number of tokens of the texts" }),
        total_tokens: t.Integer({ description: "Number of tokens in total" }),
      }),
    },
    { description: "The response of the configured server" },
  ),
  bodyBytesMax: 2_097_152,
  timeoutMs,
  example: { body: { input: "The weather is good." } },
  async handler({ body, net, env }) {
    const { OPENAI_EMBEDDING_MODEL: model, OPENAI_API_KEY: key } = env;
    const hasNoNetwork = isOffline(env.HUB_OFFLINE);
    if (!model || hasNoNetwork)
      throw tts.error(
        "model_not_found",
        hasNoNetwork
          ? "This hub has no embedding model: it is offline"
          : "This hub has no embedding model: its operator can set OPENAI_EMBEDDING_MODEL",
        { at: "body.model" },
      );
    const { user: _, ...request } = body;
    const response = await ask(net, url, {
      json: { ...request, model },
      headers: key ? { authorization: `Bearer ${key}` } : {},
      timeoutMs,
      bodyBytesMax: answerBytesMax,
    });
    return readAnswer(await response.text(), model);
  },
});

interface Vector {
  object: "embedding";
  index: number;
  embedding: number[] | string;
}

/** Reads the response of a server. Throws `upstream_failed` if it isn't in OpenAI's format. */
function readAnswer(text: string, model: string) {
  const { data, usage } = parseObject(text);
  const vectors = Array.isArray(data) ? data.map(readVector) : [];
  if (vectors.length === 0) throw refuse();
  const { prompt_tokens: prompt, total_tokens: total } = isObject(usage) ? usage : {};
  return {
    object: "list",
    model,
    data: vectors,
    usage: {
      prompt_tokens: typeof prompt === "number" ? prompt : 0,
      total_tokens: typeof total === "number" ? total : 0,
    },
  };
}

function readVector(value: unknown, index: number): Vector {
  const embedding = isObject(value) ? value.embedding : undefined;
  const isVector =
    typeof embedding === "string" ||
    (Array.isArray(embedding) && embedding.every((one) => typeof one === "number"));
  if (!isVector) throw refuse();
  return { object: "embedding", index, embedding };
}

function parseObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
  } catch {
    // Falls through to the same error.
  }
  throw refuse();
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function refuse() {
  return tts.error("upstream_failed", "The embedding server's response is not in OpenAI's format");
}
