import { type ErrorShape, t } from "hub";

/** Failures as the clients of Gotenberg read them. */
export const gotenbergErrors: ErrorShape = {
  name: "gotenberg",
  title: "GotenbergError",
  schema: t.String({
    description: "A failure as Gotenberg's clients read it: a sentence.",
    examples: ["Invalid form data: form field 'url' is required"],
  }),
  note: "Failures are what Gotenberg's clients read: a sentence as `text/plain`, with 400 for input that is wrong.",
  mediaType: "text/plain; charset=UTF-8",
  write: ({ message }) => message,
  statusOf: ({ status }) => (status === 422 ? 400 : status),
};
