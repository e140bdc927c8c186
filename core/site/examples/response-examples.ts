import { mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { publishSchema } from "./published.ts";

/** The response to an endpoint's own example in the OpenAPI document. */
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

/** Returns the path of the examples that a hub captured itself, because its installation lacks them. */
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

  /** Changes with the files. A document built at an earlier revision is out of date. */
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

  /** Returns whether any version of an endpoint was captured. Loads no route file. */
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

/** Returns the key of an endpoint's example, which depends on its request and schema. */
export function exampleKey({ method, path, route }: LoadedRoute): string {
  const subject = JSON.stringify([route.example, publishSchema(route.response)], (_, value) =>
    value instanceof File ? [value.name, value.size] : value,
  );
  return `${method} ${path} ${Bun.hash(subject).toString(36)}`;
}

/** Adds examples to a file. They replace those of earlier versions of the same endpoints. */
export function writeExamples(file: string, added: CapturedExamples): void {
  const endpoints = new Set(Object.keys(added).map(getEndpoint));
  const others = Object.entries(readExamples(file)).filter(
    ([key]) => !endpoints.has(getEndpoint(key)),
  );
  const examples = Object.fromEntries(
    [...others, ...Object.entries(added)].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
  mkdirSync(dirname(file), { recursive: true });
  // Atomic, because a hub may read the file at the same time.
  const part = `${file}.${process.pid}`;
  writeFileSync(part, `${JSON.stringify({ version, examples })}\n`);
  renameSync(part, file);
}

function getEndpoint(key: string): string {
  return key.slice(0, key.lastIndexOf(" "));
}

/** Reads a file of examples. Returns no examples if it is missing or invalid. */
export function readExamples(file: string): CapturedExamples {
  try {
    const read = JSON.parse(readFileSync(file, "utf8"));
    return read.version === version ? read.examples : {};
  } catch {
    return {};
  }
}
