import { type Static, type TSchema, Type as t } from "@sinclair/typebox";
import { type HubError, problem } from "../../contract/errors.ts";
import type { ErrorShapeName } from "../../contract/plugin.ts";
import { prefixPath } from "../../platform/http/base-path.ts";
import type { LoadedPlugin } from "../plugin/loaded-plugin.ts";

/** How the body of a failure is written. */
interface ErrorShape {
  readonly mediaType: string;
  /** An object is written as JSON. */
  write(error: HubError, requestId: string): object | string;
  /** The status, where clients act on another one than the hub's. */
  statusOf?(error: HubError): number;
}

const problemShape: ErrorShape = { mediaType: "application/problem+json", write: problem };

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });

/** What OpenAI's API answers, and its clients raise as errors of their own. */
const openaiError = t.Object(
  {
    error: t.Object({
      message: t.String({ description: "What was wrong with this request" }),
      type: t.String({ description: "`invalid_request_error`, `server_error` and the like" }),
      param: nullable("The field that is wrong, where it is one"),
      code: nullable("The hub's code, or OpenAI's own where clients act on it"),
    }),
  },
  {
    description: "A failure as OpenAI's clients read it.",
    examples: [
      {
        error: {
          message: "body.input is missing: it must be a text",
          type: "invalid_request_error",
          param: "input",
          code: "invalid_input",
        },
      },
    ],
  },
);

/** What Frankfurter answers. */
const frankfurterError = t.Object(
  { message: t.String({ description: "What was wrong with this request" }) },
  {
    description: "A failure as Frankfurter's clients read it.",
    examples: [{ message: "not found" }],
  },
);

/** The codes by which clients tell whether to wait or to give up. */
const openaiCodes: Readonly<Record<string, { type: string; code: string }>> = {
  rate_limited: { type: "requests", code: "rate_limit_exceeded" },
  quota_exceeded: { type: "insufficient_quota", code: "insufficient_quota" },
};

/** A shape that a manifest may choose, and what the documentation says of it. */
interface NamedShape extends ErrorShape {
  readonly title: string;
  readonly schema: TSchema;
  readonly note: string;
  /** The words behind the first one at which its clients look for its API, whether or not it is here. */
  readonly words?: ReadonlySet<string>;
}

/** The resources of OpenAI's API: https://platform.openai.com/docs/api-reference */
const openaiWords = new Set([
  ...["assistants", "audio", "batches", "chat", "completions", "containers", "conversations"],
  ...["embeddings", "evals", "files", "fine_tuning", "images", "models", "moderations"],
  ...["organization", "realtime", "responses", "threads", "uploads", "vector_stores", "videos"],
]);

/** The shapes besides the hub's own, by the name that a manifest's `errorShapes` gives them. */
export const errorShapes = {
  openai: {
    title: "OpenAiError",
    schema: openaiError,
    note: 'Failures are what OpenAI\'s clients read: `{"error": {"message", "type", "param", "code"}}`.',
    words: openaiWords,
    mediaType: "application/json",
    write({ code, status, message, errors }): Static<typeof openaiError> {
      const type = status >= 500 ? "server_error" : "invalid_request_error";
      const [at] = errors;
      return {
        error: {
          message,
          param: at ? parameterOf(at.location) : null,
          type,
          code,
          ...openaiCodes[code],
        },
      };
    },
  },
  frankfurter: {
    title: "FrankfurterError",
    schema: frankfurterError,
    note: 'Failures are what Frankfurter\'s clients read: `{"message"}`, with 422 for input that is wrong.',
    mediaType: "application/json",
    write: ({ message }): Static<typeof frankfurterError> => ({ message }),
    statusOf: ({ status }) => (status === 400 ? 422 : status),
  },
  gotenberg: {
    title: "GotenbergError",
    schema: t.String({
      description: "A failure as Gotenberg's clients read it: a sentence.",
      examples: ["Invalid form data: form field 'url' is required"],
    }),
    note: "Failures are what Gotenberg's clients read: a sentence as `text/plain`, with 400 for input that is wrong.",
    mediaType: "text/plain; charset=UTF-8",
    write: ({ message }) => message,
    statusOf: ({ status }) => (status === 422 ? 400 : status),
  },
} as const satisfies Record<ErrorShapeName, NamedShape>;

