import { Type as t } from "@sinclair/typebox";
import { HubError } from "../../../contract/errors.ts";
import { isFile, type ObjectSchema } from "../../../contract/schema.ts";
import { type JsonSchema, listRequired, publishSchema } from "../../examples/published.ts";
import type { Catalogue } from "../../view/site.ts";

/** Query parameter that selects one service. */
export const serviceQuery = t.Object({
  service: t.Optional(
    t.String({
      maxLength: 100,
      description: "Name of a service, or `hub`, to return only that service",
    }),
  ),
});

/** A parameter, as OpenAPI describes it. */
export interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: unknown;
  schema?: JsonSchema;
  example?: unknown;
}

/** Describes the named values of a path or a query as OpenAPI's parameters. */
export function buildParameters(
  place: "path" | "query",
  schema: ObjectSchema | undefined,
  example: Readonly<Record<string, unknown>> = {},
): Parameter[] {
  if (!schema) return [];
  const required = listRequired(schema, { sent: true });
  return Object.entries(schema.properties).map(([name, property]) =>
    buildParameter(
      { name, in: place, required: place === "path" || required.includes(name) },
      { schema: publishSchema(property, { sent: true }), example: example[name] },
    ),
  );
}

/** Describes a trial's parameters: those of its path, and any other value of the route as query. */
export function buildTrialParameters(
  path: string,
  parts: readonly { schema: ObjectSchema; example: Readonly<Record<string, unknown>> }[],
): Parameter[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  const names = new Set<string>();
  return parts.flatMap(({ schema, example }) =>
    Object.entries(schema.properties).flatMap(([name, property]) => {
      // Files can't be part of a URL. If several parts have a parameter of this name, the first wins.
      if (names.has(name) || isFile(property)) return [];
      names.add(name);
      const given = example[name];
      const isInPath = inPath.includes(name);
      const { description, ...value } = publishSchema(property, { sent: true });
      return buildParameter(
        { name, in: isInPath ? "path" : "query", required: isInPath },
        {
          schema: { ...(description !== undefined && { description }), ...value },
          example: given,
        },
      );
    }),
  );
}

function buildParameter(
  base: { name: string; in: "path" | "query"; required: boolean },
  { schema: { description, ...schema }, example }: { schema: JsonSchema; example: unknown },
): Parameter {
  const parameter = { ...base, ...(description !== undefined && { description }) };
  // A path has no defaults. openapi-python-client would write an optional argument before required ones.
  if (base.in === "path") delete schema.default;
  // A list in a path is written with commas. Some generated clients only write texts and numbers there.
  if (base.in === "path" && schema.type === "array") {
    const text = { type: "string", minLength: 1 };
    const shown = Array.isArray(example) ? example.join() : example;
    return { ...parameter, schema: text, ...(shown !== undefined && { example: shown }) };
  }
  if (schema.type !== "object")
    return { ...parameter, schema, ...(example !== undefined && { example }) };
  // An object is written into a query as JSON. Some client generators crash at parameters with `content`.
  const text = { type: "string", contentMediaType: "application/json", contentSchema: schema };
  const shown = example !== undefined && { example: JSON.stringify(example) };
  return { ...parameter, schema: text, ...shown };
}

/** Returns the service in a query. Throws if it doesn't exist. */
export function validateService(
  { plugins, own }: Catalogue,
  { service }: { service?: string },
): string | undefined {
  const names = [...plugins, own].map(({ name }) => name);
  if (service === undefined || names.includes(service)) return service;
  throw new HubError(
    "invalid_input",
    `query.service must be the name of a service: it is "${service}", and there are ${names.join(", ")}`,
    { at: "query.service" },
  );
}
