import type { TSchema } from "@sinclair/typebox";
import { type Complaint, HubError } from "../../contract/errors.ts";
import { bareType, isFile } from "../../contract/schema.ts";
import { bytes as formatBytes } from "../docs/openapi/facts.ts";
import { listRequired } from "../examples/published.ts";
import { type EndpointArguments, readAnswer } from "../mcp/call-endpoint.ts";
import type { NamedEndpoint } from "../mcp/endpoints.ts";
import { findStepEndpoint } from "./find-step-endpoint.ts";
import { type Condition, recipeLimits, type Step } from "./recipe-fields.ts";

/** Bytes between two steps. */
export interface StepValue {
  bytes: Buffer;
  /** The media type, without parameters. */
  type: string;
}

/** The size of a value, and its beginning. */
export interface StepExcerpt {
  size: number;
  head: Buffer;
}

/** The calls of a step, with its input and output. */
interface StepRecord {
  endpoint: string;
  /** The number of calls: 0 if the step was skipped. */
  calls: number;
  input: StepExcerpt;
  output: StepExcerpt;
}

interface RecipeOptions {
  endpoints: readonly NamedEndpoint[];
  input: StepValue;
  /** The maximum number of bytes of each value in the records. */
  excerptBytes: number;
  /** Calls an endpoint. */
  ask(endpoint: NamedEndpoint, given: EndpointArguments, accept: string): Promise<Response>;
}

type Registers = ReadonlyMap<string, StepValue>;

/** The position of a step and its endpoint, for messages. */
interface StepPosition {
  index: number;
  named: string;
}

/** The bytes that the recipes of this process hold. */
let heldByAll = 0;

/** The bytes that a recipe holds. */
class HeldBytes {
  #own = 0;

