import type { HubView } from "../own.ts";
import { keptText } from "./kept-text.ts";
import { openApi } from "./openapi.ts";

export interface DocumentOptions {
  /** Only this service, which must be one of the hub's. */
  service: string | undefined;
  as: "json" | "yaml";
}

/** The text of the OpenAPI document. */
export function documentText(hub: HubView, { service, as }: DocumentOptions): string {
  return keptText(hub, `openapi.${as} ${service ?? ""}`, () =>
    WRITERS[as](openApi(hub, { service })),
  );
}

const WRITERS = {
  json: (document: object) => JSON.stringify(document),
  // What is undefined has no place in YAML either, and JSON leaves it out.
  yaml: (document: object) => Bun.YAML.stringify(JSON.parse(JSON.stringify(document)), null, 2),
};
