import { isFile, listMediaTypes, type ObjectSchema } from "../../contract/schema.ts";
import type { LoadedPlugin, LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { costText, listFacts } from "../docs/openapi/facts.ts";
import { bracePath, buildOperationId } from "../docs/openapi/openapi.ts";
import { cacheFor } from "../docs/page/page.ts";
import { type JsonSchema, listRequired, publishSchema } from "../examples/published.ts";

/** An endpoint of a service, with its operation id in the OpenAPI document. */
export interface NamedEndpoint {
  name: string;
  plugin: LoadedPlugin;
  loaded: LoadedRoute;
}

type Plugins = readonly LoadedPlugin[];

/** Returns the endpoints of the services by name, without the hub's own and the keyless samples. */
export function getNamedEndpoints(plugins: Plugins): ReadonlyMap<string, NamedEndpoint> {
  return cacheFor(plugins, "names", () => {
    const named = plugins.flatMap((plugin) =>
      plugin.routes.map((loaded) => {
        const name = buildOperationId(loaded.method, loaded.path);
        return [name, { name, plugin, loaded }] as const;
      }),
    );
    return new Map(named);
  });
}

/** Builds the search result for an endpoint. */
export function buildEndpointSummary({ name, plugin, loaded: { route } }: NamedEndpoint) {
  return { name, service: plugin.name, summary: route.summary, cost: describeCost(route) };
}

/** Describes an endpoint: its purpose, the schema of its arguments, and an example. */
export async function describe({ name, plugin, loaded }: NamedEndpoint) {
  const { method, path, route } = loaded;
  const { params, query, body, example, response } = route;
  const parts = Object.entries({ path: params, query, body }).flatMap(([part, schema]) =>
    schema ? [[part, schema] as const] : [],
  );
  const media = listMediaTypes(response);
  return {
    name,
    service: plugin.name,
    http: `${method} ${bracePath(path)}`,
    summary: route.summary,
    description: listFacts(plugin, loaded, { isTool: true }).join("\n\n"),
    cost: describeCost(route),
    ...(media.length > 0 && { media_types: media }),
    arguments: {
      type: "object",
      properties: Object.fromEntries(
        parts.map(([part, schema]) => [part, buildRequestSchema(schema)]),
      ),
      required: parts.flatMap(([part, schema]) =>
        part === "path" || listRequired(schema, { sent: true }).length > 0 ? [part] : [],
      ),
      additionalProperties: false,
    },
    example: await writeExample({ path: example.params, query: example.query, body: example.body }),
  };
}

function describeCost(route: LoadedRoute["route"]): string {
  return route.cost === undefined ? "A call costs 1 unit of the day." : costText(route);
}

/** Builds the schema of a request part, in which a file is a string or an object that contains it. */
function buildRequestSchema(schema: ObjectSchema): JsonSchema {
  const published = publishSchema(schema, { sent: true });
  const properties = Object.entries(published.properties as Record<string, JsonSchema>).map(
    ([name, property]) => {
      const own = schema.properties[name];
      if (own && isFile(own)) return [name, buildFileSchema(property)];
      if (own?.items && isFile(own.items))
        return [name, { ...property, items: buildFileSchema(property.items as JsonSchema) }];
      return [name, property];
    },
  );
  return { ...published, properties: Object.fromEntries(properties) };
}

function buildFileSchema({ type, format, ...rest }: JsonSchema): JsonSchema {
  void [type, format];
  return {
    ...rest,
    anyOf: [
      { type: "string", description: "The file as base64 or as a data: URL with its media type" },
      {
        type: "object",
        properties: {
          data: { type: "string", description: "The file, in the same form" },
          name: { type: "string" },
          type: { type: "string", description: "The media type" },
        },
        required: ["data"],
      },
    ],
  };
}

/** Writes an example as tool arguments. A file becomes an object with `data`, `name` and `type`. */
async function writeExample(value: unknown): Promise<unknown> {
  if (value instanceof File) {
    const data = Buffer.from(await value.arrayBuffer()).toString("base64");
    return { data, name: value.name, type: value.type };
  }
  if (Array.isArray(value)) return Promise.all(value.map(writeExample));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  return Object.fromEntries(
    await Promise.all(entries.map(async ([name, item]) => [name, await writeExample(item)])),
  );
}
