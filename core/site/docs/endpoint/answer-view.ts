import { readCsv } from "../../../lib/csv.ts";
import { type Html, html } from "../../../lib/html.ts";
import type { CapturedAnswer } from "../../examples/captured-answers.ts";
import { bytes as sizeText } from "../openapi/facts.ts";

/** Levels of JSON that are expanded. */
const openDepth = 2;
/** Maximum number of items shown per list or object. */
const itemsMax = 40;
/** Maximum number of values shown per response. */
const valuesMax = 400;
/** Maximum length of a text, in characters. */
const textMax = 300;
const plainMax = 4000;
const rowsMax = 12;
const entriesMax = 30;

interface ShowOptions {
  /** The path of the response. */
  address: string;
  /** The endpoint's summary, used as alternative text. */
  summary: string;
}

/** Renders a response by its media type: as an image, audio, a table or a JSON tree. */
export function showAnswer(answer: CapturedAnswer, { address, summary }: ShowOptions): Html {
  const { status, type, bytes, version, location } = answer;
  const href = `${address}?v=${version}`;
  const size = bytes ? sizeText(bytes.byteLength) : "too large to store";
  const isFine = status < 400;
  return html`<p class="outcome"><span class="status ${isFine ? "fine" : "failed"}">${status}</span> <span>${type || "no content"}</span> <span>${size}</span>${
    bytes && bytes.byteLength > 0 && html` <a href="${href}" target="_blank">Open</a>`
  }</p>
${!isFine && html`<p class="honest">${whyFailed(status)}</p>`}
${location !== undefined && html`<p>Redirects to <code dir="auto">${location}</code></p>`}
${bytes && bytes.byteLength > 0 && renderBody({ ...answer, bytes }, { href, summary })}`;
}

/** Shows the form of a response that isn't captured yet: a JSON value, or the media type of a file. */
export function showPreview(
  preview: { type: string; value?: unknown },
  { address }: Pick<ShowOptions, "address">,
): Html {
  const { type, value } = preview;
  return html`<p class="outcome"><span>${type}</span> <a href="${address}" target="_blank">Open</a></p>
${value === undefined ? html`<p class="note">A file, which the hub is creating.</p>` : renderJson(JSON.stringify(value))}`;
}

/** Explains why an example response is an error. */
function whyFailed(status: number): string {
  return status === 404
    ? "This is the response to the example when no data is stored."
    : "The example failed with this response. The hub tries again in a few minutes.";
}

function renderBody(
  { type, bytes, picture }: CapturedAnswer & { bytes: Uint8Array },
  { href, summary }: { href: string; summary: string },
): Html {
  if (type.startsWith("image/"))
    return html`<figure class="shot"><img src="${href}" alt="Example response: ${summary}" loading="lazy"></figure>`;
  if (type.startsWith("audio/"))
    return html`<audio controls preload="metadata" src="${href}" aria-label="Example response: ${summary}"></audio>`;
  if (type === "application/pdf")
    return picture
      ? html`<figure class="shot page"><a href="${href}" target="_blank"><img src="${href}&amp;part=picture" alt="First page of the PDF: ${summary}" loading="lazy"></a></figure>`
      : html`<p>A PDF that opens in a new window.</p>`;
  if (isJsonType(type)) return renderJson(decodeText(bytes));
  if (type === "text/csv") return renderTable(decodeText(bytes));
  if (type === "application/zip") return renderZipEntries(bytes);
  if (/^text\/|xml|yaml|javascript/.test(type)) return renderText(decodeText(bytes));
  return html`<p>Binary data.</p>`;
}

function isJsonType(type: string): boolean {
  return type === "application/json" || type.endsWith("+json");
}

