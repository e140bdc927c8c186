import { createRequire } from "node:module";
import { asTable, type Net } from "hub";
import image from "../plugin.ts";
import { parsePaint } from "./colors.ts";
import { badgeFields } from "./request.ts";
import type { ServiceBadge } from "./shields.ts";

/** The formats of documents that a dynamic badge reads, and the media types to request. */
const documentTypes = {
  json: "application/json",
  yaml: "application/yaml, text/yaml, */*",
  toml: "application/toml, */*",
  xml: "application/xml, text/xml",
} as const;

type DocumentFormat = keyof typeof documentTypes;

/** The limits of a document. Shields keeps a badge for five minutes. */
const { badgeSourceBytesMax, badgeSourceTimeoutMs } = image.limits;
const cacheSeconds = 300;

/** A fault of a document, which the badge itself shows, as at shields.io: a page has no other place for it. */
class DocumentFault extends Error {}

export interface DocumentRequest {
  url: string;
  net: Net<string>;
}

/** Reads a badge in the JSON format of shields.io's endpoint badges. */
export function readEndpoint({ url, net }: DocumentRequest): Promise<ServiceBadge> {
  return showFaults(async () => {
    const text = await fetchText(url, { net, accept: documentTypes.json });
    return parseEndpoint(parseDocument(text, JSON.parse));
  });
}

/** Reads the values that a query selects in a document. */
export function readValues({
  url,
  net,
  ...request
}: DocumentRequest & {
  format: DocumentFormat;
  query: string;
  prefix: string;
  suffix: string;
}): Promise<ServiceBadge> {
  return showFaults(async () => {
    const { format, query, prefix, suffix } = request;
    const text = await fetchText(url, { net, accept: documentTypes[format] });
    const values =
      format === "xml" ? selectXml(text, query) : await selectJson(text, { format, query });
    if (values.length === 0) throw new DocumentFault("no result");
    const message = `${prefix}${values.join(", ")}${suffix}`;
    return { label: "custom badge", message: limit(message), color: "blue", cacheSeconds };
  });
}

async function showFaults(read: () => Promise<ServiceBadge>): Promise<ServiceBadge> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error;
    const fault = { color: "lightgrey", isError: true, cacheSeconds: 60 };
    return { label: "custom badge", message: error.message, ...fault };
  }
}

async function fetchText(
  address: string,
  { net, accept }: { net: Net<string>; accept: string },
): Promise<string> {
  const url = URL.parse(address);
  if (!url || (url.protocol !== "https:" && url.protocol !== "http:"))
    throw image.error(
      "invalid_input",
      `query.url must be an http or https URL: it is ${JSON.stringify(address.slice(0, 80))}`,
      { at: "query.url" },
    );
  try {
    const response = await net(url.href, {
      headers: { accept },
      bodyBytesMax: badgeSourceBytesMax,
      timeoutMs: badgeSourceTimeoutMs,
    });
    if (response.status === 404) throw new DocumentFault("resource not found");
    if (!response.ok) throw new DocumentFault("inaccessible");
    return await response.text();
  } catch (error) {
    // Statuses from 500 are those of an unreachable, slow or large document.
    const { name, status } = error as { name?: string; status?: number };
    if (name !== "HubError" || status === undefined || status < 500) throw error;
    throw new DocumentFault("inaccessible");
  }
}

function parseDocument(text: string, parse: (text: string) => unknown): unknown {
  try {
    return parse(text);
  } catch {
    throw new DocumentFault("unparseable response");
  }
}

async function selectJson(
  text: string,
  { format, query }: { format: Exclude<DocumentFormat, "xml">; query: string },
): Promise<string[]> {
  const parsers = {
    json: async () => JSON.parse,
    // A hundred aliases can't make a large document.
    yaml: async () => {
      const { parse } = await import("yaml");
      return (source: string) => parse(source, { logLevel: "silent" });
    },
    toml: async () => (await import("smol-toml")).parse,
  };
  const parsed = parseDocument(text, await parsers[format]());
  if (typeof parsed !== "object" || parsed === null)
    throw new DocumentFault("resource must contain an object or array");
  const { JSONPath } = await import("jsonpath-plus");
  const values = evaluate(query, () => {
    // The package keeps each query that it has parsed.
    (JSONPath as { cache?: object }).cache = {};
    return JSONPath({ json: parsed, path: query, eval: false, wrap: true });
  });
  return Array.isArray(values) ? values.map(formatValue) : [];
}

