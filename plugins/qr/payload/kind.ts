import { t } from "hub";

/** Rejects a payload with the field, the problem and, unless it is secret, the value. */
export type Refuse = (field: string, problem: string, value?: unknown) => never;

const kinds = [
  "url",
  "wifi",
  "vcard",
  "mecard",
  "email",
  "sms",
  "tel",
  "geo",
  "event",
  "epc",
  "otp",
  "crypto",
  "whatsapp",
  "upi",
  "pix",
  "swiss_bill",
  "gs1",
] as const;

/** Payload types, and `text` for anything else. */
export const parsedTypes = [...kinds, "text"] as const;

/** The parsed payload of a text. Its fields are not validated. */
export interface Parsed {
  type: (typeof parsedTypes)[number];
  [field: string]: unknown;
}

/** Creates the field that identifies the payload type. */
export function kind<Type extends (typeof kinds)[number]>(type: Type) {
  return t.Literal(type, { description: "The payload type" });
}

/** Creates a text field of a payload. */
export function text(maxLength: number, description: string) {
  return t.String({ minLength: 1, maxLength, description });
}

type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Returns the fields that have a value. */
export function present<const T extends object>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Present<T>;
}
