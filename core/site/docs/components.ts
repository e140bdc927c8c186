import { Type } from "@sinclair/typebox";
import { keylessPace } from "../../accounts/sender.ts";
import type { ErrorShape } from "../../contract/error-shape.ts";
import { bareType } from "../../contract/schema.ts";
import { errorShapesIn, uniqueShapes } from "../../host/handler/error-shape.ts";
import { withSuccess } from "../../host/handler/success.ts";
import type { LoadedPlugin } from "../../host/plugin/loaded-plugin.ts";
import { jobKeptMs, jobsPerAccount, resultBytesMax } from "../../server/async/async-jobs.ts";
import {
  keptBytesMax,
  keptMs,
  keptPerAccount,
  keylessLengthMin,
} from "../../server/async/idempotency.ts";
import { jobFields } from "../../server/async/job-view.ts";
import { publishSchema } from "../examples/published.ts";
import { bytes } from "./facts.ts";
import { nameInShape, refusalName } from "./operation.ts";

/** What the operations of the document share: security, headers, failures. */
export function components(plugins: readonly LoadedPlugin[]) {
  const shapes = uniqueShapes(plugins.flatMap(errorShapesIn));
  return {
    securitySchemes: {
      header: { type: "apiKey", in: "header", name: "X-API-Key" },
      query: {
        type: "apiKey",
        in: "query",
        name: "api_key",
        description: "For where a header cannot be set: addresses end up in logs.",
      },
      bearer: {
        type: "http",
        scheme: "bearer",
        description: "The same key, for clients that send bearer tokens.",
      },
    },
    headers: HEADERS,
    parameters: PARAMETERS,
    responses: Object.assign(
      { Accepted: ACCEPTED },
      ...[undefined, ...shapes].map((shape) => failures(plugins, shape)),
    ),
    schemas: {
      Problem: PROBLEM,
      ...Object.fromEntries(shapes.map(({ title, schema }) => [title, schema])),
    },
  };
}

