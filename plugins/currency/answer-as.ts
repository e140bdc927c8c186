import { reply } from "hub";

/** How a table may be answered. */
export const formats = ["json", "csv", "ndjson"] as const;

type Row = Readonly<Record<string, string | number | boolean | null>>;

export interface Answer {
  rows: () => readonly Row[];
  headers: Record<string, string>;
  /** What `Accept: text/plain` gets. */
  plain?: (() => string) | undefined;
  /** Whether to write JSON here, in the job: thousands of objects cost more to hand over than to work out. */
  isWritten?: boolean;
}

/**
 * Answers with a body in JSON, or with its rows in CSV after RFC 4180 or a line of JSON each. Whoever
 * accepts another type than JSON alone gets that one.
 */
export function answerAs(
  format: (typeof formats)[number],
  body: object,
  { rows, headers, plain, isWritten }: Answer,
) {
  if (format === "csv") return reply(csv(rows()), { type: "text/csv", headers });
  if (format === "ndjson") return reply(lines(rows()), { type: "application/x-ndjson", headers });
  const alternatives = {
    "text/csv": () => csv(rows()),
    "application/x-ndjson": () => lines(rows()),
    ...(plain && { "text/plain": plain }),
  };
  if (!isWritten) return reply(body, { headers, alternatives });
  const written = JSON.stringify({ success: true, ...body });
  return reply(written, { type: "application/json;charset=utf-8", headers, alternatives });
}

function lines(rows: readonly Row[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join("");
}

/** Written here, since rates may be negative and no caller's text is among them. */
function csv(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {});
  const lines = rows.map((row) => names.map((name) => cell(row[name] ?? "")));
  return [names, ...lines].map((line) => `${line.join(",")}\r\n`).join("");
}

function cell(value: Row[string]): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
