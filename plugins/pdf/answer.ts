import { binary, oneOf, reply, t } from "hub";
import type { Protected } from "./security/protection.ts";

type Properties = Parameters<typeof t.Object>[0];

/** What becomes of the protection of what was sent. */
const protections = ["none", "kept", "set", "removed"] as const;

/** The schema of an answer that is a file, or JSON with the file and these facts in it. */
export function fileAnswer<Facts extends Properties>(
  mediaTypes: [string, ...string[]],
  facts: Facts = {} as Facts,
) {
  return t.Union([
    binary(...mediaTypes),
    t.Object({
      data: t.Object(
        {
          mime: t.String({ description: "The media type of the file" }),
          filename: t.String({ description: "The name to save it under" }),
          bytes: t.Integer({ description: "The size of the file, in bytes" }),
          base64: t.String({ description: "The file" }),
          pages: t.Integer({
            description: "The number of pages in the answer, over all its files",
          }),
          input_bytes: t.Integer({ description: "The size of the input, in bytes" }),
          engine: t.String({ description: "The engine that wrote the file" }),
          protection: oneOf(protections, {
            description:
              "Whether the answer is protected: `kept` with the passwords and restrictions of the input, `set` with new ones, `removed` if the input was protected and the answer is not",
          }),
          ...facts,
        },
        { description: "The file and facts about it" },
      ),
    }),
  ]);
}

export interface PdfResult {
  bytes: Uint8Array;
  pages: number;
  engine: string;
  /** Default "application/pdf". */
  type?: string;
  /** What was sent: the size of all inputs together, and the name of the first, if it had one. */
  input: { inputBytes: number; name?: string | undefined } & Partial<Protected>;
  /** What has become of the input's protection, where that is not for `answerFile` to see to. */
  protection?: (typeof protections)[number];
  /** Put after the input's name where the request says no name: `merged` gives `report-merged.pdf`. */
  suffix: string;
  /** Facts of the endpoint's own, each also a header: `renamed_fields` becomes `X-Renamed-Fields`. */
  facts?: Readonly<Record<string, string | number | boolean | null>>;
  /** What only the answer in JSON says besides. */
  details?: Readonly<Record<string, unknown>>;
}

/**
 * Answers with a file in the form that was asked for. A PDF made of a protected one is protected in
 * the same way, unless its endpoint has changed that.
 */
export async function answerFile(
  made: PdfResult,
  { response, filename }: { response: "binary" | "json"; filename?: string | undefined },
) {
  const { pages, engine, type = "application/pdf", input } = made;
  const { bytes, protection } = await protectAnswer(made, type);
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
        `x-${fact.replaceAll("_", "-")}`,
        String(value),
      ]),
    ),
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
    ...made.details,
  };
  return reply({ data }, { headers: dropDisposition(headers) });
}

async function protectAnswer({ bytes, input, protection }: PdfResult, type: string) {
  if (protection || type !== "application/pdf") return { bytes, protection };
  if (!input.wasEncrypted || !input.original || !input.bytes)
    return { bytes, protection: "none" as const };
  const { original, password, bytes: plain } = input;
  const source = { bytes: plain, original, wasEncrypted: true, ...(password && { password }) };
  const { copyProtection: keepProtection } = await import("./security/protection.ts");
  return { bytes: await keepProtection(bytes, source), protection: "kept" as const };
}

/** JSON is no file to save. */
function dropDisposition({ "content-disposition": _, ...headers }: Record<string, string>) {
  return headers;
}

interface Naming {
  /** As the request says it. */
  filename?: string | undefined;
  /** What the input was called. */
  inputName?: string | undefined;
  suffix: string;
  type: string;
}

const extensions: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/zip": "zip",
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
};

/** The name of an answer, and its Content-Disposition by RFC 6266. */
export function attachment({ filename, inputName, suffix, type }: Naming) {
  const extension = extensions[type] ?? "bin";
  const wanted = filename === undefined ? buildFileStem(inputName, suffix) : safeName(filename);
  const name = wanted.toLowerCase().endsWith(`.${extension}`) ? wanted : `${wanted}.${extension}`;
  const plain = Array.from(name.normalize("NFKD"), toPlain).join("");
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  const extended = plain === name ? "" : `; filename*=UTF-8''${encoded}`;
  return { name, header: `attachment; filename="${plain}"${extended}` };
}

/** A name without folders, control characters and signs that some system gives a meaning. */
export function safeName(name: string): string {
  const last = name.slice(1 + Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\")));
  const kept = Array.from(last.toWellFormed(), (sign) => (isForbidden(sign) ? "" : sign)).join("");
  const trimmed = kept.trim();
  let start = 0;
  while (trimmed[start] === ".") start++;
  return trimmed.slice(start).trim() || "document";
}

/** The name of a file without its extension, or `without` where it has no name. */
export function stemName(name: string | undefined): string | undefined {
  if (name === undefined) return undefined;
  const safe = safeName(name);
  const dot = safe.lastIndexOf(".");
  return dot > 0 ? safe.slice(0, dot) : safe;
}

function buildFileStem(inputName: string | undefined, suffix: string): string {
  const stem = stemName(inputName);
  if (stem === undefined) return suffix || "document";
  return suffix ? `${stem}-${suffix}` : stem;
}

function isForbidden(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  // Also the marks that turn the direction of writing: "fdp.exe" must not look like "exe.pdf".
  const isMark =
    (code >= 0x200b && code <= 0x200f) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    code === 0xfeff;
  return code < 0x20 || (code >= 0x7f && code < 0xa0) || isMark || ':*?"<>|'.includes(sign);
}

/** The sign in ASCII, for callers that know only the old parameter. */
function toPlain(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code >= 0x300 && code <= 0x36f) return "";
  return code < 0x20 || code > 0x7e || sign === '"' || sign === "\\" || sign === "%" ? "_" : sign;
}
