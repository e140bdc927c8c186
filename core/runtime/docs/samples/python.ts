import type { SampleCall } from "./call.ts";

/** Writes a call for Python and its `requests`. */
export function python({ method, url, key, json, texts, files, saved }: SampleCall): string {
  const options = [
    literal(url),
    ...(key ? [`headers={"X-API-Key": "${key}"}`] : []),
    ...(json !== undefined ? [`json=${literal(json)}`] : []),
    ...(texts.length > 0 ? [`data=${literal(Object.fromEntries(grouped(texts)))}`] : []),
    ...(files.length > 0
      ? [`files=[\n${files.map((file) => `    ${fileOf(file)},\n`).join("")}]`]
      : []),
  ];
  return [
    "import requests",
    "",
    `response = requests.${method.toLowerCase()}(`,
    ...options.map((option) => `    ${option.replaceAll("\n", "\n    ")},`),
    ")",
    "response.raise_for_status()",
    saved
      ? `with open("${saved}", "wb") as file:\n    file.write(response.content)`
      : "print(response.json())",
  ].join("\n");
}

/** A JSON value as Python writes it. */
function literal(value: unknown, indent = ""): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, inner))
    : Object.entries(value).map(
        ([name, item]) => `${JSON.stringify(name)}: ${literal(item, inner)}`,
      );
  if (items.length === 0) return `${open}${close}`;
  const line = `${open}${items.join(", ")}${close}`;
  // Short enough for a line of its own, as people write it.
  if (line.length <= 60 && !line.includes("\n")) return line;
  return `${open}\n${items.map((item) => `${inner}${item},\n`).join("")}${indent}${close}`;
}

function fileOf([name, { name: path, type }]: [string, File]): string {
  return `("${name}", ("${path}", open("${path}", "rb"), "${type}"))`;
}

/** A field that is sent several times is a list. */
function grouped(texts: readonly [string, string][]): Map<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of texts) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? value : [known, value].flat());
  }
  return fields;
}
