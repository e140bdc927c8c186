import { type ErrorShape, t } from "hub";

/** Errors in Gotenberg's format. */
export const gotenbergErrors: ErrorShape = {
  name: "gotenberg",
  title: "GotenbergError",
  schema: t.String({
    description: "An error in Gotenberg's format: a sentence.",
    examples: ["Invalid form data: form field 'url' is required"],
  }),
  note: "Errors have Gotenberg's format: a sentence as `text/plain`, with 400 for invalid input.",
  mediaType: "text/plain; charset=UTF-8",
  write: ({ message }) => message,
  statusOf: ({ status }) => (status === 422 ? 400 : status),
};
