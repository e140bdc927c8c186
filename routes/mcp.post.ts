import { binary, HubError, reply, t } from "hub";
import { isForeignOrigin } from "../core/platform/http/origin.ts";
import { baseOf } from "../core/site/docs/page.ts";
import { ownRoutes } from "../core/site/view/own-routes.ts";

const anything = t.Optional(t.Record(t.String(), t.Unknown()));

/** How many messages an address may send in 60 seconds, with a key or without. */
const pace = { policy: "mcp", perMinute: 300 };

export default ownRoutes.route({
  summary: "Use the services as tools of a language model",
  description: `The Model Context Protocol over streamable HTTP: one JSON-RPC message, answered in JSON, without sessions or streams. Three tools search, describe and call the endpoints of the services. Calls take a key as \`X-API-Key\` or \`Authorization: Bearer\`, and count like those over HTTP. Requests of web pages of other origins are refused, and an address may send ${pace.perMinute} messages in 60 seconds.`,
  body: t.Object({
    jsonrpc: t.Literal("2.0"),
    id: t.Optional(t.Union([t.String({ maxLength: 200 }), t.Integer()])),
    method: t.Optional(t.String({ maxLength: 200, description: "As `tools/call`" })),
    params: anything,
    result: anything,
    error: anything,
  }),
  response: binary("application/json"),
  cache: "never",
  // Room for a file of 8 MiB as base64.
  bodyBytesMax: 12_582_912,
  example: { body: { jsonrpc: "2.0", id: 1, method: "tools/list" } },
  async handler({ body, site, calls, call, request }) {
    if (!site.mcp)
      throw new HubError(
        "not_found",
        "The operator of this hub has switched its tools off (HUB_MCP)",
      );
    const type = "application/json";
    if (isForeignOrigin(request.headers.get("origin"), site.baseUrl())) {
      const error = { code: -32000, message: "Web pages of other origins may not use this hub" };
      const text = JSON.stringify({ jsonrpc: "2.0", id: null, error });
      return reply(text, { type, status: 403 });
    }
    await calls.admit(call, pace);
    // The library of the protocol is some megabytes: whoever does not use it does not load it.
    const { answerMcp } = await import("../core/site/mcp/answer-mcp.ts");
    const answer = await answerMcp({ site, calls, call, base: baseOf(site, request) }, body);
    return reply(await answer.text(), { type, status: answer.status });
  },
});