/** The responses that fail, in one shape. */
function failures(plugins: readonly LoadedPlugin[], shape: ErrorShape | undefined) {
  const { own = [], others = [] } = Object.groupBy(
    plugins.filter(
      (loaded) =>
        loaded.routes.length > 0 &&
        (!shape || errorShapesIn(loaded).some(({ name }) => name === shape.name)),
    ),
    ({ plugin }) => (Object.keys(plugin.manifest.errors ?? {}).length > 0 ? "own" : "others"),
  );
  const responses = {
    Unauthorized: failure("The key is missing, unknown, expired or revoked", {
      "WWW-Authenticate": header("How to pass a key"),
    }),
    TooManyRequests: failure(
      "The minute's (`rate_limited`) or the day's (`quota_exceeded`) calls are used up. Without `Retry-After` the call costs more than a day has: split it",
      { "Retry-After": { $ref: "#/components/headers/Retry-After" } },
    ),
    ...((!shape || others.length > 0) && {
      Refused: failure("The request cannot be served as it is"),
    }),
    Failed: failure("The hub, or something that it depends on, failed"),
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

function ownRefusals({ plugin }: LoadedPlugin): string {
  const codes = Object.entries(plugin.manifest.errors ?? {}).map(
    ([code, { status, title }]) => `- ${status} \`${code}\`: ${title}`,
  );
  return `The request cannot be served as it is. Codes of this service besides the shared ones:\n\n${codes.join("\n")}`;
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

/** The headers of requests by which a caller may ask for more than an answer. */
const PARAMETERS = {
  "Idempotency-Key": {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: `A text that the caller chooses anew for each request and sends again with each further try of it: the work is done once, and for ${keptMs / 3_600_000} hours the same answer is given again, with \`Idempotency-Replayed: true\` and at no cost of the day. While the first try is at work another is 409 \`idempotency_in_progress\`; another request with the key is 422 \`idempotency_key_reused\`. What the hub failed at (5xx, 429) and what was refused before any work is not kept, so that the next try runs; nor is an answer above ${bytes(keptBytesMax)}. At the hub's own endpoints keys of an account are told apart, and \`POST /api-key/rotate\` answers a retry by the key that it ended. Without an API key it must have at least ${keylessLengthMin} unguessable characters, and an address may send ${keylessPace.perHour} an hour. The last ${keptPerAccount.count} answers of an account are kept, of at most ${bytes(keptPerAccount.bytes)}.`,
    schema: { type: "string", minLength: 1, maxLength: 255 },
    example: "8e03978e-40d5-43e8-bc93-6894a57f9324",
  },
  Prefer: {
    name: "Prefer",
    in: "header",
    required: false,
    description: `\`respond-async\` (RFC 7240): where the work is a job, it is checked and counted as always and answered at once with 202 and \`Location\`, and done then; where it is not, it is answered as without. An account may have ${jobsPerAccount.unfinished} such jobs that wait or run. They and their answers, of up to ${bytes(resultBytesMax)}, are kept for ${jobKeptMs / 3_600_000} hours after their end, the last ${jobsPerAccount.count} of an account with at most ${bytes(jobsPerAccount.bytes)}.`,
    schema: { type: "string" },
    example: "respond-async",
  },
  "X-Webhook-Url": {
    name: "X-Webhook-Url",
    in: "header",
    required: false,
    description:
      "With `Prefer: respond-async`: a public address that is told of the job's end by a POST after the Standard Webhooks specification, signed by the account's secret: its id, its status and its links. Where that does not arrive it is sent again for three quarters of an hour.",
    schema: { type: "string", format: "uri", maxLength: 2000 },
    example: "https://example.com/hooks/jobs",
  },
};

/** The answer to a call whose work is done later. */
const ACCEPTED = {
  description: "It is worked on: `Location` says where that is told about",
  headers: {
    "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" },
    "Preference-Applied": header("`respond-async`"),
    Location: {
      description: "The job",
      schema: { type: "string", format: "uri-reference" },
    },
  },
  content: {
    "application/json": {
      schema: publishSchema(withSuccess(Type.Object(jobFields, { additionalProperties: false }))),
    },
  },
};

/** What the headers of answers say. */
export const HEADERS = {
  "X-Request-Id": header(
    "Names this request in the hub's log: the caller's own `X-Request-Id`, where it has one of at most 128 letters, digits and `. _ : + / = @ -`",
  ),
  RateLimit: header(
    "What is left of each window that has a limit, and the seconds until there is more",
  ),
  "RateLimit-Policy": header("The windows that apply: their quota, and their length in seconds"),
  "Idempotency-Replayed": header(
    "`true` where the answer is the one to an earlier request with the same `Idempotency-Key`",
  ),
  "Idempotency-Kept": header("`false` where the answer is too large to be given again"),
  "Retry-After": header("Seconds to wait before the next try", "integer"),
};

/** The schema of every failure. */
export const PROBLEM = {
  type: "object",
  description: "The one shape of every failure, after RFC 9457. Some codes have further members.",
  properties: {
    success: { type: "boolean", const: false },
    code: { type: "string", description: "Stable, for programs" },
    status: { type: "integer", description: "The HTTP status" },
    type: { type: "string", format: "uri-reference", description: "A page about the code" },
    title: { type: "string", description: "What the code means" },
    detail: { type: "string", description: "What was wrong with this request" },
    errors: {
      type: "array",
      description: "Each fault and where it is",
      items: {
        type: "object",
        properties: {
          location: { type: "string", description: "As `query.size` or `body.items.3.data`" },
          message: { type: "string" },
        },
        required: ["location", "message"],
      },
    },
    request_id: { type: "string", description: "Names the request in the hub's log" },
  },
  required: ["success", "code", "status", "type", "title", "detail", "request_id"],
  examples: [
    {
      success: false,
      code: "invalid_input",
      status: 400,
      type: "/problems/invalid_input",
      title: "The request does not match the endpoint's schema",
      detail: "query.size must be a whole number from 64 to 2000: it is 5000",
      errors: [
        {
          location: "query.size",
          message: "query.size must be a whole number from 64 to 2000: it is 5000",
        },
      ],
      request_id: "mahq3k2x1-7",
    },
  ],
};
