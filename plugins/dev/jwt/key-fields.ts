import { oneOf, t } from "hub";
import { secretEncodings } from "./request.ts";

/** Returns the body fields of a shared secret. */
export function secretFields(description: string) {
  return {
    secret: t.Optional(t.String({ minLength: 1, maxLength: 8192, description })),
    secret_encoding: oneOf(secretEncodings, {
      default: "utf8",
      description: "Encoding of `secret`",
    }),
  };
}

/** The body field of a private key in PEM. */
export const privateKeyField = t.Optional(
  t.String({
    minLength: 1,
    maxLength: 16_384,
    description: "A private key (PKCS #8, PKCS #1 or SEC 1) in PEM",
  }),
);
