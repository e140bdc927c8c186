import { epcText, swissBillText } from "hub/bank";
import { type DataEncoding, parseContent } from "../content.ts";
import type { CodeContent } from "../matrix/segments.ts";
import qr from "../plugin.ts";
import { cryptoText, parseCrypto } from "./crypto.ts";
import { emailText, parseEmail } from "./email.ts";
import { parseEpc } from "./epc.ts";
import { eventText, parseEvent } from "./event.ts";
import { geoText, parseGeo } from "./geo.ts";
import { gs1Text, parseGs1 } from "./gs1.ts";
import type { Parsed, Refuse } from "./kind.ts";
import { mecardText, parseMecard } from "./mecard.ts";
import { otpText, parseOtp } from "./otp.ts";
import { parsePix, pixText } from "./pix.ts";
import type { Payload } from "./request.ts";
import { parseSms, smsText } from "./sms.ts";
import { parseSwissBill } from "./swiss-bill.ts";
import { parseTel, telText } from "./tel.ts";
import { parseUpi, upiText } from "./upi.ts";
import { parseUrl, urlText } from "./url.ts";
import { parseVcard, vcardText } from "./vcard.ts";
import { parseWhatsapp, whatsappText } from "./whatsapp.ts";
import { parseWifi, wifiText } from "./wifi.ts";

/**
 * Returns the text of a payload as phones read it. Throws `invalid_payload` with the path of the field below `at`,
 * the path of the payload.
 */
export function payloadText(payload: Payload, { at = "body.payload" } = {}): string {
  const refuse: Refuse = (field, problem, value) => {
    const location = `${at}.${field}`;
    const suffix = value === undefined ? "" : `: it is ${JSON.stringify(value)}`;
    throw qr.error("invalid_payload", `${location} ${problem}${suffix}`, { at: location });
  };
  const text = writePayload(payload, refuse);
  if (!text.isWellFormed()) refuse("type", "has a field with a lone surrogate");
  return text;
}

/** Parses a text into payload fields. The fields are not validated. */
export function parsePayload(text: string): Parsed {
  for (const parse of parsers) {
    const parsed = parse(text);
    if (parsed) return parsed;
  }
  return { type: "text", text };
}

const parsers = [
  parseWhatsapp,
  parseGs1,
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
  parseUpi,
  parsePix,
  parseSwissBill,
];

function writePayload(payload: Payload, refuse: Refuse): string {
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
    case "whatsapp":
      return whatsappText(payload, refuse);
    case "upi":
      return upiText(payload, refuse);
    case "pix":
      return pixText(payload, refuse);
    case "swiss_bill":
      return swissBillText(payload, refuse);
    case "gs1":
      return gs1Text(payload, refuse);
  }
}

/** Returns the content to encode. `at` is the path of the fields, for messages. */
export function resolveContent(
  { data, payload, encoding }: ContentFields,
  at: string,
): CodeContent {
  if ((data === undefined) === (payload === undefined))
    throw qr.error(
      "invalid_input",
      `${at} must have one of data and payload: it has ${data === undefined ? "neither" : "both"}`,
      { at },
    );
  if (payload === undefined) return parseContent(data ?? "", { encoding, at: `${at}.data` });
  if (encoding === "base64")
    throw qr.error("invalid_input", `${at}.encoding must be text with a payload`, {
      at: `${at}.encoding`,
    });
  return payloadText(payload, { at: `${at}.payload` });
}

/** The fields of a request that hold the content. */
export interface ContentFields {
  data?: string | undefined;
  payload?: Payload | undefined;
  encoding?: DataEncoding | undefined;
}
