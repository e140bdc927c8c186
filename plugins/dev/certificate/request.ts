import { oneOf, type Static, t } from "hub";

const part = (description: string, maxLength = 64) =>
  t.Optional(t.String({ minLength: 1, maxLength, description }));

/** Options of a new certificate or request, and of its key. */
export const createOptions = t.Object({
  kind: oneOf(["certificate", "request"], {
    default: "certificate",
    description: "`certificate`: self-signed; `request`: a signing request (CSR) for an authority",
  }),
  common_name: t.String({
    minLength: 1,
    maxLength: 64,
    description: "Common name of the subject, such as a host name",
  }),
  organization: part("Organization of the subject"),
  organizational_unit: part("Unit of the organization"),
  locality: part("City of the subject"),
  state: part("State or province of the subject"),
  country: t.Optional(
    t.String({
      pattern: "^[A-Z]{2}$",
      errorMessage: "a country code of two capital letters",
      description: "Country of the subject, such as `DE`",
    }),
  ),
  names: t.Array(
    t.String({
      minLength: 1,
      maxLength: 253,
      pattern: "^[!-~]+$",
      errorMessage: "of visible ASCII characters",
    }),
    {
      maxItems: 100,
      default: [],
      description: "Alternative names: hosts, IP addresses, e-mail addresses and URLs",
    },
  ),
  days: t.Integer({
    minimum: 1,
    maximum: 36_500,
    default: 365,
    description: "Days that the certificate is valid, from now",
  }),
  is_ca: t.Boolean({ default: false, description: "Whether it may issue other certificates" }),
  algorithm: oneOf(["ec-p256", "ec-p384", "rsa-2048", "rsa-3072", "rsa-4096", "ed25519"], {
    default: "ec-p256",
    description: "Kind of the new key, without `private_key`",
  }),
  private_key: t.Optional(
    t.String({
      maxLength: 16_384,
      description: "A private key in PEM to use instead of a new one: of RSA, EC or Ed25519",
    }),
  ),
});

export type CreateOptions = Static<typeof createOptions>;

const secret = (description: string) =>
  t.Optional(t.String({ maxLength: 1024, format: "password", description }));

/** The output format of a conversion, and its passwords. */
export const convertFields = {
  to: oneOf(["pem", "der", "pkcs7", "pkcs12"], {
    default: "pem",
    description:
      "`pem`: private keys in PKCS 8, and certificates; `der`: one of either; `pkcs7`: certificates (.p7b); `pkcs12`: all in one file (.p12, .pfx)",
  }),
  password: secret("Password of the input, if it is encrypted"),
  new_password: secret("Password for the private keys of the result"),
  name: t.String({
    maxLength: 128,
    default: "utilhub",
    description: "Name of the private key in PKCS 12, which programs display",
  }),
};

const convertOptions = t.Object(convertFields);
export type ConvertOptions = Static<typeof convertOptions>;
