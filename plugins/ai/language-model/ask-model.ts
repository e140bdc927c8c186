import { fitToSchema, HubError, type Static, t } from "hub";
import ai from "../plugin.ts";
import { askProvider } from "./ask-provider.ts";
import type { ModelDoors } from "./doors.ts";
import { dropNewLinks, spotlight, writeInstructions } from "./injection.ts";

const dayMs = 86_400_000;

const Completion = t.Object({
  choices: t.Array(t.Object({ message: t.Object({ content: t.Union([t.String(), t.Null()]) }) }), {
    minItems: 1,
  }),
  usage: t.Optional(t.Object({ total_tokens: t.Optional(t.Number()) })),
});

const answerBytesMax = 1_048_576;

/** Tokenizers average four characters of English per token, and fewer in other languages. */
const charactersPerToken = 3;

/** Token allowance for the model's reasoning, relative to its answer. */
const thinkingFactor = 4;

/** A task for a language model. */
export interface Task<Schema extends TaskSchema> {
  /** Name of the schema, in letters and underscores. */
  name: string;
  /** The instructions. They never contain request data. */
  instructions: string;
  /** Schema of the answer. Every field is required. */
  schema: Schema;
  /** The data to work on. */
  data: Record<string, unknown>;
  /** Maximum length of an answer, in tokens. */
  tokensMax: number;
  /** Returns the problem with an answer that fits the schema. The model is asked to correct it. */
  fault?(answer: Static<Schema>): string | undefined;
}

/** An object schema whose fields are all required. */
type TaskSchema = ReturnType<typeof t.Object>;
/** Returns which settings are missing for the language model, or undefined. */
export function explainMissingModel({ env }: Pick<ModelDoors, "env">): string | undefined {
  if (!env.OPENAI_MODEL) return "the operator has not set OPENAI_MODEL";
  if (env.OPENAI_BASE_URL || env.OPENAI_API_KEY) return undefined;
  return "the operator has set neither OPENAI_BASE_URL nor OPENAI_API_KEY";
}

/**
 * Runs a task on the language model through its chat API with JSON output. Retries once if the answer doesn't fit
 * the schema or `fault` rejects it. Throws `upstream_failed` if the second answer is unusable too, and
 * `model_budget_spent`.
 */
export async function promptModel<Schema extends TaskSchema>(
  task: Task<Schema>,
  doors: ModelDoors,
  { timeoutMs }: { timeoutMs: number },
): Promise<Static<Schema>> {
  const deadline = doors.clock() + timeoutMs;
  const delimiter = Buffer.from(doors.random.bytes(12)).toString("hex");
  const messages: Message[] = [
    { role: "system", content: writeInstructions(task.instructions, delimiter) },
    { role: "user", content: spotlight(task.data, delimiter) },
  ];
  const source = JSON.stringify(task.data);
  let why = "";
  for (let tries = 0; tries < 2; tries++) {
    const content = await complete(messages, { task, doors, timeoutMs: deadline - doors.clock() });
    const answer = readAnswer(content, task);
    why =
      answer === undefined
        ? "it is not JSON of the given schema"
        : isLeak(content, { delimiter, task })
          ? "it repeats its instructions"
          : (task.fault?.(answer) ?? "");
    if (answer !== undefined && why === "") return dropNewLinks(answer, source);
    messages.push(
      { role: "assistant", content: content.slice(0, 20_000) },
      { role: "user", content: `The answer cannot be used: ${why}. Answer again, with JSON only.` },
    );
  }
  throw new HubError("upstream_failed", `The language model returned no usable answer: ${why}`);
}

/** Parses an answer and checks it against the schema. Some models add code fences against their instructions. */
function readAnswer<Schema extends TaskSchema>(
  content: string,
  { schema }: Task<Schema>,
): Static<Schema> | undefined {
  const [from, to] = [content.indexOf("{"), content.lastIndexOf("}")];
  try {
    return fitToSchema(schema, JSON.parse(content.slice(from, to + 1)));
  } catch {
    return undefined;
  }
}

function isLeak(
  content: string,
  { delimiter, task: { instructions } }: { delimiter: string; task: Task<TaskSchema> },
): boolean {
  return content.includes(delimiter) || content.includes(instructions.slice(0, 60));
}

