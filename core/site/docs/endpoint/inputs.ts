import type { ObjectSchema } from "../../../contract/schema.ts";
import { type Html, html } from "../../../lib/html.ts";
import { publishSchema } from "../../examples/published.ts";
import { fieldList, listSchemaFields } from "./fields.ts";

/**
 * Renders the fields of one part of a request: its path, its query or its body. Fields in the example are
 * never collapsed.
 */
export function describeInput(
  part: string,
  schema: ObjectSchema | undefined,
  example: Record<string, unknown> = {},
): Html | undefined {
  if (!schema || Object.keys(schema.properties).length === 0) return undefined;
  const fields = listSchemaFields(publishSchema(schema, { sent: true }));
  return html`<section><h2>${part}</h2>${fieldList(fields, { shown: Object.keys(example) })}</section>`;
}
