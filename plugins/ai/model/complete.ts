import { ask, fitToSchema, HubError, t } from "hub";
import type { Task, TaskSchema } from "./ask-model.ts";
import { takeTokens } from "./budget.ts";
import type { ModelDoors } from "./doors.ts";

/** One turn of a chat. */
export interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

const Completion = t.Object({
  choices: t.Array(t.Object({ message: t.Object({ content: t.Union([t.String(), t.Null()]) }) }), {
    minItems: 1,
  }),
  usage: t.Optional(t.Object({ total_tokens: t.Optional(t.Number()) })),
});
const answerBytesMax = 1_048_576;
/** Most tokenizers make a token of four characters of English, and of fewer in other languages. */
const charactersPerToken = 3;
/** What a model may think besides what it answers. */
const thinkingFactor = 4;

/** Who asks for what, and how long he waits. */
interface Asked {
  task: Task<TaskSchema>;
  doors: ModelDoors;
  timeoutMs: number;
}

/** Sends a chat to the language model and answers what it says next, within the caller's tokens. */
export async function complete(
  messages: readonly Message[],
  { task, doors, timeoutMs }: Asked,
): Promise<string> {
  const sent = messages.map(({ content }) => content).join("");
  const estimate = Math.ceil(sent.length / charactersPerToken) + task.tokensMax;
  const settle = await takeTokens(estimate, doors);
  try {
    const response = await send(messages, { task, doors, timeoutMs });
    const completion = fitToSchema(Completion, await response.json().catch(() => undefined));
    const content = completion?.choices[0]?.message.content ?? "";
    const used = completion?.usage?.total_tokens ?? estimate;
    await settle(Math.max(0, used));
    // Never what was said: who reads the log is not who wrote the text.
    doors.log.info("Language model", {
      task: task.name,
      tokens: used,
      sent: hashOf(sent),
      got: hashOf(content),
    });
    if (content) return content;
  } catch (failure) {
    if (!(failure instanceof HubError && failure.code === "upstream_timeout")) await settle(0);
    throw failure;
  }
  throw new HubError("upstream_failed", "The language model's answer cannot be read");
}

async function send(
  messages: readonly Message[],
  { task: { name, schema, tokensMax }, doors: { net, env }, timeoutMs }: Asked,
): Promise<Response> {
  const url = "https://api.openai.com/chat/completions";
  const question = {
    headers: env.OPENAI_API_KEY ? { authorization: `Bearer ${env.OPENAI_API_KEY}` } : {},
    timeoutMs: Math.max(1, timeoutMs),
    bodyBytesMax: answerBytesMax,
  };
  const json_schema = { name, strict: true, schema: strict(schema) };
  const chat = {
    model: env.OPENAI_MODEL,
    messages,
    response_format: { type: "json_schema", json_schema },
  };
  try {
    const json = { ...chat, temperature: 0, max_tokens: tokensMax };
    return await ask(net, url, { ...question, json });
  } catch (failure) {
    if (!(failure instanceof HubError && failure.cause === 400)) throw failure;
    // Models that think take no temperature, and call what they may write otherwise.
    return ask(net, url, {
      ...question,
      json: { ...chat, max_completion_tokens: thinkingFactor * tokensMax },
    });
  }
}

/** A schema as "strict" servers want it: closed, every field required, and no lengths of texts. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema)
    .filter(([key, value]) => !(/^m(?:in|ax)Length$/.test(key) && typeof value === "number"))
    .map(([key, value]) => [key, strict(value)] as const);
  const closed = Object.fromEntries(entries);
  if (closed.type !== "object" || !closed.properties) return closed;
  return { ...closed, required: Object.keys(closed.properties), additionalProperties: false };
}

function hashOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 12);
}
