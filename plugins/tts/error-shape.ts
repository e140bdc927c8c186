import { asTable, type ErrorShape, type Static, t } from "hub";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });

/** OpenAI's error object, which its clients raise as their own exceptions. */
const openaiError = t.Object(
  {
    error: t.Object({
      message: t.String({ description: "The problem with this request" }),
      type: t.String({
        description: "Type of the error, such as `invalid_request_error` or `server_error`",
      }),
      param: nullable("The invalid field, if there is one"),
      code: nullable("The hub's error code, or OpenAI's own if clients depend on it"),
    }),
  },
  {
    description: "An error in OpenAI's format.",
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

/** The codes by which clients decide whether to retry. */
const openaiCodes: Readonly<Record<string, { type: string; code: string }>> = asTable({
  rate_limited: { type: "requests", code: "rate_limit_exceeded" },
  quota_exceeded: { type: "insufficient_quota", code: "insufficient_quota" },
});

/** The resources of OpenAI's API: https://platform.openai.com/docs/api-reference */
const openaiWords = new Set([
  ...["assistants", "audio", "batches", "chat", "completions", "containers", "conversations"],
  ...["embeddings", "evals", "files", "fine_tuning", "images", "models", "moderations"],
  ...["organization", "realtime", "responses", "threads", "uploads", "vector_stores", "videos"],
]);

/** Formats errors for clients of OpenAI's API. */
export const openAiErrors = {
  name: "openai",
  title: "OpenAiError",
  schema: openaiError,
  note: 'Errors have OpenAI\'s format: `{"error": {"message", "type", "param", "code"}}`.',
  words: openaiWords,
  mediaType: "application/json",
  write({ code, status, message, errors }): Static<typeof openaiError> {
    const type = status >= 500 ? "server_error" : "invalid_request_error";
    const [at] = errors;
    return {
      error: {
        message,
        param: at ? toParameter(at.location) : null,
        type,
        code,
        ...openaiCodes[code],
      },
    };
  },
} satisfies ErrorShape;

/** Converts `body.messages.0.text` to `messages[0].text`. */
function toParameter(location: string): string {
  return location.replace(/^\w+\./, "").replace(/\.(\d+)/g, "[$1]");
}
