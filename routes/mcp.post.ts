import { binary, HubError, reply, t } from "hub";
import { isForeignOrigin } from "../core/platform/http/origin.ts";
import { getBaseUrl } from "../core/site/docs/page/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

const anything = t.Optional(t.Record(t.String(), t.Unknown()));

/** Returns whether a message calls an endpoint, for which a client without a valid key asks its person for access. */
function needsKey({ method, params }: { method?: string; params?: Record<string, unknown> }) {
  return method === "tools/call" && params?.name === "call_endpoint";
}

/** The number of messages per IP address in 60 seconds, with or without a key. */
const pace = { policy: "mcp", perMinute: 300 };

export default ownRoutes.route({
  summary: "Call the services over MCP",
  description: `Accepts one JSON-RPC message of the Model Context Protocol (streamable HTTP) and returns JSON, without sessions or streams. Three tools let a language model search, describe and call the endpoints of the services. Send an API key as \`X-API-Key\` or \`Authorization: Bearer\`. Tool calls count towards the limits like other requests. Cross-origin requests from web pages are rejected. The limit is ${pace.perMinute} messages per IP address in 60 seconds. Without a key, a message can be up to 64 KiB.`,
  body: t.Object({
    jsonrpc: t.Literal("2.0"),
    id: t.Optional(t.Union([t.String({ maxLength: 200 }), t.Integer()])),
    method: t.Optional(t.String({ maxLength: 200, description: "Method, such as `tools/call`" })),
    params: anything,
    result: anything,
    error: anything,
  }),
  response: binary("application/json"),
  cache: "never",
  // Room for a file of 8 MiB as base64.
  bodyBytesMax: 12_582_912,
  // The values are copied between threads.
  bodyValuesMax: 20_000,
  example: { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
  async handler({ body, site, calls, call, keys, oauth, request }) {
    if (!site.mcp) throw new HubError("not_found", "MCP is disabled on this hub (HUB_MCP)");
    const type = "application/json";
    if (isForeignOrigin(request.headers.get("origin"), site.baseUrl())) {
      const error = { code: -32000, message: "Cross-origin requests are not allowed" };
      const text = JSON.stringify({ jsonrpc: "2.0", id: null, error });
      return reply(text, { type, status: 403 });
    }
    await calls.admit(call, pace);
    if (oauth.isOffered && needsKey(body)) {
      const fault = await keys.show(call).catch((error: unknown) => error);
      if (fault instanceof HubError && fault.status === 401) {
        const metadata = `${getBaseUrl(site, request)}/.well-known/oauth-protected-resource`;
        throw new HubError(fault.code as "missing_api_key", fault.message, {
          headers: { "www-authenticate": `Bearer resource_metadata="${metadata}"` },
        });
      }
    }
    // Loaded on first use: the MCP library takes several megabytes.
    const { answerMcp } = await import("../core/site/mcp/answer-mcp.ts");
    const answer = await answerMcp({ site, calls, call, base: getBaseUrl(site, request) }, body);
    return reply(await answer.text(), { type, status: answer.status });
  },
});
