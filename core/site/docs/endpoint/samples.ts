import { goNative } from "@scalar/snippetz/plugins/go/native";
import { phpGuzzle } from "@scalar/snippetz/plugins/php/guzzle";
import { pythonRequests } from "@scalar/snippetz/plugins/python/requests";
import type { LoadedRoute } from "../../../host/plugin/loaded-plugin.ts";
import { curl } from "../../examples/curl.ts";
import {
  buildSampleCall,
  type SampleCall,
  type SampleOptions,
} from "../../examples/sample-call.ts";

/** A route's example in one language. */
export interface Sample {
  language: string;
  code: string;
}

/** Writes a route's example as code for curl and four languages. */
export function buildSamples(loaded: LoadedRoute, options: SampleOptions): Sample[] {
  const call = buildSampleCall(loaded, options);
  return [
    { language: "curl", code: curl(call) },
    { language: "JavaScript", code: javascript(call) },
    { language: "Python", code: python(call) },
    { language: "PHP", code: php(call) },
    { language: "Go", code: go(call) },
  ];
}

/** Writes a call for JavaScript: anything that has `fetch`; files as Node, Bun and Deno read them. */
function javascript(call: SampleCall): string {
  const { url, saved } = call;
  const options = listFetchOptions(call);
  const end = options.length > 0 ? `, {\n${options.map((line) => `  ${line},\n`).join("")}}` : "";
  return [
    ...buildPreamble(call),
    `const response = await fetch(${JSON.stringify(url)}${end});`,
    "if (!response.ok) throw new Error((await response.json()).detail);",
    saved
      ? `await writeFile("${saved}", new Uint8Array(await response.arrayBuffer()));`
      : "console.log(await response.json());",
  ].join("\n");
}

function listFetchOptions({ method, key, json, files }: SampleCall): string[] {
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

function buildPreamble({ texts, files, saved }: SampleCall): string[] {
  const imports = [
    ...(files.length > 0 ? [`import { openAsBlob } from "node:fs";`] : []),
    ...(saved ? [`import { writeFile } from "node:fs/promises";`] : []),
  ];
  if (imports.length > 0) imports.push("");
  if (files.length === 0) return imports;
  return [
    ...imports,
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

/**
 * Writes a call for Python's `requests` with snippetz, which also writes PHP and Go. It isn't used for
 * JavaScript, since it sends empty files, or for curl, since it treats texts that start with @ as file names.
 */
function python(call: SampleCall): string {
  const { saved } = call;
  return [
    "import requests",
    "",
    `response = ${pythonRequests.generate(toHar(call))}`,
    "response.raise_for_status()",
    saved
      ? `with open("${saved}", "wb") as file:\n    file.write(response.content)`
      : "print(response.json())",
  ].join("\n");
}

/** Writes a call for PHP and Guzzle, which throws for error responses. */
function php(call: SampleCall): string {
  const { saved } = call;
  return [
    "<?php",
    "require 'vendor/autoload.php';",
    "",
    phpGuzzle.generate(toHar(call)),
    "",
    saved ? `file_put_contents('${saved}', $response->getBody());` : "echo $response->getBody();",
  ].join("\n");
}

/** Writes a program for Go with its standard library. */
function go(call: SampleCall): string {
  const { saved } = call;
  const code = goNative.generate(toHar(call));
  const at = code.indexOf("\n\tfmt.Println(res)\n");
  if (at === -1) throw new Error("Cannot find where the Go of a sample ends");
  const program = code.slice(0, at).replace("res, _ := http", "res, err := http");
  const [head, body] = splitAt(program, "\tdefer res.Body.Close()");
  const start = saved ? addImport(head, "os").replace('\t"fmt"\n', "") : head;
  const end = saved
    ? [`\tif err := os.WriteFile("${saved}", body, 0o644); err != nil {`, "\t\tpanic(err)", "\t}"]
    : ["\tfmt.Println(string(body))"];
  return [
    `${start}\tif err != nil {`,
    "\t\tpanic(err)",
    "\t}",
    body,
    "\tif res.StatusCode >= 400 {",
    "\t\tpanic(string(body))",
    "\t}",
    ...end,
    "}",
  ].join("\n");
}

function splitAt(text: string, mark: string): [before: string, rest: string] {
  const at = text.indexOf(mark);
  return [text.slice(0, at), text.slice(at)];
}

/** Adds an import to a program, in gofmt's order. */
function addImport(program: string, name: string): string {
  const [start = "", ...rest] = program.split("import (\n");
  const [list = "", ...others] = rest.join("import (\n").split("\n)");
  const names = new Set([...list.split("\n"), `\t"${name}"`]);
  return `${start}import (\n${[...names].sort().join("\n")}\n)${others.join("\n)")}`;
}

/** Converts a call to HTTP Archive (HAR) format for the library. */
function toHar({ method, url, key, json, texts, files }: SampleCall) {
  const isForm = files.length > 0;
  return {
    method,
    // Some languages write an address between single quotes.
    url: url.replaceAll("'", "%27"),
    httpVersion: "HTTP/1.1",
    headers: [
      ...(key ? [{ name: "X-API-Key", value: key }] : []),
      ...(json !== undefined ? [{ name: "Content-Type", value: "application/json" }] : []),
    ],
    queryString: [],
    cookies: [],
    headersSize: -1,
    bodySize: -1,
    ...(json !== undefined && {
      postData: { mimeType: "application/json", text: JSON.stringify(json) },
    }),
    ...(isForm && {
      postData: {
        mimeType: "multipart/form-data",
        params: [
          ...texts.map(([name, value]) => ({ name, value })),
          ...files.map(([name, { name: fileName, type: contentType }]) => ({
            ...{ name, fileName, contentType },
          })),
        ],
      },
    }),
  };
}
