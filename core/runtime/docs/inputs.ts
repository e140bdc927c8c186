import type { ObjectSchema } from "../../contract/schema.ts";
import { type Html, html } from "../../lib/html.ts";
import { fieldList, fieldsOf } from "./fields.ts";
import { publishSchema } from "./published.ts";

/** Shows what an endpoint takes in one part of a request: its path, its query or its body. */
export function describeInput(part: string, schema: ObjectSchema | undefined): Html | undefined {
  if (!schema || Object.keys(schema.properties).length === 0) return undefined;
  return html`<h4>${part}</h4>${fieldList(fieldsOf(publishSchema(schema, { sent: true })))}`;
}
