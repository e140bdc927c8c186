import {
  asTable,
  binary,
  cleanFileName,
  oneOf,
  reply,
  t,
  toHeaderText,
  writeAttachment,
} from "hub";
import type { Protected } from "./input/protection.ts";
import type { Comparison } from "./inventory.ts";

type Properties = Parameters<typeof t.Object>[0];

/** How the output is protected, relative to the input. */
const protections = ["none", "kept", "set", "removed"] as const;

/** Declares the response: the file itself, or JSON with the file and these facts. Headers have the facts too. */
export function fileAnswer<Facts extends Properties>(
  mediaTypes: [string, ...string[]],
  facts: Facts = {} as Facts,
) {
  const response = t.Union([
    binary(...mediaTypes),
    t.Object({
      data: t.Object(
        {
          mime: t.String({ description: "The media type of the file" }),
          filename: t.String({ description: "The name to save it under" }),
          bytes: t.Integer({ description: "The size of the file, in bytes" }),
          base64: t.String({ description: "The file" }),
          pages: t.Integer({
            description: "The number of pages in the output, over all its files",
          }),
          input_bytes: t.Integer({ description: "The size of the input, in bytes" }),
          engine: t.String({ description: "The engine that wrote the file" }),
          protection: oneOf(protections, {
            description:
              "Protection of the output: `none`; `kept` for the passwords and restrictions of the input; `set` for new ones; `removed` if the input was protected and the output is not",
          }),
          lost: t.Optional(
            t.String({
              description:
                "The parts of the input that the output lacks, with their number, such as `tags=3,links=1`: `tags`, `links`, `annotations`, `bookmarks`, `page_labels`, `attachments`, `fields`, `metadata`, `pdfa_claim` or `pdfua_claim`",
            }),
          ),
          warnings: t.Optional(
            t.Array(t.String(), {
              description: "A sentence for each part that the output lacks, and for other changes",
            }),
          ),
          ...facts,
        },
        { description: "The file and facts about it" },
      ),
    }),
  ]);
  return { response, headers: nameHeaders(Object.keys(facts)) };
}

/** Returns the headers of a file with these facts: `renamed_fields` is `x-renamed-fields`. */
export function nameHeaders(facts: readonly string[]): string[] {
  const shared = ["pages", "input_bytes", "output_bytes", "engine", "protection", "lost"];
  return [...shared, ...facts].map(toHeaderName);
}

function toHeaderName(fact: string): string {
  return `x-${fact.replaceAll("_", "-")}`;
}

export interface PdfResult {
  bytes: Uint8Array;
  pages: number;
  engine: string;
  /** Default "application/pdf". */
  type?: string;
  /** The size of all inputs together, and the name of the first one if it has a name. */
  input: { inputBytes: number; name?: string | undefined } & Partial<Protected>;
  /** The output's protection. If missing, `answerFile` copies the input's protection. */
  protection?: (typeof protections)[number];
  /**
   * Appended to the input's name if the request sets no name: `merged` gives `report-merged.pdf`.
   */
  suffix: string;
  /**
   * Facts specific to the endpoint. Each is also a header: `renamed_fields` is `X-Renamed-Fields`.
   */
  facts?: Readonly<Record<string, string | number | boolean | null>>;
  /**
   * The files whose parts are compared, without encryption. By default the input and the output. If
   * missing for a file that isn't a PDF, nothing is compared.
   */
  compared?: Omit<Comparison, "lostTags">;
  lostTags?: Comparison["lostTags"];
  /** Sentences about other changes, which follow those about lost parts. */
  warnings?: readonly string[];
  /** Fields that only the JSON response has. */
  details?: Readonly<Record<string, unknown>>;
}

/**
 * Returns the file in the requested form. A PDF made from a protected PDF gets the same protection,
 * unless its endpoint changed it.
 */