/** The parts of the packages that are used. Their own types would add those of browsers to the whole project. */
interface XmlPackages {
  DOMParser: new (options: {
    onError(): void;
  }) => {
    parseFromString(text: string, type: "text/xml"): unknown;
  };
  select(query: string, document: unknown): string | number | boolean | readonly XmlNode[];
}

interface XmlNode {
  nodeValue: string | null;
  textContent: string | null;
}

function selectXml(text: string, query: string): string[] {
  const load = createRequire(import.meta.url);
  const { DOMParser }: XmlPackages = load("@xmldom/xmldom");
  const { select }: XmlPackages = load("xpath");
  const parser = new DOMParser({ onError: () => undefined });
  const parsed = parseDocument(text, (source) => parser.parseFromString(source, "text/xml"));
  const selected = evaluate(query, () => select(query, parsed));
  return typeof selected === "object"
    ? selected.map((node) => node.nodeValue ?? node.textContent ?? "")
    : [String(selected)];
}

/** Runs a query. Its errors are those of the caller. */
function evaluate<T>(query: string, run: () => T): T {
  try {
    return run();
  } catch {
    throw image.error(
      "invalid_input",
      `query.query cannot be evaluated: ${JSON.stringify(query.slice(0, 80))}. JSONPath has no expressions in brackets, XML takes XPath 1.0`,
      { at: "query.query" },
    );
  }
}

function formatValue(value: unknown): string {
  return typeof value === "object" && !(value instanceof Date)
    ? JSON.stringify(value)
    : value instanceof Date
      ? value.toISOString()
      : String(value);
}

function limit(text: string, max: number = badgeFields.message.maxLength ?? 200): string {
  const points = Array.from(text);
  return points.length > max ? `${points.slice(0, max - 1).join("")}…` : text;
}

/** The fields of an endpoint's JSON, and the types of their values. */
const endpointFields: Readonly<Record<string, string>> = asTable({
  ...{ schemaVersion: "number", label: "string", message: "string", color: "string" },
  ...{ labelColor: "string", isError: "boolean", namedLogo: "string", logoSvg: "string" },
  ...{ logoColor: "string", logoSize: "string", logoWidth: "number", logoPosition: "number" },
  ...{ style: "string", cacheSeconds: "number" },
});

function parseEndpoint(value: unknown): ServiceBadge {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new DocumentFault("resource must contain an object");
  const given = value as Readonly<Record<string, unknown>>;
  const invalid = Object.keys(given).filter(
    (name) => !Object.hasOwn(endpointFields, name) || typeof given[name] !== endpointFields[name],
  );
  if (given.schemaVersion !== 1) invalid.push("schemaVersion");
  for (const name of ["label", "message"]) if (!(name in given)) invalid.push(name);
  for (const name of ["color", "labelColor", "logoColor"])
    if (typeof given[name] === "string" && !isColor(given[name])) invalid.push(name);
  if (invalid.length > 0)
    throw new DocumentFault(limit(`invalid properties: ${invalid.join(", ")}`));
  const { logoSvg, namedLogo, style, cacheSeconds: seconds = cacheSeconds, ...badge } = given;
  const svg = typeof logoSvg === "string" ? Buffer.from(logoSvg).toString("base64") : undefined;
  const logo = svg === undefined ? namedLogo : `data:image/svg+xml;base64,${svg}`;
  const isStyle = (badgeFields.style.enum as unknown[]).includes(style);
  return {
    ...badge,
    label: limit(String(given.label), 100),
    message: limit(String(given.message)) || "n/a",
    ...(isStyle && { style }),
    ...(logo !== undefined && logo !== "" && { logo }),
    cacheSeconds: Math.max(cacheSeconds, Number(seconds)),
  } as ServiceBadge;
}

function isColor(text: string): boolean {
  try {
    parsePaint(text, { at: "color", contrast: "usual" });
    return true;
  } catch {
    return false;
  }
}
