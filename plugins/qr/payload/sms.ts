import { type Static, t } from "hub";
import { kind, type Parsed, present, type Refuse, text } from "./kind.ts";
import { phoneFault, readNumber } from "./tel.ts";
import { decodePercent, readQuery } from "./uri.ts";

export const smsSchema = t.Object(
  {
    type: kind("sms"),
    number: text(40, "Number of the recipient, preferably with + and the country code"),
    message: t.Optional(text(1600, "Text of the message")),
  },
  { additionalProperties: false, description: "A text message to send" },
);

/** Returns `SMSTO:number:message`. Nothing is escaped: the message extends to the end. */
export function smsText({ number, message }: Static<typeof smsSchema>, refuse: Refuse): string {
  const digits = readNumber(number);
  if (!digits) refuse("number", phoneFault, number);
  return `SMSTO:${digits}${message === undefined ? "" : `:${message}`}`;
}

/** Parses `SMSTO:`, `MMSTO:` and the `sms:` and `mms:` URIs of RFC 5724. */
export function parseSms(text: string): Parsed | undefined {
  const colon = text.indexOf(":");
  const scheme = text.slice(0, Math.max(colon, 0)).toLowerCase();
  if (!["smsto", "mmsto", "sms", "mms"].includes(scheme)) return undefined;
  const rest = text.slice(colon + 1);
  const cut = rest.indexOf(":");
  const mark = rest.indexOf("?");
  if (cut >= 0 && (mark < 0 || cut < mark))
    return present({
      type: "sms",
      number: rest.slice(0, cut),
      message: rest.slice(cut + 1) || undefined,
    });
  const { path, query } = readQuery(rest);
  return present({
    type: "sms",
    number: decodePercent(path),
    message: query.get("body") || undefined,
  });
}
