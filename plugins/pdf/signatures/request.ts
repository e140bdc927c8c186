import { file, group, oneOf, type Static, t } from "hub";
import { answerFields, sourceFields } from "../input/request.ts";
import pdf from "../plugin.ts";

const { keyMaterialMax, pagesMax, pageSideMax, passwordMax, signatureTextMax } = pdf.limits;
const { stampImageBytesMax } = pdf.limits;
const computeBase64Length = (bytes: number) => Math.ceil(bytes / 3) * 4 + 100;

function text(description: string) {
  return t.Optional(t.String({ minLength: 1, maxLength: signatureTextMax, description }));
}

function points(description: string, minimum = 0) {
  return t.Number({ minimum, maximum: pageSideMax, description: `${description}, in points` });
}

/** The request body for signing a PDF. */
export const signBody = t.Object({
  ...sourceFields,
  key: t.Optional(
    t.String({
      minLength: 1,
      maxLength: keyMaterialMax,
      format: "password",
      description:
        "The private key in PEM, encrypted or not: RSA of at least 2048 bits, P-256, P-384 or P-521",
    }),
  ),
  certificate: t.Optional(
    t.String({
      minLength: 1,
      maxLength: keyMaterialMax,
      description: "The signer's certificate in PEM, followed by those of its issuers",
    }),
  ),
  pkcs12: t.Optional(
    file({
      maxBytes: keyMaterialMax,
      description:
        "The private key and the certificates as a PKCS#12 file (`.p12`, `.pfx`), instead of `key` and `certificate`",
    }),
  ),
  pkcs12_base64: t.Optional(
    t.String({
      minLength: 1,
      maxLength: computeBase64Length(keyMaterialMax),
      format: "password",
      description: "The PKCS#12 file in base64",
    }),
  ),
  key_password: t.Optional(
    t.String({
      maxLength: passwordMax,
      format: "password",
      description: "The password of the private key or of the PKCS#12 file",
    }),
  ),
  timestamp_url: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 2000,
      description:
        "The URL of a time-stamp server (RFC 3161). Its time stamp proves when the file was signed (PAdES B-T)",
    }),
  ),
  field: t.Optional(
    t.String({
      minLength: 1,
      maxLength: signatureTextMax,
      description:
        "The name of the signature field: an empty one of the document, or a new one. By default, a new field",
    }),
  ),
  ...group("Signer", {
    name: text("The name of the signer; by default, that of the certificate"),
    reason: text("The reason for signing"),
    place: text("The place of signing"),
  }),
  ...group("Appearance", {
    box: t.Optional(
      t.Object(
        {
          page: t.Integer({ minimum: 1, maximum: pagesMax, description: "The page number" }),
          x: points("The distance from the left edge of the page as displayed"),
          y: points("The distance from its upper edge"),
          w: points("The width", 10),
          h: points("The height", 10),
        },
        {
          description:
            "Where to draw the signature: its name, reason, place and date. By default, a new field is invisible",
        },
      ),
    ),
    image: t.Optional(
      file({
        maxBytes: stampImageBytesMax,
        description: "A picture to draw in the box, left of the text: PNG, JPEG, WebP or SVG",
      }),
    ),
    image_base64: t.Optional(
      t.String({
        maxLength: computeBase64Length(stampImageBytesMax),
        description: "The picture in base64",
      }),
    ),
  }),
  ...answerFields,
});

export type SignBody = Static<typeof signBody>;

/** The request body for verifying the signatures of a PDF. */
export const verifyBody = t.Object({
  ...sourceFields,
  roots: t.Optional(
    t.String({
      minLength: 1,
      maxLength: 16 * keyMaterialMax,
      description: "The trusted root certificates in PEM. By default, Mozilla's list",
    }),
  ),
});

export type VerifyBody = Static<typeof verifyBody>;

