import variant from "@jitl/quickjs-wasmfile-release-sync";
import type {
  QuickJSContext,
  QuickJSHandle,
  QuickJSRuntime,
  QuickJSWASMModule,
} from "quickjs-emscripten-core";
import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import image from "../plugin.ts";
import prelude from "./in-machine.txt" with { type: "text" };
import { type ChartOptions, isOptions } from "./legacy.ts";
import { Code } from "./relaxed.ts";
import { ignoredOptions } from "./supported.ts";

const { chartCodeMemoryMbMax } = image.limits;

/**
 * The most interrupts of a call and of a chart. The engine interrupts code each ten thousand steps, so that the
 * bound doesn't depend on the machine: a loop takes about 50 and 500 ms.
 */
const interruptsMax = { call: 100, chart: 1000 };
/** The longest time between the start of a call and an interrupt, for code with slow steps. */
const callMsMax = 500;
const stackBytesMax = 256 * 1024;
const argumentsMax = 200_000;

/** A function of a configuration. */
export class Callback extends Code {
  /** Calls the function. Throws `invalid_input` if it fails. */
  readonly call: (self: unknown, args: readonly unknown[]) => unknown;

  constructor(source: string, call: Callback["call"]) {
    super(source);
    this.call = call;
  }
}

/** The functions with which Chart.js calls callbacks of a caller. */
export const callerFunctions = new WeakSet<object>();

/** Returns whether a configuration has code that a picture could need. */
export function hasCode(value: unknown): boolean {
  if (value instanceof Code) return true;
  if (Array.isArray(value)) return value.some(hasCode);
  if (!isOptions(value)) return false;
  return Object.entries(value).some(([name, one]) => !ignoredOptions.has(name) && hasCode(one));
}

let engine: Promise<QuickJSWASMModule> | undefined;

/** Opens a machine for the code of one chart: JavaScript without files, network or anything of the host. */
export async function openMachine(): Promise<Machine> {
  engine ??= newQuickJSWASMModuleFromVariant(newVariant(variant, {}));
  return new Machine((await engine).newRuntime());
}

/** Runs the code of a configuration. */
export class Machine {
  readonly #runtime: QuickJSRuntime;
  readonly #context: QuickJSContext;
  readonly #functions: QuickJSHandle[] = [];
  readonly #used = { call: 0, chart: 0, since: 0 };
  #hasChart = false;
  /** Whether code reads the clock or draws lots, so that it gives another picture next time. */
  isVolatile = false;

  constructor(runtime: QuickJSRuntime) {
    runtime.setMemoryLimit(chartCodeMemoryMbMax * 2 ** 20);
    runtime.setMaxStackSize(stackBytesMax);
    runtime.setInterruptHandler(() => {
      const used = this.#used;
      const isSlow = performance.now() - used.since > callMsMax;
      return isSlow || used.call++ >= interruptsMax.call || used.chart++ >= interruptsMax.chart;
    });
    this.#runtime = runtime;
    this.#startCall();
    this.#context = runtime.newContext();
    const write = this.#context.newFunction("write", (request) =>
      this.#context.newString(writeLocal(this.#context.getString(request))),
    );
    this.#context.setProp(this.#context.global, "__write", write);
    write.dispose();
    this.#context.unwrapResult(this.#context.evalCode(prelude, "prelude.js")).dispose();
  }

  /** Releases the memory of the machine. Its callbacks can't be called any more. */
  close(): void {
    for (const one of this.#functions) one.dispose();
    this.#context.dispose();
    this.#runtime.dispose();
  }

  /** Returns a configuration with the values of its code, and with callbacks for its functions. */
  resolve(value: unknown, at: string): unknown {
    if (value instanceof Code) return this.#evaluate(value, at);
    if (Array.isArray(value)) return value.map((one, index) => this.resolve(one, `${at}.${index}`));
    if (!isOptions(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [
        name,
        ignoredOptions.has(name) ? one : this.resolve(one, `${at}.${name}`),
      ]),
    );
  }

  #evaluate({ source }: Code, at: string): unknown {
    const context = this.#context;
    this.isVolatile ||= /\b(?:Date|random)\b/.test(source);
    this.#startCall();
    let result = context.evalCode(`(${source}\n)`, "chart.js");
    // A method such as `callback(value) { … }`.
    if (result.error && source.startsWith("(")) {
      result.error.dispose();
      result = context.evalCode(`(function ${source}\n)`, "chart.js");
    }
    const value = this.#unwrap(result, at);
    if (context.typeof(value) === "function") {
      this.#functions.push(value);
      return new Callback(source, (self, args) => this.#call(value, { self, args, at }));
    }
    const text = value.consume((handle) => this.#runHelper("toText", [handle], at));
    return text === undefined ? undefined : reviveNumbers(JSON.parse(text));
  }

  #call(
    target: QuickJSHandle,
    { self, args, at }: { self: unknown; args: readonly unknown[]; at: string },
  ): unknown {
    const context = this.#context;
    this.#startCall();
    if (!this.#hasChart) this.#describeChart(args, at);
    // Chart.js passes an option's context, and an object of its own behind it.
    const own = isContext(args[0]) ? args.slice(0, 1) : args;
    const described = JSON.stringify([describeSelf(self), own.map(describeArgument)]);
    if (described.length > argumentsMax)
      throw fail(at, `must get at most ${argumentsMax} characters: it gets ${described.length}`);
    const text = context
      .newString(described)
      .consume((handle) => this.#runHelper("run", [target, handle], at));
    return text === undefined ? undefined : reviveNumbers(JSON.parse(text));
  }

  #startCall(): void {
    this.#used.call = 0;
    this.#used.since = performance.now();
  }

  /** Gives the data of the chart to the machine, once. */
  #describeChart(args: readonly unknown[], at: string): void {
    const context = args.find(isContext);
    if (!context) return;
    this.#hasChart = true;
    const { width, height, data, config } = context.chart;
    const plain = toPlain({ width, height, data, config: { type: config.type } });
    this.#context
      .newString(JSON.stringify(plain))
      .consume((handle) => this.#runHelper("setChart", [handle], at));
  }

  /** Runs a function of the prelude, and returns its text. */
  #runHelper(name: string, args: readonly QuickJSHandle[], at: string): string | undefined {
    const context = this.#context;
    const helper = context.getProp(context.global, `__${name}`);
    const result = helper.consume((handle) =>
      context.callFunction(handle, context.undefined, ...args),
    );
    return this.#unwrap(result, at).consume((handle) =>
      context.typeof(handle) === "string" ? context.getString(handle) : undefined,
    );
  }

  #unwrap(result: ReturnType<QuickJSContext["evalCode"]>, at: string): QuickJSHandle {
    if (!result.error) return result.value;
    const error = result.error.consume((handle) => this.#describeError(handle));
    throw fail(at, error);
  }

  #describeError(handle: QuickJSHandle): string {
    const read = (name: string) =>
      this.#context
        .getProp(handle, name)
        .consume((value) =>
          this.#context.typeof(value) === "string" ? this.#context.getString(value) : "",
        );
    const [name, message] = [read("name"), read("message")];
    if (message === "interrupted")
      return "takes too long: a call may take about 50 ms and all calls of a chart 500 ms";
    if (message === "out of memory" || message === "string too long")
      return `needs too much memory: the code of a chart may use ${chartCodeMemoryMbMax} MB`;
    return `cannot be run: ${JSON.stringify(`${name}: ${message}`.slice(0, 200))}`;
  }
}

