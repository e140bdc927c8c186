import { type ErrorShape, type Static, t } from "hub";

/** Error response of CoinGecko. Clients read one of its two fields, depending on the call. */
const geckoError = t.Object(
  {
    error: t.String({ description: "Description of the error" }),
    status: t.Object({
      error_code: t.Integer({ description: "HTTP status" }),
      error_message: t.String({ description: "Description of the error" }),
    }),
  },
  {
    description: "An error in CoinGecko's format.",
    examples: [
      {
        error: "coin not found",
        status: { error_code: 404, error_message: "coin not found" },
      },
    ],
  },
);

/** Error format for CoinGecko clients. */
export const geckoErrors: ErrorShape = {
  name: "coingecko",
  title: "CoinGeckoError",
  schema: geckoError,
  note: 'Errors use CoinGecko\'s formats, `{"error"}` and `{"status": {"error_code", "error_message"}}`.',
  mediaType: "application/json",
  write: ({ status, message }): Static<typeof geckoError> => ({
    error: message,
    status: { error_code: status, error_message: message },
  }),
};
