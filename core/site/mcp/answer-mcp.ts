import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  SUPPORTED_PROTOCOL_VERSIONS,
  type Tool,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { type Static, type TObject, Type as t } from "@sinclair/typebox";
import type { Call } from "../../accounts/call.ts";
import { readApiKey } from "../../accounts/credentials.ts";
import { HubError } from "../../contract/errors.ts";
import { Input } from "../../host/handler/input.ts";
import { hubTitle } from "../docs/page/page.ts";
import { publishSchema } from "../examples/published.ts";
import type { CallsDoor } from "../view/own-doors.ts";
import type { Catalogue, Site } from "../view/site.ts";
import { buildEndpointRequest, toToolResult } from "./call-endpoint.ts";
import {
  buildEndpointSummary,
  describe,
  getNamedEndpoints,
  type NamedEndpoint,
} from "./endpoints.ts";
import { searchEndpoints } from "./search-endpoints.ts";

/** The context of an MCP message. */
interface McpContext {
  site: Pick<Site, "plugins" | "version" | "signup">;
  calls: Pick<CallsDoor, "ask">;
  call: Call;
  /** The base URL of the hub. */
  base: string;
}

/** A tool: its definition for models, and its handler. */
interface RunnableTool {
  definition: Tool;
  /** Validates the arguments and runs the tool. Throws `invalid_input`. */
  run(given: unknown, context: McpContext): Promise<CallToolResult>;
}

/**
 * Answers one message of the Model Context Protocol. There are no sessions, so any process of the hub
 * can answer any message.
 */
