import { ask, fitToSchema, HubError, type Static, t } from "hub";
import ai from "../plugin.ts";
import type { ModelDoors } from "./doors.ts";
import { dropNewLinks, spotlight, writeInstructions } from "./injection.ts";

/** What a caller has where the operator says nothing. */
const tokensDefault = 200_000;

const dayMs = 86_400_000;

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

/** A piece of work for a language model. */
export interface Task<Schema extends TaskSchema> {
  /** The name of its schema: letters and underscores. */
  name: string;
  /** What it is to do, which never holds anything of a request. */
  instructions: string;
  /** What it is to answer: every field is required. */
  schema: Schema;
  /** What it is to work on. */
  data: Record<string, unknown>;
  /** The most that an answer may be long, in tokens. */
  tokensMax: number;
  /** What is wrong with an answer that fits the schema, for the model to put right. */
  fault?(answer: Static<Schema>): string | undefined;
}

/** An object whose fields are all required. */
type TaskSchema = ReturnType<typeof t.Object>;
/** Why the language model cannot be asked, as far as the operator has not set it up. */
export function whyNoModel({ env }: Pick<ModelDoors, "env">): string | undefined {
  if (!env.OPENAI_MODEL) return "the operator has not set OPENAI_MODEL";
  if (env.OPENAI_BASE_URL || env.OPENAI_API_KEY) return undefined;
  return "the operator has set neither OPENAI_BASE_URL nor OPENAI_API_KEY";
}

/**
 * Has the language model work on data, by its API for chats with an answer in JSON. An answer that does
 * not fit the schema or that `fault` refuses is asked for once more. Throws `upstream_failed` where
 * that is of no use either, and `model_budget_spent`.
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
  throw new HubError("upstream_failed", `The language model gave no answer of use: ${why}`);
}

/** An answer that fits; some models put it between fences, whatever they are told. */
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

/** One turn of a chat. */
interface Message {
  role: "system" | "user" | "assistant";
  content: string;
}

/** Who asks for what, and how long he waits. */
interface ModelRequest {
  task: Task<TaskSchema>;
  doors: ModelDoors;
  timeoutMs: number;
}

/** Sends a chat to the language model and answers what it says next, within the caller's tokens. */
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
    // Never what was said: who reads the log is not who wrote the text.
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
  throw new HubError("upstream_failed", "The language model's answer cannot be read");
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
 * Takes tokens of those that a caller has for the day (UTC), and answers what to call with how many it
 * were. Throws `model_budget_spent`.
 */
async function reserveTokens(
  estimate: number,
  { kv, env, clock, caller }: Pick<ModelDoors, "kv" | "env" | "clock" | "caller">,
): Promise<(used: number) => Promise<void>> {
  const now = clock();
  const day = Math.floor(now / dayMs);
  const max = parseTokenLimit(env.OPENAI_TOKENS_PER_DAY);
  const key = `tokens:${day}:${caller.id ?? "no-key"}`;
  const count = (by: number) => kv.increment(key, by, { ttlMs: 2 * dayMs, account: caller.id });
  // Taken beforehand, so that calls at the same time cannot spend the same tokens.
  if ((await count(estimate)) > max) {
    await count(-estimate);
    const seconds = Math.ceil(((day + 1) * dayMs - now) / 1000);
    throw ai.error(
      "model_budget_spent",
      `The daily limit of ${max} language model tokens for each caller is used up`,
      { headers: { "retry-after": String(seconds) } },
    );
  }
  return async (used) => {
    await count(used - estimate);
  };
}

/** What is no number must not open the purse. */
function parseTokenLimit(text: string | undefined): number {
  const max = Number(text || tokensDefault);
  return Number.isNaN(max) ? tokensDefault : max;
}
