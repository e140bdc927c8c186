import { type Static, t } from "hub";
import qr from "../plugin.ts";
import { cryptoSchema, cryptoText, parseCrypto } from "./crypto.ts";
import { emailSchema, emailText, parseEmail } from "./email.ts";
import { epcSchema, epcText, parseEpc } from "./epc.ts";
import { eventSchema, eventText, parseEvent } from "./event.ts";
import { geoSchema, geoText, parseGeo } from "./geo.ts";
import type { Parsed, Refuse } from "./kind.ts";
import { mecardSchema, mecardText, parseMecard } from "./mecard.ts";
import { otpSchema, otpText, parseOtp } from "./otp.ts";
import { parseSms, smsSchema, smsText } from "./sms.ts";
import { parseTel, telSchema, telText } from "./tel.ts";
import { parseUrl, urlSchema, urlText } from "./url.ts";
import { vcardSchema, vcardText } from "./vcard.ts";
import { parseVcard } from "./vcard-read.ts";
import { parseWifi, wifiSchema, wifiText } from "./wifi.ts";

/** What a code can say besides plain text; `type` tells the kinds apart. */
export const payloadSchema = t.Union(
  [
    urlSchema,
    wifiSchema,
    vcardSchema,
    mecardSchema,
    emailSchema,
    smsSchema,
    telSchema,
    geoSchema,
    eventSchema,
    epcSchema,
    otpSchema,
    cryptoSchema,
  ],
  { description: "What the code says, instead of a text: its kind and the fields of that kind" },
);

export type Payload = Static<typeof payloadSchema>;

/**
 * The text that phones read as the payload. Throws `invalid_payload` naming the field below `at`,
 * the payload's own place in the request.
 */
export function payloadText(payload: Payload, { at = "body.payload" } = {}): string {
  const refuse: Refuse = (field, fault, value) => {
    const location = `${at}.${field}`;
    const is = value === undefined ? "" : `: it is ${JSON.stringify(value)}`;
    throw qr.error("invalid_payload", `${location} ${fault}${is}`, { at: location });
  };
  const text = write(payload, refuse);
  if (!text.isWellFormed()) refuse("type", "has a field with half of a surrogate pair");
  return text;
}

/** What a text says. Its fields are as they stand there: nobody has checked them. */
export function parsePayload(text: string): Parsed {
  for (const parse of parsers) {
    const parsed = parse(text);
    if (parsed) return parsed;
  }
  return { type: "text", text };
}

const parsers = [
  parseUrl,
  parseWifi,
  parseVcard,
  parseMecard,
  parseEmail,
  parseSms,
  parseTel,
  parseGeo,
  parseEvent,
  parseEpc,
  parseOtp,
  parseCrypto,
];

function write(payload: Payload, refuse: Refuse): string {
  switch (payload.type) {
    case "url":
      return urlText(payload, refuse);
    case "wifi":
      return wifiText(payload, refuse);
    case "vcard":
      return vcardText(payload, refuse);
    case "mecard":
      return mecardText(payload, refuse);
    case "email":
      return emailText(payload, refuse);
    case "sms":
      return smsText(payload, refuse);
    case "tel":
      return telText(payload, refuse);
    case "geo":
      return geoText(payload);
    case "event":
      return eventText(payload, refuse);
    case "epc":
      return epcText(payload, refuse);
    case "otp":
      return otpText(payload, refuse);
    case "crypto":
      return cryptoText(payload, refuse);
  }
}
