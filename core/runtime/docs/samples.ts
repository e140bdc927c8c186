import type { LoadedRoute } from "../load/loaded-plugin.ts";
import { type SampleCall, type SampleOptions, sampleCallOf } from "./sample-call.ts";

/** A route's example in one language. */
export interface Sample {
  language: string;
  code: string;
}

/** Writes a route's example as it is called from a shell, from JavaScript and from Python. */
export function samplesOf(loaded: LoadedRoute, options: SampleOptions): Sample[] {
  const call = sampleCallOf(loaded, options);
  return [
    { language: "curl", code: curl(call) },
    { language: "JavaScript", code: javascript(call) },
    { language: "Python", code: python(call) },
  ];
}

/** Writes a call for JavaScript: anything that has `fetch`; files as Node, Bun and Deno read them. */
function javascript(call: SampleCall): string {
  const { url, saved } = call;
  const options = optionsOf(call);
  const end = options.length > 0 ? `, {\n${options.map((line) => `  ${line},\n`).join("")}}` : "";
  return [
    ...formOf(call),
    `const response = await fetch(${JSON.stringify(url)}${end});`,
    "if (!response.ok) throw new Error((await response.json()).detail);",
    saved
      ? "const bytes = new Uint8Array(await response.arrayBuffer());"
      : "console.log(await response.json());",
  ].join("\n");
}

function optionsOf({ method, key, json, files }: SampleCall): string[] {
  const headers = [
    ...(key ? [`"X-API-Key": "${key}"`] : []),
    ...(json !== undefined ? [`"Content-Type": "application/json"`] : []),
  ];
  return [
    ...(method === "GET" ? [] : [`method: "${method}"`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(", ")} }`] : []),
    ...(json !== undefined
      ? [`body: JSON.stringify(${JSON.stringify(json, null, 2).replaceAll("\n", "\n  ")})`]
      : []),
    ...(files.length > 0 ? ["body: form"] : []),
  ];
}

function formOf({ texts, files }: SampleCall): string[] {
  if (files.length === 0) return [];
  return [
    `import { openAsBlob } from "node:fs";`,
    "",
    "const form = new FormData();",
    ...texts.map(([name, value]) => append(name, JSON.stringify(value))),
    ...files.map(([name, { name: path, type }]) => {
      const file = JSON.stringify(path);
      return append(name, `await openAsBlob(${file}, { type: "${type}" }), ${file}`);
    }),
  ];
}

function append(name: string, value: string): string {
  return `form.append("${name}", ${value});`;
}

/** Writes a call for Python and its `requests`. */
function python({ method, url, key, json, texts, files, saved }: SampleCall): string {
  const options = [
    literal(url),
    ...(key ? [`headers={"X-API-Key": "${key}"}`] : []),
    ...(json !== undefined ? [`json=${literal(json)}`] : []),
    ...(texts.length > 0 ? [`data=${literal(Object.fromEntries(group(texts)))}`] : []),
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
function group(texts: readonly [string, string][]): Map<string, string | string[]> {
  const fields = new Map<string, string | string[]>();
  for (const [name, value] of texts) {
    const known = fields.get(name);
    fields.set(name, known === undefined ? value : [known, value].flat());
  }
  return fields;
}

/** Writes a call for a shell. */
export function curl({ method, url, key, json, texts, files, saved }: SampleCall): string {
  const implied = json !== undefined || files.length > 0 ? "POST" : "GET";
  return [
    `curl ${method === implied ? "" : `-X ${method} `}${quote(url)}`,
    ...(key ? [`-H ${quote(`X-API-Key: ${key}`)}`] : []),
    ...(json !== undefined
      ? [`-H ${quote("Content-Type: application/json")}`, `-d ${quote(JSON.stringify(json))}`]
      : []),
    // Unlike -F it takes a value as it is, were it to begin with @ or <.
    ...texts.map(([name, value]) => `--form-string ${quote(`${name}=${value}`)}`),
    ...files.map(([name, file]) => `-F ${quote(`${name}=@${file.name};type=${file.type}`)}`),
    ...(saved ? [`-o ${saved}`] : []),
  ].join(" \\\n  ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
