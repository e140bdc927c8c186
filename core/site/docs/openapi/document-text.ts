import { compressOnce } from "../../../platform/http/compress.ts";
import { cacheFor } from "../page/page.ts";
import { type OpenApiSource, openApi } from "./openapi.ts";

export interface DocumentOptions {
  /** Only this service, which must be one of the hub's. */
  service: string | undefined;
  as: "json" | "yaml";
}

interface WrittenDocument {
  /** The revision of the examples that it shows. */
  revision: string | undefined;
  bytes: Promise<Uint8Array<ArrayBuffer>>;
}

/** Returns the compressed document. It is cached until its examples change. */
export function documentBytes(
  site: OpenApiSource,
  options: DocumentOptions,
): Promise<Uint8Array<ArrayBuffer>> {
  const { revision } = site.examples;
  const name = `openapi.${options.as} ${options.service ?? ""}`;
  const written = cacheFor<Partial<WrittenDocument>>(site, name, () => ({}));
  if (written.bytes === undefined || written.revision !== revision) {
    written.revision = revision;
    written.bytes = writeDocument(site, options);
  }
  return written.bytes;
}

/** Writes the document path by path. Pending requests run after each. */
async function writeDocument(site: OpenApiSource, { service, as }: DocumentOptions) {
  const { paths, components, ...head } = await openApi(site, { service });
  const { writePath, join } = FORMATS[as];
  const written: string[] = [];
  for (const [path, item] of Object.entries(paths)) {
    written.push(writePath({ [path]: item }));
    await Bun.sleep(0);
  }
  return compressOnce(new TextEncoder().encode(join(head, written, { components })));
}

const FORMATS = {
  json: {
    writePath: (path: object) => JSON.stringify(path).slice(1, -1),
    join: (head: object, paths: readonly string[], end: object) =>
      `${JSON.stringify(head).slice(0, -1)},"paths":{${paths}},${JSON.stringify(end).slice(1)}`,
  },
  yaml: {
    writePath: (path: object) => writeYaml({ paths: path }).slice("paths:\n".length),
    join: (head: object, paths: readonly string[], end: object) =>
      [writeYaml(head), paths.length > 0 ? "paths:" : "paths: {}", ...paths, writeYaml(end)].join(
        "\n",
      ),
  },
};

/** Writes YAML. The JSON round trip removes undefined values, which YAML can't represent. */
function writeYaml(value: object): string {
  return Bun.YAML.stringify(JSON.parse(JSON.stringify(value)), null, 2);
}