export async function answerFile(
  made: PdfResult,
  { response, filename }: { response: "binary" | "json"; filename?: string | undefined },
) {
  const { pages, engine, type = "application/pdf", input } = made;
  const { bytes, protection } = await protectAnswer(made, type);
  const lost = await compareParts(made);
  const facts = { ...made.facts, ...(protection && { protection }) };
  const name = attachment({ filename, inputName: input.name, suffix: made.suffix, type });
  const headers = {
    "content-disposition": name.header,
    "x-pages": String(pages),
    "x-input-bytes": String(input.inputBytes),
    "x-output-bytes": String(bytes.byteLength),
    "x-engine": engine,
    ...Object.fromEntries(
      Object.entries(facts).map(([fact, value]) => [
        toHeaderName(fact),
        toHeaderText(String(value)),
      ]),
    ),
    ...(lost?.value && { "x-lost": lost.value }),
  };
  if (response === "binary") return reply(bytes, { type, headers });
  const data = {
    mime: type,
    filename: name.name,
    bytes: bytes.byteLength,
    base64: bytes.toBase64(),
    pages,
    input_bytes: input.inputBytes,
    engine,
    ...facts,
    ...(lost && { lost: lost.value }),
    ...((lost || made.warnings) && {
      warnings: [...(lost?.warnings ?? []), ...(made.warnings ?? [])],
    }),
    ...made.details,
  };
  return reply({ data }, { headers: dropDisposition(headers) });
}

/** Returns which parts of the input the output lacks, or undefined if they can't be compared. */
async function compareParts(made: PdfResult) {
  const { bytes, input, protection, type, compared, lostTags } = made;
  const isPdf = type === undefined || type === "application/pdf";
  const byDefault =
    isPdf && !protection && input.bytes ? { inputs: [input.bytes], outputs: [bytes] } : undefined;
  const comparison = compared ?? byDefault;
  if (!comparison) return undefined;
  const { findLost, writeLost, writeWarnings } = await import("./inventory.ts");
  // qpdf writes some damaged files that cannot be read here.
  const lost = await findLost({ ...comparison, lostTags }).catch(() => undefined);
  return lost && { value: writeLost(lost), warnings: writeWarnings(lost) };
}

async function protectAnswer({ bytes, input, protection }: PdfResult, type: string) {
  if (protection || type !== "application/pdf") return { bytes, protection };
  if (!input.wasEncrypted || !input.original || !input.bytes)
    return { bytes, protection: "none" as const };
  const { original, password, bytes: plain } = input;
  const source = { bytes: plain, original, wasEncrypted: true, ...(password && { password }) };
  const { copyProtection } = await import("./input/protection.ts");
  return { bytes: await copyProtection(bytes, source), protection: "kept" as const };
}

/** Removes `Content-Disposition`: a JSON response isn't a file to save. */
function dropDisposition({ "content-disposition": _, ...headers }: Record<string, string>) {
  return headers;
}

interface Naming {
  /** The name in the request. */
  filename?: string | undefined;
  /** The name of the input file. */
  inputName?: string | undefined;
  suffix: string;
  type: string;
}

const extensions: Readonly<Record<string, string>> = asTable({
  "application/pdf": "pdf",
  "application/zip": "zip",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "application/vnd.fdf": "fdf",
  "application/vnd.adobe.xfdf": "xfdf",
});

/** Builds the filename of the output and its `Content-Disposition` header (RFC 6266). */
export function attachment({ filename, inputName, suffix, type }: Naming) {
  const extension = extensions[type] ?? "bin";
  const baseName =
    filename === undefined ? buildFileStem(inputName, suffix) : cleanFileName(filename);
  const name = baseName.toLowerCase().endsWith(`.${extension}`)
    ? baseName
    : `${baseName}.${extension}`;
  return { name, header: writeAttachment(name) };
}

/** Returns the filename without its extension, or undefined if there is no name. */
export function stemName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const safe = cleanFileName(name);
  const dot = safe.lastIndexOf(".");
  return dot > 0 ? safe.slice(0, dot) : safe;
}

function buildFileStem(inputName: string | undefined, suffix: string): string {
  const stem = stemName(inputName);
  if (stem === undefined) return suffix || "document";
  return suffix ? `${stem}-${suffix}` : stem;
}
