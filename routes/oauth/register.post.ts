import { binary, reply, t } from "hub";
import { ownRoutes } from "../../core/site/view/own-routes.ts";

export default ownRoutes.route({
  summary: "Register an OAuth client",
  description:
    "Returns the ID of a public client (RFC 7591), with which an MCP client asks people for access. Nothing is stored: the ID contains the signed values.",
  body: t.Object(
    {
      client_name: t.Optional(t.String({ maxLength: 80, description: "Name shown to people" })),
      redirect_uris: t.Array(t.String({ maxLength: 500 }), {
        minItems: 1,
        maxItems: 5,
        description: "URLs to which people return: `https://`, or `http://` on their own machine",
      }),
    },
    { additionalProperties: true },
  ),
  response: binary("application/json"),
  statuses: [201],
  cache: "never",
  bodyBytesMax: 16_384,
  example: { body: { client_name: "Editor", redirect_uris: ["http://127.0.0.1/callback"] } },
  handler({ body: { client_name: name = "MCP client", redirect_uris }, oauth }) {
    const client_id = oauth.register({ name, redirectUris: redirect_uris });
    const client = { client_id, client_name: name, redirect_uris };
    const text = JSON.stringify({ ...client, token_endpoint_auth_method: "none" });
    return reply(text, { type: "application/json", status: 201 });
  },
});
