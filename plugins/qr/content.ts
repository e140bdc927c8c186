import type { CodeContent } from "./matrix/segments.ts";
import qr from "./plugin.ts";
import { decodeBase64 } from "./readers/image.ts";

/** How a caller writes a content: as text, or as the bytes that base64 stands for. */
export type DataEncoding = "text" | "base64";

/** Returns the content of a code. `at` is the path of the field, for messages. */
export function parseContent(
  data: string,
  { encoding = "text", at }: { encoding?: DataEncoding | undefined; at: string },
): CodeContent {
  if (encoding === "base64") {
    const bytes = decodeBase64(data, at);
    if (bytes.length > 0) return bytes;
    throw qr.error("invalid_input", `${at} must have at least one byte`, { at });
  }
  if (data.isWellFormed()) return data;
  throw qr.error("invalid_input", `${at} must not have a lone surrogate`, { at });
}

/** Returns a content as the caller wrote it: as text, or bytes as base64. */
export function formatContent(content: CodeContent): string {
  return typeof content === "string" ? content : content.toBase64();
}