  /** Sets the number. Throws if this recipe, or all of this process, would hold too many. */
  set(bytes: number, place: StepPosition): void {
    const all = heldByAll + bytes - this.#own;
    if (bytes > recipeLimits.heldBytes) {
      const most = formatBytes(recipeLimits.heldBytes);
      throw fail(place, "output", `The input, output and registers have more than ${most}`);
    }
    if (all > recipeLimits.heldByAll && bytes > this.#own)
      throw new HubError("busy", "Other recipes hold too many bytes: call again in 1 s", {
        headers: { "retry-after": "1" },
      });
    heldByAll = all;
    this.#own = bytes;
  }

  release(): void {
    heldByAll -= this.#own;
    this.#own = 0;
  }
}

function countBytes(values: Iterable<StepValue>): number {
  return [...values].reduce((sum, { bytes }) => sum + bytes.length, 0);
}

/** Runs steps one after another. Throws the error of the first step that fails, with its number and endpoint. */
export async function runRecipe(steps: readonly Step[], options: RecipeOptions) {
  const held = new HeldBytes();
  try {
    return await runSteps(steps, options, held);
  } finally {
    held.release();
  }
}

async function runSteps(steps: readonly Step[], options: RecipeOptions, held: HeldBytes) {
  // Finds all endpoints before the first call, which may cost units.
  const found = steps.map(({ endpoint }, index) =>
    findStepEndpoint(options.endpoints, endpoint, `body.steps.${index}.endpoint`),
  );
  const registers = new Map<string, StepValue>();
  const records: StepRecord[] = [];
  let calls = 0;
  let value = options.input;
  for (const [index, step] of steps.entries()) {
    // Safe: each step has an endpoint.
    const { endpoint, path } = found[index]!;
    const place = { index, named: step.endpoint };
    const input = value;
    const values = () => new Map([...registers, ["input", input]]);
    const isSkipped = step.if !== undefined && !isTrue(step.if, values(), place);
    const items = isSkipped ? [] : splitInput(input, step, place);
    calls += items.length;
    if (calls > recipeLimits.calls)
      throw fail(place, "each", `A recipe makes at most ${recipeLimits.calls} calls`);
    const outputs: StepValue[] = [];
    const before = countBytes([...registers.values(), input]);
    let made = 0;
    for (const item of items) {
      const current = new Map([...registers, ["input", item]]);
      const given = buildArguments({ ...step, path }, endpoint, { values: current, place });
      const accept = step.output === undefined ? anyContent : "application/json";
      const output = await readOutput(await options.ask(endpoint, given, accept), {
        output: step.output,
        plain: endpoint.loaded.route.plain,
        place,
      });
      outputs.push(output);
      made += output.bytes.length;
      held.set(before + made, place);
      if (step.each !== undefined) checkLength(made, { place, field: "each" });
    }
    const output = isSkipped ? input : joinOutputs(outputs, step);
    if (step.register !== undefined) registers.set(step.register, output);
    records.push({
      endpoint: step.endpoint,
      calls: items.length,
      input: createExcerpt(input, options.excerptBytes),
      output: createExcerpt(output, options.excerptBytes),
    });
    value = step.keep_input ? input : output;
  }
  return { output: value, calls, steps: records };
}

function createExcerpt({ bytes }: StepValue, most: number): StepExcerpt {
  return { size: bytes.length, head: Buffer.from(bytes.subarray(0, most)) };
}

/** Prefers the bytes of a result to their description in JSON. */
const anyContent = "application/octet-stream, */*;q=0.9";

function fail({ index, named }: StepPosition, field: string, fault: string): HubError {
  const detail = `Step ${index + 1} (${named}): ${fault}`;
  const members = { step: index + 1, endpoint: named };
  return new HubError("invalid_input", detail, { at: `body.steps.${index}.${field}`, members });
}

function isTrue(condition: Condition, values: Registers, place: StepPosition): boolean {
  const { of = "input", equals, contains, starts_with, ends_with, not = false } = condition;
  const value = getValue(values, of, { place, field: "if.of" });
  checkLength(value.bytes.length, { place, field: "if" });
  const text = value.bytes.toString();
  const isMet =
    (equals === undefined || text === equals) &&
    (contains === undefined || text.includes(contains)) &&
    (starts_with === undefined || text.startsWith(starts_with)) &&
    (ends_with === undefined || text.endsWith(ends_with));
  return isMet !== not;
}

function getValue(
  values: Registers,
  name: string,
  { place, field }: { place: StepPosition; field: string },
): StepValue {
  const value = values.get(name);
  if (value) return value;
  const names = [...values.keys()].join(", ");
  throw fail(place, field, `Unknown register "${name}": this step can use ${names}`);
}

/** Splits the input of a step with `each`. */
function splitInput(input: StepValue, { each }: Step, place: StepPosition): StepValue[] {
  if (each === undefined) return [input];
  const text = readText(input, { place, field: "each" });
  if (each === "lines") {
    const lines = text.split("\n");
    if (lines.at(-1) === "") lines.pop();
    return lines.map(toText);
  }
  const items = readJson(text, { place, field: "each" });
  if (!Array.isArray(items)) throw fail(place, "each", "The input must be a JSON list");
  return items.map(toValue);
}

/** Joins the outputs of a step: lines, or a JSON list. */
function joinOutputs(outputs: readonly StepValue[], { each }: Step): StepValue {
  if (each === "lines") return toText(outputs.map(({ bytes }) => bytes.toString()).join("\n"));
  if (each === "items")
    return toValue(
      outputs.map(({ bytes, type }) =>
        type === "application/json" ? (JSON.parse(bytes.toString()) as unknown) : bytes.toString(),
      ),
    );
  // Safe: without `each`, a step that isn't skipped has one output.
  return outputs[0]!;
}

function toText(text: string): StepValue {
  return { bytes: Buffer.from(text), type: "text/plain" };
}

/** Converts JSON to a value. A text is its characters, without quotation marks. */
function toValue(item: unknown): StepValue {
  if (typeof item === "string") return toText(item);
  return { bytes: Buffer.from(JSON.stringify(item)), type: "application/json" };
}

/** Builds the arguments of a call: those of the step, with references replaced and the input in its field. */
function buildArguments(
  step: Step,
  endpoint: NamedEndpoint,
  { values, place }: { values: Registers; place: StepPosition },
): EndpointArguments {
  let isInserted = false;
  const { params, query, body } = endpoint.loaded.route;
  const schemas = { path: params, query, body };
  const given: Record<keyof typeof schemas, Record<string, unknown> | undefined> = {
    path: step.path,
    query: step.query,
    body: step.body,
  };
  const insert = (item: unknown, schema: TSchema | undefined, field: string): unknown => {
    if (typeof item !== "object" || item === null) return item;
    if (Array.isArray(item)) return item.map((one) => insert(one, schema?.items, field));
    const { $: name, as, ...rest } = item as Record<string, unknown>;
    if (typeof name === "string" && Object.keys(rest).length === 0) {
      isInserted = true;
      return encodeFor(getValue(values, name, { place, field }), schema, { as, place, field });
    }
    const entries = Object.entries(item).map(([key, one]) => [key, insert(one, undefined, field)]);
    return Object.fromEntries(entries);
  };
  for (const part of ["path", "query", "body"] as const)
    given[part] &&= Object.fromEntries(
      Object.entries(given[part]).map(([name, item]) => [
        name,
        insert(item, schemas[part]?.properties[name], `${part}.${name}`),
      ]),
    );
  const target = step.input ?? (isInserted ? "none" : (findInputField(endpoint, given) ?? "none"));
  if (target !== "none") {
    const [part = "", name = ""] = target.split(".", 2);
    const schema =
      part === "path" || part === "query" || part === "body"
        ? schemas[part]?.properties[name]
        : undefined;
    if (!schema) throw fail(place, "input", `The endpoint has no field "${target}"`);
    const own = part as keyof typeof schemas;
    given[own] = { ...given[own], [name]: insert({ $: "input" }, schema, "input") };
  }
  return given as EndpointArguments;
}

/** Returns the field of a raw body, or the first required field that isn't given. */
function findInputField(
  { loaded: { route } }: NamedEndpoint,
  given: Record<"path" | "query" | "body", object | undefined>,
): string | undefined {
  const { raw = {}, params, query, body } = route;
  const whole = raw["application/octet-stream"] ?? Object.values(raw)[0];
  if (whole !== undefined) return `body.${whole}`;
  for (const [part, schema] of Object.entries({ body, query, path: params })) {
    const values = given[part as keyof typeof given] ?? {};
    const name = schema && listRequired(schema, { sent: true }).find((one) => !(one in values));
    if (name !== undefined) return `${part}.${name}`;
  }
  return undefined;
}

/** Converts a value to the type of a field: a file, a text, or other JSON. */
function encodeFor(
  value: StepValue,
  schema: TSchema | undefined,
  { as, place, field }: { as: unknown; place: StepPosition; field: string },
): unknown {
  const { bytes, type } = value;
  if (as === "base64" || as === "hex") {
    checkLength(bytes.length, { place, field });
    return bytes.toString(as);
  }
  if (as !== undefined && as !== "text" && as !== "json")
    throw fail(place, field, '"as" must be text, json, base64 or hex');
  const file = () => new File([new Uint8Array(bytes)], "input", { type });
  if (as === undefined && schema && isFile(schema)) return file();
  if (as === undefined && schema?.items && isFile(schema.items)) return [file()];
  const text = readText(value, { place, field });
  const isText = as === "text" || (as === undefined && !nonTexts.has(schema?.type as string));
  return isText ? text : readJson(text, { place, field });
}

const nonTexts = new Set(["integer", "number", "boolean", "array", "object"]);

/** Throws if a value is too long for the hub to convert. */
function checkLength(
  length: number,
  { place, field }: { place: StepPosition; field: string },
): void {
  if (length <= recipeLimits.textBytes) return;
  const most = formatBytes(recipeLimits.textBytes);
  throw fail(place, field, `A value has at most ${most} here: only files can be larger`);
}

function readText(
  { bytes }: StepValue,
  { place, field }: { place: StepPosition; field: string },
): string {
  checkLength(bytes.length, { place, field });
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw fail(
      place,
      field,
      'The value is not text in UTF-8: pass it to a field for a file, or as {"$": "input", "as": "base64"}',
    );
  }
}

