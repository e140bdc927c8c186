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
import { hubTitle } from "../docs/page.ts";
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

/** Who asks, and what of. */
interface Asking {
  site: Pick<Site, "plugins" | "version" | "signup">;
  calls: Pick<CallsDoor, "ask">;
  call: Call;
  /** The address of the hub. */
  base: string;
}

/** A tool: what a model is told of it, and what it does with arguments that were checked. */
interface ToolWork {
  told: Tool;
  run(given: unknown, asking: Asking): Promise<CallToolResult>;
}

/**
 * Answers one message of the Model Context Protocol. No session is kept, so that any process of the hub
 * answers any message.
 */
export async function answerMcp(asking: Asking, message: unknown): Promise<Response> {
  const { site, call } = asking;
  let failure: unknown;
  const server = new Server(
    { name: hubTitle, title: hubTitle, version: site.version },
    { capabilities: { tools: {} }, instructions: buildInstructions(site), jsonSchemaValidator },
  );
  server.setRequestHandler("tools/list", () => ({
    tools: [...tools.values()].map(({ told }) => told),
  }));
  server.setRequestHandler("tools/call", async ({ params }) => {
    const tool = tools.get(params.name);
    if (!tool) {
      const name = JSON.stringify(params.name.slice(0, 100));
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${name}`);
    }
    try {
      return await tool.run(params.arguments ?? {}, asking);
    } catch (error) {
      if (error instanceof HubError) return refusal(error);
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
    const answer = await transport.handleRequest(requestTo(call), { parsedBody: message });
    const text = await answer.text();
    // The hub logs what broke, and says no more of it than that.
    if (failure !== undefined) throw failure;
    // The library says which versions there are, but not what is wrong with a message.
    if (answer.status === 400 && hasKnownVersion(call.request))
      throw new HubError("invalid_input", "The body is no message of JSON-RPC 2.0", { at: "body" });
    return new Response(text, { status: answer.status });
  } finally {
    await server.close();
  }
}

/** Returns whether a request names a supported version of the protocol, or none. */
function hasKnownVersion({ headers }: Request): boolean {
  const version = headers.get(versionHeader);
  return version === null || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
}

const versionHeader = "mcp-protocol-version";

/** It never checks anything: it is one for all, as to make one takes longer than to answer. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/** A client need not say that it takes streams, as it gets none. */
function requestTo({ request }: Call): Request {
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

const name = t.String({ maxLength: 200, description: "Its name, as search_endpoints tells it" });

const tools: ReadonlyMap<string, ToolWork> = new Map(
  [
    tool(
      {
        name: "search_endpoints",
        title: "Search endpoints",
        description:
          "Finds endpoints of this hub's services by what they do: names, summaries and costs, the best first.",
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      t.Object(
        {
          query: t.String({
            minLength: 1,
            maxLength: 200,
            description: "What is to be done, in a few English words: `draw a qr code`",
          }),
          limit: t.Integer({
            minimum: 1,
            maximum: 25,
            default: 8,
            description: "How many at most",
          }),
        },
        { additionalProperties: false },
      ),
      async (given, { site }) =>
        objectResult({ endpoints: searchEndpoints(site.plugins, given).map(buildEndpointSummary) }),
    ),
    tool(
      {
        name: "describe_endpoint",
        title: "Describe an endpoint",
        description:
          "Tells what an endpoint is for and what it costs, the JSON Schema of its arguments, and an example that works.",
        annotations: { readOnlyHint: true, openWorldHint: false },
      },
      t.Object({ name }, { additionalProperties: false }),
      async ({ name }, { site }) => objectResult(await describe(getNamedEndpoint(site, name))),
    ),
    tool(
      {
        name: "call_endpoint",
        title: "Call an endpoint",
        description:
          "Calls an endpoint with the key of this connection, which counts like a call over HTTP. Arguments are grouped as describe_endpoint tells them. A file is base64, a data: URL, or an object with data, name and type.",
      },
      t.Object(
        {
          name,
          path: t.Optional(
            t.Record(t.String(), t.Unknown(), { description: "Values of its path" }),
          ),
          query: t.Optional(
            t.Record(t.String(), t.Unknown(), { description: "Values of its query" }),
          ),
          body: t.Optional(
            t.Record(t.String(), t.Unknown(), { description: "Fields of its body" }),
          ),
        },
        { additionalProperties: false },
      ),
      async ({ name, ...given }, asking) => {
        const { site, call, calls } = asking;
        const endpoint = getNamedEndpoint(site, name);
        const { origin } = new URL(call.request.url);
        const key = keyFor(asking);
        const request = buildEndpointRequest(endpoint, given, {
          origin,
          key,
          caller: call.request,
        });
        return toToolResult(await calls.ask(call, request), endpoint);
      },
    ),
  ].map((tool) => [tool.told.name, tool]),
);

function tool<Schema extends TObject>(
  told: Omit<Tool, "inputSchema">,
  schema: Schema,
  run: (given: Static<Schema>, asking: Asking) => Promise<CallToolResult>,
): ToolWork {
  const input = new Input(schema, "arguments");
  return {
    told: { ...told, inputSchema: publishSchema(schema, { sent: true }) as Tool["inputSchema"] },
    run: (given, asking) => run(input.validate(given) as Static<Schema>, asking),
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

/** The key of a request. The gate tells whether it is one. */
function keyFor({ site, call, base }: Asking): string {
  const key = readApiKey(call.request);
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

function refusal({ status, code, message }: HubError): CallToolResult {
  return { content: [{ type: "text", text: `${status} ${code}: ${message}` }], isError: true };
}