/** The kinds of changes after a signature. */
export const changeKinds = [
  "form_values",
  "form_fields",
  "annotations",
  "pages",
  "page_content",
  "signatures",
  "signature_appearance",
  "validation_data",
  "metadata",
  "layers",
  "scripts_and_actions",
  "attachments",
  "bookmarks",
  "document",
  "unread_bytes",
] as const;

const nullable = { description: "`null` if it cannot be determined: `reason` says why" };
const flag = t.Union([t.Boolean(), t.Null()], nullable);
const reason = t.Optional(t.String({ description: "Why it is not `true`" }));
const time = (description: string) => t.Union([t.String(), t.Null()], { description });

const certificate = t.Object(
  {
    name: t.String({ description: "The common name of the subject" }),
    subject: t.String({ description: "The subject" }),
    issuer: t.String({ description: "The issuer" }),
    serial: t.String({ description: "The serial number in hexadecimal" }),
    sha256: t.String({ description: "The SHA-256 of the certificate in hexadecimal" }),
    valid_from: t.String({ description: "The start of the validity" }),
    valid_to: t.String({ description: "The end of the validity" }),
  },
  { description: "A certificate" },
);

const trust = {
  trusted: flag,
  trust_reason: reason,
  trusted_root: t.Union([t.String(), t.Null()], { description: "The name of the trusted root" }),
};

/** The response of a verification. */
export const verifyAnswer = t.Object({
  signed: t.Boolean({ description: "Whether the PDF has signatures" }),
  sound: t.Union([t.Boolean(), t.Null()], {
    description:
      "Whether all signatures are valid and no later change goes beyond what they allow; `null` if there are none, or if it cannot be determined. Trust is separate",
  }),
  signatures: t.Array(
    t.Object({
      field: t.String({ description: "The name of the field" }),
      kind: oneOf(["signature", "certification", "timestamp"], {
        description:
          "`certification` sets which changes are allowed, `timestamp` only proves a time",
      }),
      valid: t.Union([t.Boolean(), t.Null()], {
        description:
          "Whether the signed bytes are unchanged, and the signature belongs to the certificate; `false` only if the opposite is proved, and `null` if it cannot be determined",
      }),
      reason,
      name: t.Union([t.String(), t.Null()], { description: "The name that the signer gives" }),
      stated_reason: t.Union([t.String(), t.Null()], { description: "The reason for signing" }),
      place: t.Union([t.String(), t.Null()], { description: "The place of signing" }),
      claimed_time: time("When the file was signed, as the signer claims"),
      timestamp: t.Union(
        [
          t.Object({
            time: t.String({ description: "The time" }),
            valid: flag,
            reason,
            authority: t.Union([t.String(), t.Null()], {
              description: "The name of the time-stamp server",
            }),
            ...trust,
          }),
          t.Null(),
        ],
        { description: "The time stamp" },
      ),
      hash: t.Union([t.String(), t.Null()], { description: "The hash, such as `sha256`" }),
      format: t.String({ description: "The format, such as `ETSI.CAdES.detached`" }),
      ...trust,
      chain: t.Array(certificate, { description: "The certificates, from the signer to the root" }),
      revoked: t.Union([t.Boolean(), t.Null()], {
        description: "Always `null`: revocation is not looked up",
      }),
      covers_whole_file: t.Boolean({ description: "Whether nothing follows the signed bytes" }),
      changes: t.Union(
        [
          t.Array(
            t.Object({
              kind: oneOf(changeKinds, { description: "The kind of the change" }),
              what: t.String({ description: "The changed part" }),
              page: t.Optional(t.Integer({ description: "The page, starting at 1" })),
            }),
          ),
          t.Null(),
        ],
        {
          description:
            "The differences between the signed document and this one, at most 100; `null` if they cannot be determined",
        },
      ),
      changes_reason: reason,
      changes_allowed: flag,
    }),
    { description: "The signatures, the oldest first" },
  ),
  roots: oneOf(["request", "mozilla"], { description: "The origin of the trusted roots" }),
});
