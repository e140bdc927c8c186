import { type Static, type TSchema, Type as t } from "@sinclair/typebox";
import { type HubError, problem } from "../../contract/errors.ts";
import type { ErrorShapeName } from "../../contract/plugin.ts";
import type { LoadedPlugin } from "../load/loaded-plugin.ts";

/** How the body of a failure is written. */
interface ErrorShape {
  readonly mediaType: string;
  write(error: HubError, requestId: string): object;
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
}

/** The shapes besides the hub's own, by the name that a manifest's `errorShapes` gives them. */
export const errorShapes = {
  openai: {
    title: "OpenAiError",
    schema: openaiError,
    note: 'Failures are what OpenAI\'s clients read: `{"error": {"message", "type", "param", "code"}}`.',
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
} as const satisfies Record<ErrorShapeName, NamedShape>;

/** `body.messages.0.text` is `messages[0].text`. */
function parameterOf(location: string): string {
  return location.replace(/^\w+\./, "").replace(/\.(\d+)/g, "[$1]");
}

/** Tells by the first word of a path how failures there are written: that word is one plugin's alone. */
export type ShapeOf = (pathname: string) => ErrorShape;

/** The hub's own shape, after RFC 9457, at every path. */
export const problemEverywhere: ShapeOf = () => problemShape;

/** What the manifests of these plugins say of it. */
export function errorShapesOf(plugins: readonly LoadedPlugin[]): ShapeOf {
  const shapes = new Map<string, ErrorShape>(
    plugins.flatMap(({ plugin }) =>
      Object.entries(plugin.manifest.errorShapes ?? {}).map(([place, name]) => [
        place,
        errorShapes[name],
      ]),
    ),
  );
  return (pathname) => shapes.get(placeOf(pathname)) ?? problemShape;
}

/** The name of the shape that a plugin's failures have at one of its paths, if it is not the hub's own. */
export function errorShapeAt({ plugin }: LoadedPlugin, path: string): ErrorShapeName | undefined {
  return plugin.manifest.errorShapes?.[placeOf(path)];
}

function placeOf(path: string): `/${string}` {
  return `/${path.split("/", 2)[1] ?? ""}`;
}
