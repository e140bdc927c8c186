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

/** Error response of version 2, which repeats the status. */
const frankfurterV2Error = t.Object(
  {
    status: t.Integer({ description: "HTTP status" }),
    message: t.String({ description: "Description of the error" }),
  },
  {
    description: "An error in the format of Frankfurter's version 2.",
    examples: [{ status: 404, message: "not found" }],
  },
);

/** Error format for clients of Frankfurter's version 2. */
export const frankfurterV2Errors: ErrorShape = {
  ...frankfurterErrors,
  name: "frankfurter-v2",
  title: "FrankfurterV2Error",
  schema: frankfurterV2Error,
  note: 'Errors use Frankfurter\'s format, `{"status", "message"}`, with status 422 for invalid input.',
  write({ status, message }): Static<typeof frankfurterV2Error> {
    return { status: status === 400 ? 422 : status, message };
  },
};
