import type { HubError } from "hub";
import pdf from "../plugin.ts";

/** The failure of a PDF that goes past a limit. `is` continues the sentence "body.file …". */
export function limitExceeded(at: string, limit: string, is: string): HubError {
  return pdf.error("pdf_limit_exceeded", `${at} ${is}`, { at, members: { limit } });
}

/** The failure of a PDF that cannot be read. */
export function corrupt(at: string, is: string): HubError {
  return pdf.error("pdf_corrupt", `${at} ${is}`, { at });
}