function fail(at: string, problem: string): Error {
  return image.error("invalid_input", `${at} ${problem}`, { at });
}

/** The part of a Chart.js context that callbacks get. */
interface ScriptContext {
  chart: { width: number; height: number; data: object; config: { type?: unknown } };
}

function isContext(value: unknown): value is ScriptContext {
  return typeof value === "object" && value !== null && "chart" in value;
}

const contextFields = [
  ...["dataIndex", "datasetIndex", "index", "active", "mode", "type", "raw", "parsed", "id"],
  ...["tick", "p0DataIndex", "p1DataIndex"],
];
/** The points at the ends of a line's segment. */
const pointFields = ["x", "y", "skip", "stop", "parsed", "raw"];

/** Returns an argument as data. The machine adds chart and dataset to a context. */
function describeArgument(value: unknown): unknown {
  if (!isContext(value)) return toPlain(value);
  const read = value as unknown as Record<string, unknown>;
  const pick = (from: unknown, names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, toPlain((from as ChartOptions)[name])]));
  const { p0, p1 } = read;
  const ends = p0 && p1 ? { p0: pick(p0, pointFields), p1: pick(p1, pointFields) } : {};
  return { __context: { ...pick(read, contextFields), ...ends } };
}

function describeSelf(self: unknown): unknown {
  if (typeof self !== "object" || self === null || !("getLabelForValue" in self)) return null;
  const { id, type, axis, min, max, chart } = self as unknown as Record<string, unknown> &
    ScriptContext;
  const { labels = [] } = chart.data as { labels?: unknown };
  return toPlain({ id, type, axis, min, max, labels });
}

/** Returns data without functions, getters of packages and cycles. */
function toPlain(value: unknown, depth = 0): unknown {
  if (typeof value === "number" || typeof value === "string" || typeof value === "boolean")
    return value;
  if (depth > 6 || value === null || typeof value !== "object") return null;
  if (Array.isArray(value)) return value.map((one) => toPlain(one, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name, one]) => !name.startsWith("_") && typeof one !== "function")
      .map(([name, one]) => [name, toPlain(one, depth + 1)]),
  );
}

/** Numbers that JSON lacks. */
const specialNumbers = new Map([
  ["Infinity", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
]);

function reviveNumbers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reviveNumbers);
  if (!isOptions(value)) return value;
  const { __number: special } = value;
  if (typeof special === "string") return specialNumbers.get(special) ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "__proto__")
      .map(([name, one]) => [name, reviveNumbers(one)]),
  );
}

/** Formats a number or a date in a language, which the machine can't. Returns an empty text for wrong options. */
function writeLocal(request: string): string {
  try {
    const { kind, value, locale, options } = JSON.parse(request);
    if (kind === "number") return new Intl.NumberFormat(locale, options).format(value);
    const defaults = {
      date: { dateStyle: "short" },
      time: { timeStyle: "medium" },
      both: { dateStyle: "short", timeStyle: "medium" },
    }[kind as "date" | "time" | "both"];
    const format = new Intl.DateTimeFormat(locale, {
      timeZone: "UTC",
      ...(options ?? (defaults as Intl.DateTimeFormatOptions)),
    });
    return format.format(value);
  } catch {
    return "";
  }
}
