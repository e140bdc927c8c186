import type { ObjectSchema } from "../../contract/schema.ts";
import { type Html, html } from "../../lib/html.ts";
import { publishSchema } from "../examples/published.ts";
import { foldedFieldList, listSchemaFields } from "./fields.ts";

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
  return html`<h4>${part}</h4>${foldedFieldList(fields, Object.keys(example))}`;
}
