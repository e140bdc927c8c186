import { type ErrorShape, type Static, t } from "hub";

/** What Frankfurter answers. */
const frankfurterError = t.Object(
  { message: t.String({ description: "What was wrong with this request" }) },
  {
    description: "A failure as Frankfurter's clients read it.",
    examples: [{ message: "not found" }],
  },
);

/** Failures as the clients of Frankfurter read them. */
export const frankfurterErrors: ErrorShape = {
  name: "frankfurter",
  title: "FrankfurterError",
  schema: frankfurterError,
  note: 'Failures are what Frankfurter\'s clients read: `{"message"}`, with 422 for input that is wrong.',
  mediaType: "application/json",
  write: ({ message }): Static<typeof frankfurterError> => ({ message }),
  statusOf: ({ status }) => (status === 400 ? 422 : status),
};
