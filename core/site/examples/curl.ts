import type { SampleCall } from "./sample-call.ts";

/** Writes a call for a shell. */
export function curl({ method, url, key, json, texts, files, saved }: SampleCall): string {
  const implied = json !== undefined || files.length > 0 ? "POST" : "GET";
  return [
    `curl ${method === implied ? "" : `-X ${method} `}${quote(url)}`,
    ...(key ? [`-H ${quote(`X-API-Key: ${key}`)}`] : []),
    ...(json !== undefined
      ? [`-H ${quote("Content-Type: application/json")}`, `-d ${quote(JSON.stringify(json))}`]
      : []),
    ...texts.map(([name, value]) => writeText(`${name}=${value}`)),
    ...files.map(([name, file]) => writeFile(`${name}=@${quoteName(file)}${typeSuffix(file)}`)),
    ...(saved ? [`-o ${saved}`] : []),
  ].join(" \\\n  ");
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns the media type of a file for curl, unless curl knows it by the extension. */
function typeSuffix({ name, type }: File): string {
  const isKnown = /\.(?:gif|jpe?g|png|svg|txt|html?|pdf|xml)$/.test(name);
  return isKnown ? "" : `;type=${type}`;
}

/** Quotes a file name in which curl would find several, or a media type. */
function quoteName({ name }: File): string {
  return /[,;"\\]/.test(name) ? `"${name.replace(/["\\]/g, "\\$&")}"` : name;
}

function writeFile(part: string): string {
  return `-F ${isPlain(part) ? part : quote(part)}`;
}

/** Unlike -F, --form-string doesn't interpret a leading @ or <, or a semicolon. */
function writeText(part: string): string {
  return isPlain(part) && !part.includes("=@") ? `-F ${part}` : `--form-string ${quote(part)}`;
}

/** Returns whether neither the shell nor curl treats a character of a text specially. */
function isPlain(text: string): boolean {
  return /^[\w=@,.:/+-]+$/.test(text);
}
