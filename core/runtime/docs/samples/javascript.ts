import type { SampleCall } from "./call.ts";

/** Writes a call for JavaScript: anything that has `fetch`; files as Node, Bun and Deno read them. */
export function javascript(call: SampleCall): string {
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
