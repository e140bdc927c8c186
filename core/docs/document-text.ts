import type { HubView } from "../own.ts";
import { openApi } from "./openapi.ts";

export interface DocumentOptions {
  /** Only this service, which must be one of the hub's. */
  service: string | undefined;
  as: "json" | "yaml";
}

const kept = new WeakMap<HubView, Map<string, string>>();

/** The text of the OpenAPI document. It is written once: what it tells of does not change. */
export function documentText(hub: HubView, { service, as }: DocumentOptions): string {
  const texts = kept.get(hub) ?? new Map<string, string>();
  kept.set(hub, texts);
  const key = `${as} ${service ?? ""}`;
  const text = texts.get(key) ?? WRITERS[as](openApi(hub, { service }));
  texts.set(key, text);
  return text;
}

const WRITERS = {
  json: (document: object) => JSON.stringify(document),
  // What is undefined has no place in YAML either, and JSON leaves it out.
  yaml: (document: object) => Bun.YAML.stringify(JSON.parse(JSON.stringify(document)), null, 2),
};
