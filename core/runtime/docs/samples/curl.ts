import type { SampleCall } from "./call.ts";

/** Writes a call for a shell. */
export function curl({ method, url, key, json, texts, files, saved }: SampleCall): string {
  const implied = json !== undefined || files.length > 0 ? "POST" : "GET";
  return [
    `curl ${method === implied ? "" : `-X ${method} `}${quoted(url)}`,
    ...(key ? [`-H ${quoted(`X-API-Key: ${key}`)}`] : []),
    ...(json !== undefined
      ? [`-H ${quoted("Content-Type: application/json")}`, `-d ${quoted(JSON.stringify(json))}`]
      : []),
    // Unlike -F it takes a value as it is, were it to begin with @ or <.
    ...texts.map(([name, value]) => `--form-string ${quoted(`${name}=${value}`)}`),
    ...files.map(([name, file]) => `-F ${quoted(`${name}=@${file.name};type=${file.type}`)}`),
    ...(saved ? [`-o ${saved}`] : []),
  ].join(" \\\n  ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
