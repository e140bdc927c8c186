import { ask, isOffline, oneOf, t } from "hub";
import { findSentenceModel } from "../openai-models.ts";
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
    "Returns the vectors of the model that the operator has configured in `OPENAI_EMBEDDING_MODEL`, or of the model of sentences on the hub's own machine (`bun run data refresh ai --model all-minilm-l6-v2`), which reads the first 256 tokens of English texts. Without either, the call fails with 404 `model_not_found`.",
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
  async handler({ body, net, env, data, models, caller, signal }) {
    const { OPENAI_EMBEDDING_MODEL: model, OPENAI_API_KEY: key } = env;
    const hasNoNetwork = isOffline(env.HUB_OFFLINE);
    if (!model || hasNoNetwork) {
      const local = await findSentenceModel({ data, models });
      if (local) {
        const texts = readTexts(body);
        const { vectors, tokens } = await models.embed(local, texts, { caller, signal });
        return writeAnswer(vectors, { tokens, file: local.file, ...body });
      }
      throw tts.error(
        "model_not_found",
        hasNoNetwork
          ? "This hub has no embedding model: it is offline"
          : "This hub has no embedding model: its operator can set OPENAI_EMBEDDING_MODEL",
        { at: "body.model" },
      );
    }
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

/** Returns the texts of a request. Throws if it has tokens. */
function readTexts({
  input,
}: {
  input: string | readonly (string | number | number[])[];
}): string[] {
  const texts = [input].flat();
  if (texts.every((one) => typeof one === "string")) return texts;
  throw tts.error(
    "invalid_input",
    "body.input must be texts: the model of this hub reads no tokens",
    {
      at: "body.input",
    },
  );
}

/** Writes the vectors of the hub's own model. */
function writeAnswer(
  vectors: readonly Float32Array[],
  {
    tokens,
    file,
    encoding_format: format,
    dimensions,
  }: {
    tokens: number;
    file: string;
    encoding_format?: "float" | "base64" | undefined;
    dimensions?: number | undefined;
  },
) {
  const size = vectors[0]?.length ?? 0;
  if (dimensions !== undefined && dimensions !== size)
    throw tts.error("invalid_input", `body.dimensions must be ${size}: it is ${dimensions}`, {
      at: "body.dimensions",
    });
  return {
    object: "list",
    model: file.replace(/\.onnx$/, ""),
    data: vectors.map((vector, index) => ({
      object: "embedding",
      index,
      embedding: format === "base64" ? Buffer.from(vector.buffer).toString("base64") : [...vector],
    })),
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

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
