import { HubError, t } from "hub";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Sign the address of a GET, so that it needs no key",
  description:
    "For an `<img>`, a README or an `og:image`: whoever has the address may fetch it, and it counts for the account, until it expires or the key that signed it ends. It is held to the rights of that key, its addresses included. Nothing of it can be changed. The answers may be kept by caches, for a day at most.",
  body: t.Object({
    path: t.String({
      minLength: 1,
      maxLength: 100_000,
      description: "The path of an endpoint that wants a key, with its query and without a key",
    }),
    expires_in: t.Integer({
      default: 30 * 86_400,
      minimum: 60,
      maximum: 10 * 365 * 86_400,
      description: "After how many seconds the address ends",
    }),
  }),
  response: t.Object({
    success: t.Boolean(),
    url: t.String({ description: "The whole address" }),
    path: t.String({ description: "The same without the hub's own" }),
    expires_at: t.String({ description: "When it ends, ISO 8601" }),
  }),
  cache: "never",
  example: {
    body: { path: "/api/qr/generate?data=hello", expires_in: 86_400 },
  },
  async handler({ body: { path, expires_in }, keys, endpoints, call, origin }) {
    const { findGets } = endpoints;
    const signed = await keys.sign(call, { path, seconds: expires_in }, findGets);
    // The caller would learn it only when the URL is in use.
    checkAs("body.path", () => endpoints.checkGet(path));
    return { success: true, url: origin + signed.path, ...signed };
  },
});

/** Runs a check of a value. Throws its error as one of the field that holds the value. */
function checkAs(at: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof HubError)) throw error;
    throw new HubError("invalid_input", `${at} would always be refused: ${error.message}`, { at });
  }
}
