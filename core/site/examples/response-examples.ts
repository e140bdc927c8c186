import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { publishSchema } from "./published.ts";

/** A response to an endpoint's own example, as the OpenAPI document shows it. */
export interface ResponseExample {
  /** The media type, without parameters. */
  type: string;
  value: unknown;
}

/** Captured examples by the key of their endpoint. Null: the endpoint has no response to show. */
export type CapturedExamples = Readonly<Record<string, ResponseExample | null>>;

/** Format of the file. A file of another format is ignored. */
const version = 1;

/** The examples that were captured when this installation was packaged. */
export const preparedExamplesFile = resolve(import.meta.dir, "../../response-examples.json");

/** The examples that a hub captured itself, for what its installation has none of. */
export function ownExamplesFile(data: string): string {
  return `${data}/response-examples.json`;
}

/** Response examples of the OpenAPI document, read from files that other processes may write. */
export class ResponseExamples {
  readonly #files: readonly string[];
  readonly #onMissing: (loaded: LoadedRoute) => void;
  #examples: CapturedExamples = {};
  #revision = "";

  /** Later files win. `onMissing` is called for each endpoint whose example was never captured. */
  constructor(files: readonly string[], onMissing: (loaded: LoadedRoute) => void = () => {}) {
    this.#files = files;
    this.#onMissing = onMissing;
  }

  /** Changes when a file does: a document written before that is out of date. */
  get revision(): string {
    return this.#files
      .map((file) => statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0)
      .join(" ");
  }

  /** Returns the example of an endpoint, unless its request or its schema has changed since. */
  find(loaded: LoadedRoute): ResponseExample | undefined {
    const example = this.#read()[exampleKey(loaded)];
    if (example === undefined) this.#onMissing(loaded);
    return example ?? undefined;
  }

  /** Whether an endpoint was captured, in any of its versions. Reads no route file. */
  hasAny({ method, path }: Pick<LoadedRoute, "method" | "path">): boolean {
    return Object.keys(this.#read()).some((key) => key.startsWith(`${method} ${path} `));
  }

  #read(): CapturedExamples {
    const { revision } = this;
    if (revision === this.#revision) return this.#examples;
    this.#examples = Object.assign({}, ...this.#files.map(readExamples));
    this.#revision = revision;
    return this.#examples;
  }
}

/** Names an endpoint together with the request and the schema that its example belongs to. */
export function exampleKey({ method, path, route }: LoadedRoute): string {
  const subject = JSON.stringify([route.example, publishSchema(route.response)], (_, value) =>
    value instanceof File ? [value.name, value.size] : value,
  );
  return `${method} ${path} ${Bun.hash(subject).toString(36)}`;
}

/** Adds examples to a file. Those of earlier versions of the same endpoints go. */
export function writeExamples(file: string, added: CapturedExamples): void {
  const endpoints = new Set(Object.keys(added).map(getEndpoint));
  const others = Object.entries(readExamples(file)).filter(
    ([key]) => !endpoints.has(getEndpoint(key)),
  );
  const examples = Object.fromEntries(
    [...others, ...Object.entries(added)].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  mkdirSync(dirname(file), { recursive: true });
  // Atomic, as a hub may read it meanwhile.
  const part = `${file}.${process.pid}`;
  writeFileSync(part, `${JSON.stringify({ version, examples })}\n`);
  renameSync(part, file);
}

function getEndpoint(key: string): string {
  return key.slice(0, key.lastIndexOf(" "));
}

/** Reads a file of examples. One that is missing or broken has none. */
export function readExamples(file: string): CapturedExamples {
  try {
    const read = JSON.parse(readFileSync(file, "utf8"));
    return read.version === version ? read.examples : {};
  } catch {
    return {};
  }
}
