import { compressOnce } from "../../platform/http/compress.ts";
import { type OpenApiSource, openApi } from "./openapi.ts";
import { cacheFor } from "./page.ts";

export interface DocumentOptions {
  /** Only this service, which must be one of the hub's. */
  service: string | undefined;
  as: "json" | "yaml";
}

/** The text of the OpenAPI document. */
function documentText(site: OpenApiSource, { service, as }: DocumentOptions): string {
  return WRITERS[as](openApi(site, { service }));
}

/** Returns the compressed document. It is cached until its examples change. */
export function documentBytes(
  site: OpenApiSource,
  options: DocumentOptions,
): Uint8Array<ArrayBuffer> {
  const { revision } = site.examples;
  const name = `openapi.${options.as} ${options.service ?? ""}`;
  const written = cacheFor(site, name, () => ({ revision: "", bytes: new Uint8Array(0) }));
  if (written.bytes.byteLength === 0 || written.revision !== revision) {
    written.revision = revision;
    written.bytes = compressOnce(new TextEncoder().encode(documentText(site, options)));
  }
  return written.bytes;
}

const WRITERS = {
  json: (document: object) => JSON.stringify(document),
  // The JSON round trip removes undefined values, which YAML can't represent.
  yaml: (document: object) => Bun.YAML.stringify(JSON.parse(JSON.stringify(document)), null, 2),
};
