import { t } from "hub";

/** Turns a payload down: the field, what is wrong with it, and what it is where that may be told. */
export type Refuse = (field: string, fault: string, value?: unknown) => never;

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
] as const;

/** The kinds of payload, and `text` for whatever is none of them. */
export const parsedTypes = [...kinds, "text"] as const;

/** What a text says: a kind of payload and its fields, which nobody has checked. */
export interface Parsed {
  type: (typeof parsedTypes)[number];
  [field: string]: unknown;
}

/** The field that tells one kind of payload from another. */
export function kind<Type extends (typeof kinds)[number]>(type: Type) {
  return t.Literal(type, { description: "The kind of payload" });
}

/** A text field of a payload. */
export function text(maxLength: number, description: string) {
  return t.String({ minLength: 1, maxLength, description });
}

type Present<T> = {
  [K in keyof T as undefined extends T[K] ? never : K]: T[K];
} & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** The fields that have a value. */
export function present<const T extends object>(fields: T): Present<T> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Present<T>;
}