/** A chat message. */
interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/** The task, and the time limits. */
interface ModelRequest {
  task: Task<TaskSchema>;
  doors: ModelDoors;
  timeoutMs: number;
}

/** Sends a chat to the language model within the caller's token budget and returns the reply. */
async function complete(
  messages: readonly Message[],
  { task, doors, timeoutMs }: ModelRequest,
): Promise<string> {
  const sent = messages.map(({ content }) => content).join("");
  const estimate = Math.ceil(sent.length / charactersPerToken) + task.tokensMax;
  const settle = await reserveTokens(estimate, doors);
  try {
    const response = await send(messages, { task, doors, timeoutMs });
    const completion = fitToSchema(Completion, await response.json().catch(() => undefined));
    const content = completion?.choices[0]?.message.content ?? "";
    const used = completion?.usage?.total_tokens ?? estimate;
    await settle(Math.max(0, used));
    // Never log content: operators must not see users' texts.
    doors.log.info("Language model", {
      task: task.name,
      tokens: used,
      sent: hashText(sent),
      got: hashText(content),
    });
    if (content) return content;
  } catch (failure) {
    if (!(failure instanceof HubError && failure.code === "upstream_timeout")) await settle(0);
    throw failure;
  }
  throw new HubError("upstream_failed", "The response of the language model cannot be read");
}

async function send(
  messages: readonly Message[],
  { task: { name, schema, tokensMax }, doors: { net, env }, timeoutMs }: ModelRequest,
): Promise<Response> {
  const url = "https://api.openai.com/chat/completions";
  const question = {
    headers: env.OPENAI_API_KEY ? { authorization: `Bearer ${env.OPENAI_API_KEY}` } : {},
    timeoutMs: Math.max(1, timeoutMs),
    bodyBytesMax: answerBytesMax,
  };
  const json_schema = { name, strict: true, schema: closeSchema(schema) };
  const chat = {
    model: env.OPENAI_MODEL,
    messages,
    response_format: { type: "json_schema", json_schema },
  };
  try {
    const json = { ...chat, temperature: 0, max_tokens: tokensMax };
    return await askProvider(env.OPENAI_BASE_URL, net, url, { ...question, json });
  } catch (failure) {
    if (!(failure instanceof HubError && failure.cause === 400)) throw failure;
    // Reasoning models accept no temperature and have another name for the token limit.
    return askProvider(env.OPENAI_BASE_URL, net, url, {
      ...question,
      json: { ...chat, max_completion_tokens: thinkingFactor * tokensMax },
    });
  }
}

/** Converts a schema for "strict" servers: closed, every field required, and no string lengths. */
function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema)
    .filter(([key, value]) => !(/^m(?:in|ax)Length$/.test(key) && typeof value === "number"))
    .map(([key, value]) => [key, closeSchema(value)] as const);
  const closed = Object.fromEntries(entries);
  if (closed.type !== "object" || !closed.properties) return closed;
  return { ...closed, required: Object.keys(closed.properties), additionalProperties: false };
}

function hashText(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 12);
}

/**
 * Reserves tokens of a caller's budget for the day (UTC). Returns a function that settles the actual usage.
 * Throws `model_budget_spent`.
 */
async function reserveTokens(
  estimate: number,
  { kv, env, clock, caller }: Pick<ModelDoors, "kv" | "env" | "clock" | "caller">,
): Promise<(used: number) => Promise<void>> {
  const now = clock();
  const day = Math.floor(now / dayMs);
  const max = env.OPENAI_TOKENS_PER_DAY;
  const key = `tokens:${day}:${caller.id ?? "no-key"}`;
  const count = (by: number) => kv.increment(key, by, { ttlMs: 2 * dayMs, account: caller.id });
  // Reserved in advance, so that concurrent calls can't spend the same tokens.
  if ((await count(estimate)) > max) {
    await count(-estimate);
    const seconds = Math.ceil(((day + 1) * dayMs - now) / 1000);
    throw ai.error(
      "model_budget_spent",
      `The daily limit of ${max} language model tokens per caller is used up`,
      { headers: { "retry-after": String(seconds) } },
    );
  }
  return async (used) => {
    await count(used - estimate);
  };
}