function decodeText(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function renderText(text: string): Html {
  const cut = text.length > plainMax;
  return html`<pre tabindex="0" dir="auto">${text.slice(0, plainMax)}${cut && "\n…"}</pre>`;
}

function renderJson(text: string): Html {
  try {
    const left = { values: valuesMax };
    return html`<div class="json" tabindex="0" role="group" aria-label="Response as JSON">${renderTree(JSON.parse(text), { depth: 0, left })}</div>`;
  } catch {
    return renderText(text);
  }
}

/** Position in a JSON tree and the number of values left to show. */
interface Tree {
  depth: number;
  left: { values: number };
}

/** Renders a value as a tree that expands without JavaScript. */
function renderTree(value: unknown, tree: Tree, name?: string): Html {
  tree.left.values--;
  const label = name !== undefined && html`<span class="k">${JSON.stringify(name)}</span>: `;
  if (typeof value !== "object" || value === null)
    return html`<div>${label}${renderScalar(value)}</div>`;
  const isList = Array.isArray(value);
  const entries = isList ? value.map((item) => [undefined, item] as const) : Object.entries(value);
  const [open, close] = isList ? "[]" : "{}";
  if (entries.length === 0) return html`<div>${label}${open}${close}</div>`;
  const room = Math.max(1, Math.min(itemsMax, tree.left.values));
  const shown = entries.slice(0, room);
  const inner = { ...tree, depth: tree.depth + 1 };
  const count = `${entries.length} ${isList ? "item" : "field"}${entries.length === 1 ? "" : "s"}`;
  return html`<details${tree.depth < openDepth && html` open`}><summary>${label}${open}<span class="count">${count}</span></summary><div class="in">${shown.map(
    ([key, item]) => renderTree(item, inner, key),
  )}${entries.length > room && html`<div class="count">and ${entries.length - room} more</div>`}</div>${close}</details>`;
}

function renderScalar(value: unknown): Html {
  if (typeof value === "string") {
    const cut = value.length > textMax;
    const text = JSON.stringify(cut ? value.slice(0, textMax) : value);
    return html`<bdi class="s">${text}</bdi>${cut && html`<span class="count">… ${value.length} characters</span>`}`;
  }
  return html`<span class="${typeof value === "number" ? "n" : "b"}">${String(value)}</span>`;
}

function renderTable(text: string): Html {
  try {
    const [head = [], ...rows] = readCsv(text, { refuse: (fault) => new Error(fault) });
    return html`<div class="scroll" tabindex="0" role="group" aria-label="Response as a table"><table><thead><tr>${head.map((cell) => html`<th scope="col" dir="auto">${cell}</th>`)}</tr></thead><tbody>${rows
      .slice(0, rowsMax)
      .map(
        (row) => html`<tr>${row.map((cell) => html`<td dir="auto">${cell}</td>`)}</tr>`,
      )}</tbody></table></div>${
      rows.length > rowsMax && html`<p>and ${rows.length - rowsMax} more rows</p>`
    }`;
  } catch {
    return renderText(text);
  }
}

function renderZipEntries(bytes: Uint8Array): Html {
  const entries = zipEntries(bytes);
  return html`<ul class="entries">${entries
    .slice(0, entriesMax)
    .map(
      ({ name, size }) =>
        html`<li><code dir="auto">${name}</code> <span class="count">${sizeText(size)}</span></li>`,
    )}</ul>${
    entries.length > entriesMax && html`<p>and ${entries.length - entriesMax} more files</p>`
  }`;
}

/** Reads names and sizes from the central directory (APPNOTE 4.3.12) of a ZIP that the hub created. */
function zipEntries(bytes: Uint8Array): { name: string; size: number }[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: { name: string; size: number }[] = [];
  let at = -1;
  for (let end = bytes.byteLength - 22; end >= 0 && at === -1; end--)
    if (view.getUint32(end, true) === 0x06054b50) at = view.getUint32(end + 16, true);
  while (at >= 0 && at + 46 <= bytes.byteLength && view.getUint32(at, true) === 0x02014b50) {
    const [name, extra, comment] = [28, 30, 32].map((place) =>
      view.getUint16(at + place, true),
    ) as [number, number, number];
    entries.push({
      name: decodeText(bytes.subarray(at + 46, at + 46 + name)),
      size: view.getUint32(at + 24, true),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}
