import { type Static, t } from "hub";
import { cryptoSchema } from "./crypto-schema.ts";
import { emailSchema } from "./email.ts";
import { epcSchema } from "./epc.ts";
import { eventSchema } from "./event.ts";
import { geoSchema } from "./geo.ts";
import { gs1Schema } from "./gs1.ts";
import { mecardSchema } from "./mecard.ts";
import { otpSchema } from "./otp.ts";
import { pixSchema } from "./pix.ts";
import { smsSchema } from "./sms.ts";
import { swissBillSchema } from "./swiss-bill.ts";
import { telSchema } from "./tel.ts";
import { upiSchema } from "./upi.ts";
import { urlSchema } from "./url.ts";
import { vcardSchema } from "./vcard.ts";
import { whatsappSchema } from "./whatsapp.ts";
import { wifiSchema } from "./wifi.ts";

/** Structured contents of a code, distinguished by `type`. */
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
    whatsappSchema,
    upiSchema,
    pixSchema,
    swissBillSchema,
    gs1Schema,
  ],
  { description: "Structured content instead of `data`: the type and its fields" },
);

/** A payload of any type. */
export type Payload = Static<typeof payloadSchema>;
