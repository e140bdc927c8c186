import { openTable } from "hub/data-file";
import { isJson, nameContent, readText } from "./name-content.ts";
import { type OpenedLayer, openBytes, openText } from "./open-layer.ts";

/** The most layers that are opened. */
const layersMax = 5;

const readKinds = openTable(new URL("./kinds.tsv", import.meta.url), {
  kind: "text",
  title: "text",
  method: ["GET", "POST", ""],
  path: "optional",
  field: "text",
  fixed: "list",
});

/** Names what bytes are, layer by layer, with the endpoint that opens each. */
export async function detectLayers(bytes: Uint8Array) {
  const layers: ReturnType<typeof describeKind>[] = [];
  let content = bytes;
  while (layers.length < layersMax) {
    const opened = await openLayer(content);
    if (!opened) break;
    layers.push(describeKind(opened.kind));
    content = opened.bytes;
  }
  const text = readText(content);
  return {
    layers,
    content: describeKind(text === undefined ? "bytes" : nameContent(text)),
    text: text ?? null,
    data_base64: text === undefined ? content.toBase64() : null,
    bytes: content.length,
  };
}

async function openLayer(bytes: Uint8Array): Promise<OpenedLayer | undefined> {
  const text = readText(bytes);
  if (text === undefined) return openBytes(bytes);
  if (isJson(text)) return undefined;
  for await (const opened of openText(text)) if (isSensible(opened)) return opened;
  return undefined;
}

/** Returns whether opened bytes are text, or can be opened themselves. */
function isSensible({ bytes }: OpenedLayer): boolean {
  return bytes.length > 0 && (readText(bytes) !== undefined || openBytes(bytes) !== undefined);
}

function describeKind(name: string) {
  const row = readKinds().find(({ kind }) => kind === name);
  if (!row) throw new Error(`No kind is named "${name}"`);
  const { kind, title, method, path, field, fixed } = row;
  const fields = Object.fromEntries(fixed.map((pair) => pair.split("=") as [string, string]));
  return { kind, title, open: path ? { method, path, field, fields } : null };
}