function readJson(text: string, { place, field }: { place: StepPosition; field: string }): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw fail(place, field, "The value is not valid JSON");
  }
}

/** Reads the response of a call: all of it, one field, or the field that its endpoint returns as text. Throws its error. */
async function readOutput(
  response: Response,
  options: { output: string | undefined; plain: string | undefined; place: StepPosition },
): Promise<StepValue> {
  const { plain, place } = options;
  const bytes = await readAnswer(response, recipeLimits.valueBytes);
  if (!bytes) {
    const most = formatBytes(recipeLimits.valueBytes);
    throw fail(place, "output", `The response has more than ${most}`);
  }
  const type = bareType(response.headers.get("content-type") ?? "").toLowerCase();
  if (response.status >= 400) throw buildStepError(response, bytes, place);
  const output = options.output ?? (type === "application/json" ? plain : undefined);
  if (output === undefined) return { bytes, type };
  if (type !== "application/json")
    throw fail(place, "output", `The response has no fields: it is ${type}`);
  checkLength(bytes.length, { place, field: "output" });
  let value: unknown = JSON.parse(bytes.toString());
  for (const name of output.split(".")) {
    const owner = typeof value === "object" && value !== null ? value : {};
    if (!Object.hasOwn(owner, name)) {
      const names = Object.keys(owner).join(", ") || "none";
      throw fail(place, "output", `The response has no field "${output}": it has ${names}`);
    }
    value = (owner as Record<string, unknown>)[name];
  }
  return toValue(value);
}

/** Builds the error of a step from that of its endpoint, with the same code and status. */
function buildStepError(
  response: Response,
  content: Buffer,
  { index, named }: StepPosition,
): HubError {
  const { status } = response;
  const problem = parseProblem(content);
  const at = `body.steps.${index}`;
  const errors = problem.errors ?? [];
  const detail = `Step ${index + 1} (${named}): ${problem.detail ?? `Status ${status}`}`;
  const wait = response.headers.get("retry-after");
  return new HubError(problem.code ?? "bad_gateway", detail, {
    status,
    title: problem.title,
    members: { step: index + 1, endpoint: named, step_error: problem },
    errors:
      errors.length > 0
        ? errors.map(({ location, message }) => ({ location: `${at}.${location}`, message }))
        : [{ location: at, message: detail }],
    ...(wait !== null && { headers: { "retry-after": wait } }),
  });
}

interface Problem {
  code?: string;
  title?: string;
  detail?: string;
  errors?: Complaint[];
}

function parseProblem(content: Buffer): Problem {
  try {
    return JSON.parse(content.toString()) as Problem;
  } catch {
    return {};
  }
}
