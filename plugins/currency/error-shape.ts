import { type ErrorShape, type Static, t } from "hub";

/** Error response of Frankfurter. */
const frankfurterError = t.Object(
  { message: t.String({ description: "Description of the error" }) },
  {
    description: "An error in Frankfurter's format.",
    examples: [{ message: "not found" }],
  },
);

/** Error format for Frankfurter clients. */
export const frankfurterErrors: ErrorShape = {
  name: "frankfurter",
  title: "FrankfurterError",
  schema: frankfurterError,
  note: 'Errors use Frankfurter\'s format, `{"message"}`, with status 422 for invalid input.',
  mediaType: "application/json",
  write: ({ message }): Static<typeof frankfurterError> => ({ message }),
  statusOf: ({ status }) => (status === 400 ? 422 : status),
};
