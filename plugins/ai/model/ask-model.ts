import { ask, fitted, HubError, type Static, t } from "hub";
import { takeTokens } from "./budget.ts";
import type { ModelDoors } from "./doors.ts";
import { withoutNewLinks } from "./links.ts";
import { instructionsFor, spotlight } from "./spotlight.ts";

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

type TaskSchema = ReturnType<typeof t.Object>;
interface Message {
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

/** Why the language model cannot be asked, as far as the operator has not set it up. */
export function modelFault({ env }: Pick<ModelDoors, "env">): string | undefined {
  if (!env.OPENAI_MODEL) return "the operator has not set OPENAI_MODEL";
  if (env.OPENAI_BASE_URL || env.OPENAI_API_KEY) return undefined;
  return "the operator has set neither OPENAI_BASE_URL nor OPENAI_API_KEY";
}

/**
 * Has the language model work on data, by its API for chats with an answer in JSON. An answer that does
 * not fit the schema or that `fault` refuses is asked for once more. Throws `upstream_failed` where
 * that is of no use either, and `model_budget_spent`.
 */
export async function askModel<Schema extends TaskSchema>(
  task: Task<Schema>,
  doors: ModelDoors,
  { timeoutMs }: { timeoutMs: number },
): Promise<Static<Schema>> {
  const deadline = doors.clock() + timeoutMs;
  const delimiter = Buffer.from(doors.random.bytes(12)).toString("hex");
  const messages: Message[] = [
    { role: "system", content: instructionsFor(task.instructions, delimiter) },
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
    if (answer !== undefined && why === "") return withoutNewLinks(answer, source);
    messages.push(
      { role: "assistant", content: content.slice(0, 20_000) },
      { role: "user", content: `The answer cannot be used: ${why}. Answer again, with JSON only.` },
    );
  }
  throw new HubError("upstream_failed", `The language model gave no answer of use: ${why}`);
}

async function complete(
  messages: readonly Message[],
  {
    task: { name, schema, tokensMax },
    doors,
    timeoutMs,
  }: { task: Task<TaskSchema>; doors: ModelDoors; timeoutMs: number },
): Promise<string> {
  const { net, env, log } = doors;
  const sent = messages.map(({ content }) => content).join("");
  const estimate = Math.ceil(sent.length / charactersPerToken) + tokensMax;
  const settle = await takeTokens(estimate, doors);
  try {
    const response = await ask(net, "https://api.openai.com/chat/completions", {
      headers: env.OPENAI_API_KEY ? { authorization: `Bearer ${env.OPENAI_API_KEY}` } : {},
      json: {
        model: env.OPENAI_MODEL,
        messages,
        temperature: 0,
        max_tokens: tokensMax,
        response_format: {
          type: "json_schema",
          json_schema: { name, strict: true, schema: strict(schema) },
        },
      },
      timeoutMs: Math.max(1, timeoutMs),
      bodyBytesMax: answerBytesMax,
    });
    const completion = fitted(Completion, await response.json().catch(() => undefined));
    const content = completion?.choices[0]?.message.content ?? "";
    const used = completion?.usage?.total_tokens ?? estimate;
    await settle(Math.max(0, used));
    // Never what was said: who reads the log is not who wrote the text.
    log.info("Language model", {
      task: name,
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

/** An answer that fits; some models put it between fences, whatever they are told. */
function readAnswer<Schema extends TaskSchema>(
  content: string,
  { schema }: Task<Schema>,
): Static<Schema> | undefined {
  const [from, to] = [content.indexOf("{"), content.lastIndexOf("}")];
  try {
    return fitted(schema, JSON.parse(content.slice(from, to + 1)));
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

/** A schema as "strict" servers want it: closed, and every field required. */
function strict(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(strict);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema).map(([key, value]) => [key, strict(value)] as const);
  const closed = Object.fromEntries(entries);
  if (closed.type !== "object" || !closed.properties) return closed;
  return { ...closed, required: Object.keys(closed.properties), additionalProperties: false };
}

function hashOf(text: string): string {
  return new Bun.CryptoHasher("sha256").update(text).digest("hex").slice(0, 12);
}
