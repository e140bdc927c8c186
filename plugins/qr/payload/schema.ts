import { type Static, t } from "hub";
import { cryptoSchema } from "./crypto-schema.ts";
import { emailSchema } from "./email.ts";
import { epcSchema } from "./epc.ts";
import { eventSchema } from "./event.ts";
import { geoSchema } from "./geo.ts";
import { mecardSchema } from "./mecard.ts";
import { otpSchema } from "./otp.ts";
import { smsSchema } from "./sms.ts";
import { telSchema } from "./tel.ts";
import { urlSchema } from "./url.ts";
import { vcardSchema } from "./vcard.ts";
import { wifiSchema } from "./wifi.ts";

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
  { description: "Structured content instead of `data`: its kind and the fields of that kind" },
);

/** A payload of any kind. */
export type Payload = Static<typeof payloadSchema>;
