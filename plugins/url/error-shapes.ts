import { type ErrorShape, type Static, t } from "hub";

/** Dub's codes by status. Its clients accept no other. */
const dubCodes: ReadonlyMap<number, string> = new Map([
  [400, "bad_request"],
  [401, "unauthorized"],
  [403, "forbidden"],
  [404, "not_found"],
  [409, "conflict"],
  [410, "invite_expired"],
  [422, "unprocessable_entity"],
  [429, "rate_limit_exceeded"],
]);

const dubError = t.Object(
  {
    error: t.Object({
      code: t.String({ description: "Dub's code of the status" }),
      message: t.String({ description: "Description of the error" }),
      doc_url: t.String({ description: "Path of the documentation of the hub's error code" }),
    }),
  },
  {
    description: "An error in Dub's format.",
    examples: [
      {
        error: {
          code: "not_found",
          message: 'No short link has the code "abc"',
          doc_url: "/problems/not_found",
        },
      },
    ],
  },
);

/** Error format for clients of Dub. */
export const dubErrors: ErrorShape = {
  name: "dub",
  title: "DubError",
  schema: dubError,
  note: 'Errors use Dub\'s format, `{"error": {"code", "message", "doc_url"}}`.',
  mediaType: "application/json",
  write: ({ code, status, message }): Static<typeof dubError> => ({
    error: {
      code: dubCodes.get(status) ?? "internal_server_error",
      message,
      doc_url: `/problems/${code}`,
    },
  }),
};

/** YOURLS' words for the hub's codes. */
const yourlsCodes: ReadonlyMap<string, string> = new Map([
  ["code_taken", "keyword"],
  ["reserved_code", "keyword"],
  ["link_loop", "noloop"],
]);

const yourlsError = t.Object(
  {
    status: t.Literal("fail", { description: "Always `fail`" }),
    code: t.String({ description: "YOURLS' code, or the hub's after `error:`" }),
    message: t.String({ description: "Description of the error" }),
    errorCode: t.String({ description: "HTTP status" }),
  },
  {
    description: "An error in YOURLS' format.",
    examples: [
      {
        ...{ status: "fail", code: "error:keyword", errorCode: "409" },
        message: 'query.keyword must not be in use: "abc" is taken by another link',
      },
    ],
  },
);

/** Error format for clients of YOURLS. */
export const yourlsErrors: ErrorShape = {
  name: "yourls",
  title: "YourlsError",
  schema: yourlsError,
  note: 'Errors use YOURLS\' format, `{"status", "code", "message", "errorCode"}`.',
  mediaType: "application/json",
  write: ({ code, status, message }): Static<typeof yourlsError> => ({
    status: "fail",
    code: `error:${yourlsCodes.get(code) ?? code}`,
    message,
    errorCode: String(status),
  }),
};

/** Shlink's types of errors by the hub's codes. */
const shlinkTypes: ReadonlyMap<string, string> = new Map([
  ["not_found", "short-url-not-found"],
  ["link_gone", "short-url-not-found"],
  ["code_taken", "non-unique-slug"],
  ["invalid_input", "invalid-data"],
  ["missing_api_key", "missing-authentication"],
  ["invalid_api_key", "invalid-api-key"],
]);

const shlinkError = t.Object(
  {
    type: t.String({ description: "Shlink's type of the error, or the hub's" }),
    title: t.String({ description: "Kind of error" }),
    detail: t.String({ description: "Description of the error" }),
    status: t.Integer({ description: "HTTP status" }),
  },
  {
    description: "An error in Shlink's format.",
    examples: [
      {
        type: "https://shlink.io/api/error/short-url-not-found",
        title: "Not found",
        detail: 'No short link has the code "abc"',
        status: 404,
      },
    ],
  },
);

/** Error format for clients of Shlink. */
export const shlinkErrors: ErrorShape = {
  name: "shlink",
  title: "ShlinkError",
  schema: shlinkError,
  note: 'Errors use Shlink\'s format, `{"type", "title", "detail", "status"}`.',
  mediaType: "application/problem+json",
  write: ({ code, status, title, message }): Static<typeof shlinkError> => ({
    type: shlinkTypes.has(code)
      ? `https://shlink.io/api/error/${shlinkTypes.get(code)}`
      : `/problems/${code}`,
    ...{ title, detail: message, status },
  }),
};