/** `body.messages.0.text` is `messages[0].text`. */
function parameterOf(location: string): string {
  return location.replace(/^\w+\./, "").replace(/\.(\d+)/g, "[$1]");
}

/** Tells by a path how failures there are written. */
export type ShapeOf = (pathname: string) => ErrorShape;

/** The hub's own shape, after RFC 9457, at every path. */
export const problemEverywhere: ShapeOf = () => problemShape;

/** Returns the hub's own shape for a hub below a path: `type` is a link to a page of the hub. */
function problemBelow(basePath: string): ErrorShape {
  const write = (error: HubError, requestId: string) => {
    const written = problem(error, requestId);
    return { ...written, type: prefixPath(written.type, basePath) };
  };
  return { ...problemShape, write };
}

/**
 * Returns a function that names the shape whose clients alone ask for a path: `/v1/models` is OpenAI's, though the
 * hub has nothing there and `/v1/:date` of another service would take it.
 */
export function createOwnerFinder(
  plugins: readonly LoadedPlugin[],
): (pathname: string) => ErrorShapeName | undefined {
  const owners = plugins.flatMap(getOwnedWords);
  return (pathname) => {
    const [, first, second = ""] = pathname.split("/", 3);
    return owners.find(({ word, words }) => word === `/${first}` && words.has(second))?.name;
  };
}

function getOwnedWords({ plugin: { manifest } }: LoadedPlugin) {
  return Object.entries(manifest.errorShapes ?? {}).flatMap(([word, name]) => {
    const { words }: NamedShape = errorShapes[name];
    return words ? [{ word, name, words }] : [];
  });
}

/** What the manifests of these plugins say of it. */
export function errorShapesOf(plugins: readonly LoadedPlugin[], basePath = ""): ShapeOf {
  const ours = basePath ? problemBelow(basePath) : problemShape;
  const findOwner = createOwnerFinder(plugins);
  const shaped = plugins.flatMap((loaded) =>
    loaded.open.flatMap(({ path }) => {
      const name = errorShapeAt(loaded, path);
      return name ? [{ parts: path.split("/"), shape: errorShapes[name] }] : [];
    }),
  );
  const byWord = Map.groupBy(shaped, ({ parts }) => parts[1] ?? "");
  return (pathname) => {
    const others = byWord.get(pathname.split("/", 2)[1] ?? "");
    const [first, ...more] = others ?? [];
    if (!first) return ours;
    if (more.every(({ shape }) => shape === first.shape)) return first.shape;
    const owner = findOwner(pathname);
    if (owner) return errorShapes[owner];
    const parts = pathname.split("/");
    const nearest = others?.toSorted((a, b) => likeness(b.parts, parts) - likeness(a.parts, parts));
    return nearest?.[0]?.shape ?? first.shape;
  };
}

/** How much a path looks as if it was meant for a route: most if it fits, then if it is as long as that. */
function likeness(route: readonly string[], parts: readonly string[]): number {
  const apart = route.findIndex((part, at) => part !== parts[at] && !part.startsWith(":"));
  const alike = apart === -1 ? route.length : apart;
  return alike + (route.length === parts.length ? 1000 : 0);
}

/** The shapes that the failures of a plugin have at the paths that it answers. */
export function errorShapesIn(loaded: LoadedPlugin): ErrorShapeName[] {
  const shapes = loaded.open.flatMap(({ path }) => errorShapeAt(loaded, path) ?? []);
  return [...new Set(shapes)];
}

/** The name of the shape that a plugin's failures have at one of its paths, if it is not the hub's own. */
export function errorShapeAt({ plugin }: LoadedPlugin, path: string): ErrorShapeName | undefined {
  return plugin.manifest.errorShapes?.[`/${path.split("/", 2)[1] ?? ""}`];
}
