import { Type } from "@sinclair/typebox";
import { keylessPace } from "../../../accounts/sender.ts";
import type { ErrorShape } from "../../../contract/error-shape.ts";
import { bareType } from "../../../contract/schema.ts";
import { errorShapesIn, uniqueShapes } from "../../../host/handler/error-shape.ts";
import { withSuccess } from "../../../host/handler/success.ts";
import type { LoadedPlugin } from "../../../host/plugin/loaded-plugin.ts";
import { jobKeptMs, jobsPerAccount, resultBytesMax } from "../../../server/async/async-jobs.ts";
import {
  keptBytesMax,
  keptMs,
  keptPerAccount,
  keylessLengthMin,
} from "../../../server/async/idempotency.ts";
import { jobFields } from "../../../server/async/job-view.ts";
import { publishSchema } from "../../examples/published.ts";
import componentTexts from "./components.json" with { type: "json" };
import { bytes } from "./facts.ts";
import { nameInShape, refusalName } from "./operation.ts";

/** The headers of responses, and the schema of errors. */
export const { headers, problem } = componentTexts;

/** Builds the shared components: security schemes, headers, parameters and error responses. */
export function components(plugins: readonly LoadedPlugin[]) {
  const shapes = uniqueShapes(plugins.flatMap(errorShapesIn));
  return {
    securitySchemes: componentTexts.securitySchemes,
    headers,
    parameters: PARAMETERS,
    responses: Object.assign(
      { Accepted: ACCEPTED },
      ...[undefined, ...shapes].map((shape) => buildFailures(plugins, shape)),
    ),
    schemas: {
      Problem: problem,
      ...Object.fromEntries(shapes.map(({ title, schema }) => [title, schema])),
    },
  };
}

/** Builds the error responses in one format. */
function buildFailures(plugins: readonly LoadedPlugin[], shape: ErrorShape | undefined) {
  const { own = [], others = [] } = Object.groupBy(
    plugins.filter(
      (loaded) =>
        loaded.routes.length > 0 &&
        (!shape || errorShapesIn(loaded).some(({ name }) => name === shape.name)),
    ),
    ({ plugin }) => (Object.keys(plugin.manifest.errors ?? {}).length > 0 ? "own" : "others"),
  );
  const responses = {
    Unauthorized: failure("The API key is missing, unknown, expired or revoked", {
      "WWW-Authenticate": header("How to pass a key"),
    }),
    TooManyRequests: failure(
      "The per-minute limit (`rate_limited`) or the daily quota (`quota_exceeded`) is exceeded. If `Retry-After` is missing, the call costs more than the whole daily quota: split it",
      { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
    ),
    ...((!shape || others.length > 0) && {
      Refused: failure(refusal),
    }),
    ...Object.fromEntries(
      own.map((plugin) => [refusalName(plugin.name), failure(ownRefusals(plugin))]),
    ),
  };
  const content = shape && {
    [bareType(shape.mediaType)]: {
      schema: { $ref: `#/components/schemas/${shape.title}` },
    },
  };
  return Object.fromEntries(
    Object.entries(responses).map(([name, response]) => [
      nameInShape(name, shape),
      { ...response, ...(content && { content }) },
    ]),
  );
}

const refusal =
  "The request is invalid or not allowed (4XX), or the hub or one of its dependencies failed (5XX)";

function ownRefusals({ plugin }: LoadedPlugin): string {
  const codes = Object.entries(plugin.manifest.errors ?? {}).map(
    ([code, { status, title }]) => `- ${status} \`${code}\`: ${title}`,
  );
  return `${refusal}. Error codes of this service, in addition to the shared ones:\n\n${codes.join("\n")}`;
}

function header(description: string, type = "string") {
  return { description, schema: { type } };
}

function failure(description: string, headers: Record<string, unknown> = {}) {
  return {
    description,
    headers: { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" }, ...headers },
    content: {
      "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } },
    },
  };
}

/** Optional request headers for idempotency and background jobs. */
const PARAMETERS = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: `Makes a request safe to retry: the work runs once. Use a new unique text for each request and send it again with each retry. For ${keptMs / 3_600_000} hours, retries return the first response with \`Idempotency-Replayed: true\` and do not use the daily quota. A retry while the first request is running fails with 409 \`idempotency_in_progress\`. A different request with the same key fails with 422 \`idempotency_key_reused\`. Some responses are not stored, so that a retry runs again: 5xx and 429 responses, requests rejected before any work, and responses above ${bytes(keptBytesMax)}. On the hub's own endpoints, each API key of an account has its own idempotency keys, and \`POST /api-key/rotate\` accepts a retry with the API key that it replaced. Without an API key, the text must have at least ${keylessLengthMin} unguessable characters, and each IP address can send ${keylessPace.perHour} per hour. With a key, the body must fit into memory: endpoints that take larger files accept at most 16 MiB, and 503 \`busy\` means that the bodies of other such requests fill that memory. The hub stores the last ${keptPerAccount.count} responses of an account, up to ${bytes(keptPerAccount.bytes)} in total.`,
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "8e03978e-40d5-43e8-bc93-6894a57f9324",
  },
  Prefer: {
    name: "Prefer",
    in: "header",
    required: false,
    description: `\`respond-async\` (RFC 7240) runs the request in the background. The hub validates and counts the request as usual, then returns 202 with the job's URL in \`Location\`. Endpoints that do not run as jobs ignore it. An account can have ${jobsPerAccount.unfinished} jobs queued or running. Finished jobs and their results of up to ${bytes(resultBytesMax)} are stored for ${jobKeptMs / 3_600_000} hours: the last ${jobsPerAccount.count} per account, up to ${bytes(jobsPerAccount.bytes)} in total.`,
    schema: { type: "string" },
    example: "respond-async",
  },
  "X-Webhook-Url": {
    name: "X-Webhook-Url",
    in: "header",
    required: false,
    description:
      "A public URL to notify when the job ends. Requires `Prefer: respond-async`. The hub sends a POST that follows the Standard Webhooks specification, signed with the account's secret. It contains the job's id, status and links. Failed deliveries are retried for 45 minutes.",
    schema: { type: "string", format: "uri", maxLength: 2000 },
    example: "https://example.com/hooks/jobs",
  },
};

/** Response to a request that runs in the background. */
const ACCEPTED = {
  description: "The job was accepted. Poll the URL in `Location` for its status and result",
  headers: {
    "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" },
    "Preference-Applied": header("`respond-async`"),
    Location: {
      description: "The URL of the job",
      schema: { type: "string", format: "uri-reference" },
    },
  },
  content: {
    "application/json": {
      schema: publishSchema(withSuccess(Type.Object(jobFields, { additionalProperties: false }))),
    },
  },
};
