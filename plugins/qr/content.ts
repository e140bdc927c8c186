import { payloadText } from "./payload/payload.ts";
import type { Payload } from "./payload/schema.ts";
import qr from "./plugin.ts";

/** The text to encode. `at` is the place of the two fields, for messages. */
export function contentOf(
  { data, payload }: { data?: string | undefined; payload?: Payload | undefined },
  at: string,
): string {
  if ((data === undefined) === (payload === undefined))
    throw qr.error(
      "invalid_input",
      `${at} must have one of data and payload: it has ${data === undefined ? "none" : "both"}`,
      { at },
    );
  if (payload !== undefined) return payloadText(payload, { at: `${at}.payload` });
  if (data?.isWellFormed()) return data;
  throw qr.error("invalid_input", `${at}.data must not have half of a surrogate pair`, {
    at: `${at}.data`,
  });
}