export async function answerMcp(context: McpContext, message: unknown): Promise<Response> {
  const { site, call } = context;
  let failure: unknown;
  const server = new Server(
    { name: hubTitle, title: hubTitle, version: site.version },
    { capabilities: { tools: {} }, instructions: buildInstructions(site), jsonSchemaValidator },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: [...tools.values()].map(({ definition }) => definition),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) {
      const name = JSON.stringify(params.name.slice(0, 100));
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`);
    }
    try {
      return await tool.run(params.arguments ?? {}, context);
    } catch (error) {
      if (error instanceof HubError) return buildRefusal(error);
      failure = error;
      throw new ProtocolError(
        ProtocolErrorCode.InternalError,
        "Internal error: the cause is in the log of the hub",
      );
    }
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const answer = await transport.handleRequest(buildTransportRequest(call), {
      parsedBody: message,
    });
    const text = await answer.text();
    // The hub logs the cause and doesn't show it to the caller.
    if (failure !== undefined) throw failure;
    // The library reports the supported versions, but not why a message is invalid.
    if (answer.status === 400 && hasKnownVersion(call.request))
      throw new HubError("invalid_input", "The body is not a JSON-RPC 2.0 message", { at: "body" });
    return new Response(text, { status: answer.status });
  } finally {
    await server.close();
  }
}

/** Returns whether a request names a supported protocol version or omits it. */
function hasKnownVersion({ headers }: Request): boolean {
  const version = headers.get(versionHeader);
  return version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
}

const versionHeader = "mcp-protocol-version";

/** Required by the library but never used. Shared, because creating one takes longer than a response. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** Builds the request for the transport. Clients needn't accept streams, because they never get one. */
function buildTransportRequest({ request }: Call): Request {
  const version = request.headers.get(versionHeader);
  return new Request(request.url, {
    method: "POST",
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      ...(version !== null && { [versionHeader]: version }),
    },
  });
}

function buildInstructions({ plugins }: Pick<Catalogue, "plugins">): string {
  const services = plugins.map(({ plugin: { manifest } }) => manifest.title).join(", ");
  return `${getNamedEndpoints(plugins).size} endpoints of small utility services: ${services}. Find one with search_endpoints, read its arguments with describe_endpoint, and call it with call_endpoint.`;
}

const name = t.String({ maxLength: 200, description: "Endpoint name from search_endpoints" });

const tools: ReadonlyMap<string, RunnableTool> = new Map(
  [
    createTool(
      {
        name: "search_endpoints",
        title: "Search endpoints",
        description:
          "Searches the endpoints of this hub's services. Returns their names, summaries and costs, best match first.",
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      t.Object(
        {
          query: t.String({
            minLength: 1,
            maxLength: 200,
            description: "The task in a few English words: `draw a qr code`",
          }),
          limit: t.Integer({
            minimum: 1,
            maximum: 25,
            default: 8,
            description: "Maximum number of results",
          }),
        },
        { additionalProperties: false },
      ),
      async (given, { site }) => {
        const found = await searchEndpoints(site.plugins, given);
        return objectResult({ endpoints: found.map(buildEndpointSummary) });
      },
    ),
    createTool(
      {
        name: "describe_endpoint",
        title: "Describe an endpoint",
        description:
          "Returns the purpose and cost of an endpoint, the JSON Schema of its arguments, and a working example.",
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      t.Object({ name }, { additionalProperties: false }),
      async ({ name }, { site }) => objectResult(await describe(getNamedEndpoint(site, name))),
    ),
    createTool(
      {
        name: "call_endpoint",
        title: "Call an endpoint",
        description:
          "Calls an endpoint with the API key of this connection. It counts like a call over HTTP. Arguments are grouped as in describe_endpoint. A file is base64, a data: URL, or an object with data, name and type.",
      },
      t.Object(
        {
          name,
          path: t.Optional(t.Record(t.String(), t.Unknown(), { description: "Path parameters" })),
          query: t.Optional(t.Record(t.String(), t.Unknown(), { description: "Query parameters" })),
          body: t.Optional(t.Record(t.String(), t.Unknown(), { description: "Body fields" })),
        },
        { additionalProperties: false },
      ),
      async ({ name, ...given }, context) => {
        const { site, call, calls } = context;
        const endpoint = getNamedEndpoint(site, name);
        const { origin } = new URL(call.request.url);
        const key = getRequiredKey(context);
        const request = buildEndpointRequest(endpoint, given, {
          origin,
          key,
          caller: call.request,
        });
        return toToolResult(await calls.ask(call, request), endpoint);
      },
    ),
  ].map((tool) => [tool.definition.name, tool]),
);

function createTool<Schema extends TObject>(
  definition: Omit<Tool, "inputSchema">,
  schema: Schema,
  run: (given: Static<Schema>, context: McpContext) => Promise<CallToolResult>,
): RunnableTool {
  const input = new Input(schema, "arguments");
  const inputSchema = publishSchema(schema, { sent: true }) as Tool["inputSchema"];
  return {
    definition: { ...definition, inputSchema },
    run: (given, context) => run(input.validate(given) as Static<Schema>, context),
  };
}

function getNamedEndpoint({ plugins }: Pick<Catalogue, "plugins">, name: string): NamedEndpoint {
  const found = getNamedEndpoints(plugins).get(name);
  if (found) return found;
  throw new HubError(
    "not_found",
    `There is no endpoint ${JSON.stringify(name)}: search_endpoints lists their names`,
  );
}

/** Returns the key of a request, which the gate checks later. Throws `missing_api_key`. */
function getRequiredKey({ site, call, base }: McpContext): string {
  const key = readApiKey(call);
  if (key instanceof HubError) throw key;
  if (key !== undefined) return key;
  const way =
    site.signup === "closed" ? "the operator of this hub issues them" : `get one at ${base}/signup`;
  throw new HubError(
    "missing_api_key",
    `A call needs an API key: ${way}, and have the client send it as X-API-Key or as Authorization: Bearer`,
  );
}

function objectResult(value: Record<string, unknown>): CallToolResult {
  return {
    content: [{ type: "text", text: JSON.stringify(value) }],
    structuredContent: value,
  };
}

function buildRefusal({ status, code, message }: HubError): CallToolResult {
  return { content: [{ type: "text", text: `${status} ${code}: ${message}` }], isError: true };
}
