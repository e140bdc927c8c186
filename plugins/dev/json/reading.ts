import dev from "../plugin.ts";
import { describe, Fault } from "./fault.ts";

/** Reads a text of the caller's; where it breaks its notation, the failure names field and place. */
export function reading<T>(text: string, at: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const { message, ...place } = describe(error, text);
    const detail = `${at} cannot be read at line ${place.line}, column ${place.column}: ${message}`;
    throw dev.error("syntax_error", detail, { at, members: place });
  }
}
