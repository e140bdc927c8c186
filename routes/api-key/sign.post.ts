import { HubError, t } from "hub";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Create a signed URL",
  description:
    "Returns a signed URL for a GET request that works without an API key, such as for an `<img>`, a README or an `og:image`. Anyone with the URL can use it until it expires or its key ends, and each request counts towards the account's limits. The rights of the signing key apply, including its IP addresses. Any change to the URL invalidates the signature. Responses can be cached for up to a day.",
  body: t.Object({
    path: t.String({
      minLength: 1,
      maxLength: 100_000,
      description: "Path and query of an endpoint that requires a key, without the key",
    }),
    expires_in: t.Integer({
      default: 30 * 86_400,
      minimum: 60,
      maximum: 10 * 365 * 86_400,
      description: "Lifetime of the URL in seconds",
    }),
  }),
  response: t.Object({
    success: t.Boolean(),
    url: t.String({ description: "The signed URL" }),
    path: t.String({ description: "The path and query of the signed URL" }),
    expires_at: t.String({ description: "Expiry time, ISO 8601" }),
  }),
  cache: "never",
  bodyBytesMax: 262_144,
  example: {
    body: { path: "/api/qr/generate?data=hello", expires_in: 86_400 },
  },
  async handler({ body: { path, expires_in }, keys, endpoints, call, origin }) {
    const { findGets } = endpoints;
    const signed = await keys.sign(call, { path, seconds: expires_in }, findGets);
    // Rejects invalid input now instead of when the URL is used.
    checkAs("body.path", () => endpoints.checkGet(path));
    return { success: true, url: origin + signed.path, ...signed };
  },
});

/** Runs a check. Throws its error as `invalid_input` for the given field. */
function checkAs(at: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    throw new HubError("invalid_input", `${at} would always be refused: ${error.message}`, { at });
  }
}
