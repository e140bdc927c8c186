import { type ErrorShape, type Static, t } from "hub";

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });

/** What OpenAI's API answers, and its clients raise as errors of their own. */
const openaiError = t.Object(
  {
    error: t.Object({
      message: t.String({ description: "What was wrong with this request" }),
      type: t.String({ description: "`invalid_request_error`, `server_error` and the like" }),
      param: nullable("The invalid field, if there is one"),
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

/** The resources of OpenAI's API: https://platform.openai.com/docs/api-reference */
const openaiWords = new Set([
  ...["assistants", "audio", "batches", "chat", "completions", "containers", "conversations"],
  ...["embeddings", "evals", "files", "fine_tuning", "images", "models", "moderations"],
  ...["organization", "realtime", "responses", "threads", "uploads", "vector_stores", "videos"],
]);

/** Failures as the clients of OpenAI's API read them. */
export const openAiErrors = {
  name: "openai",
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
        param: at ? toParameter(at.location) : null,
        type,
        code,
        ...openaiCodes[code],
      },
    };
  },
} satisfies ErrorShape;

/** `body.messages.0.text` is `messages[0].text`. */
function toParameter(location: string): string {
  return location.replace(/^\w+\./, "").replace(/\.(\d+)/g, "[$1]");
}
