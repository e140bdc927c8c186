import { fitToSchema, HubError, type Static, type t } from "hub";
import { complete, type Message } from "./complete.ts";
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

/** An object whose fields are all required. */
export type TaskSchema = ReturnType<typeof t.Object>;
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
