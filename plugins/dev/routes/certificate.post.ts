import { t } from "hub";
import { rawNote, rawTypes, sourceFields } from "../encoding/source-fields.ts";
import dev from "../plugin.ts";
import { failIfNegative, failQuery } from "../verdict.ts";

const { encodeBytesMax } = dev.limits;

/** Bytes of a file that is read in the hub's own process: a chain of some ten certificates. */
const lightMax = 16_384;

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });
const names = (description: string) => t.Array(t.String(), { description });

const extensions = t.Array(
  t.Object({
    id: t.String({ description: "Object identifier" }),
    name: t.String({ description: "Name, or the identifier if OpenSSL knows no name" }),
    is_critical: t.Boolean({ description: "Whether software must refuse it if it is unknown" }),
    value: t.Union([t.Array(t.String()), t.Null()], {
      description: "Lines as OpenSSL prints them; null if the type is unknown or the value damaged",
    }),
    hex: t.String({ description: "The value in DER, in hexadecimal" }),
  }),
  { description: "All extensions in their order" },
);

const keyFields = {
  extensions,
  path_length: t.Union([t.Integer(), t.Null()], {
    description: "How many authorities may follow below it; null without a limit",
  }),
  key_type: t.String({ description: "Type of the key, such as `rsa`, `ec` or `ed25519`" }),
  key_bits: t.Union([t.Integer(), t.Null()], { description: "Length of an RSA key" }),
  key_curve: nullable("Curve of an EC key"),
  key_sha256: t.String({
    description:
      "SHA-256 of the public key in DER, which a request and its certificate have in common",
  }),
};

export default dev.route({
  summary: "Describe X.509 certificates and signing requests",
  keywords:
    "x509, ssl certificate, pem, pem viewer, crl, revocation list, certificate chain, tls certificate, csr, certificate decoder, pkcs7, p7b, openssl x509, certificate fingerprint, parse csr, public key from certificate",
  description: `Returns names, dates, keys, extensions and fingerprints of up to 20 certificates in PEM, DER or PKCS 7 (.p7b), which one issued which, and the chain of the first one. Certificate signing requests (CSR) and revocation lists (CRL) are read, too, and their signatures verified. Nothing is compared with a list of trusted issuers. ${rawNote}`,
  query: failQuery,
  body: t.Object({
    ...sourceFields({ textMax: encodeBytesMax, fileMax: encodeBytesMax }),
    host: t.Optional(
      t.String({
        minLength: 1,
        maxLength: 253,
        description: "A host name or IP address that the first certificate must be for",
      }),
    ),
    time: t.String({
      minLength: 1,
      maxLength: 64,
      default: "now",
      description: "Time of the check, such as `2027-01-31` or a Unix time",
    }),
  }),
  raw: rawTypes,
  response: t.Object({
    certificates: t.Array(
      t.Object({
        subject: names("Parts of the subject, with the escapes of RFC 2253"),
        issuer: names("Parts of the issuer"),
        common_name: nullable("Common name of the subject"),
        alternative_names: names(
          "Hosts, addresses and other names with their type: `DNS:a.example`",
        ),
        serial: t.String({ description: "Serial number in hexadecimal" }),
        not_before: t.String({ description: "Start of the validity" }),
        not_after: t.String({ description: "End of the validity" }),
        days_left: t.Integer({ description: "Full days until the end; negative afterwards" }),
        is_valid_now: t.Boolean({ description: "Whether `time` is within the validity" }),
        is_ca: t.Boolean({ description: "Whether it may issue certificates" }),
        is_self_signed: t.Union([t.Boolean(), t.Null()], {
          description:
            "Whether its own key signed it; null if the hub cannot check signatures of its algorithm",
        }),
        issued_by: t.Union([t.Integer(), t.Null()], {
          description: "Index of the certificate here whose key signed it; null if there is none",
        }),
        ...keyFields,
        signature_algorithm: t.String({ description: "Algorithm of the signature" }),
        key_usage: names("Allowed operations of the key, such as `digitalSignature`"),
        extended_key_usage: names("Allowed purposes; any if empty"),
        sha1: t.String({ description: "SHA-1 fingerprint" }),
        sha256: t.String({ description: "SHA-256 fingerprint" }),
      }),
      { description: "The certificates in the order of the input" },
    ),
    requests: t.Array(
      t.Object({
        subject: names("Parts of the subject, with the escapes of RFC 2253"),
        common_name: nullable("Common name of the subject"),
        alternative_names: names("Requested names with their type: `DNS:a.example`"),
        is_ca: t.Boolean({
          description: "Whether it requests a certificate that may issue others",
        }),
        key_usage: names("Requested operations of the key, such as `digitalSignature`"),
        extended_key_usage: names("Requested purposes, such as `serverAuth`"),
        ...keyFields,
        signature_algorithm: t.String({ description: "Algorithm of the signature" }),
        is_signature_valid: t.Union([t.Boolean(), t.Null()], {
          description: "Whether its own key signed it; null if the algorithm is not supported",
        }),
        has_challenge_password: t.Boolean({
          description: "Whether it has a challenge password, which anyone can read",
        }),
      }),
      { description: "The certificate signing requests in the order of the input" },
    ),
    lists: t.Array(
      t.Object({
        issuer: names("Parts of the issuer"),
        this_update: t.String({ description: "When it was issued" }),
        next_update: nullable("When the next one follows at the latest"),
        signature_algorithm: t.String({ description: "Algorithm of the signature" }),
        is_signature_valid: t.Union([t.Boolean(), t.Null()], {
          description:
            "Whether its issuer signed it; null if the input has no certificate of the issuer, or if the algorithm is not supported",
        }),
        revoked_count: t.Integer({ description: "Number of revoked certificates" }),
        revoked: t.Array(
          t.Object({
            serial: t.String({ description: "Serial number in hexadecimal" }),
            at: t.String({ description: "When it was revoked" }),
            reason: nullable("Reason, if the list has one"),
          }),
          { description: "The first 1,000 revoked certificates" },
        ),
        extensions,
      }),
      { description: "The revocation lists (CRL) in the order of the input" },
    ),
    chain: t.Union(
      [
        t.Object({
          certificates: t.Array(t.Integer(), {
            description: "Indexes of the first certificate, its issuer, the issuer's issuer …",
          }),
          is_complete: t.Boolean({ description: "Whether it ends with a self-signed certificate" }),
          problems: names(
            "Issuers that are not authorities or not valid, and certificates that a list here revokes",
          ),
        }),
        t.Null(),
      ],
      { description: "The chain of the first certificate; null without one" },
    ),
    host_matches: t.Union([t.Boolean(), t.Null()], {
      description: "Whether the first certificate is for `host`; null without one",
    }),
    problems: names(
      "Problems of the first certificate: its dates, its host, an RSA key below 2048 bits, and a signature with SHA-1 or MD5 by another key; without a certificate, those of the first request",
    ),
    warnings: names(
      "A private key in the input, keys of unsupported types, signatures that were not verified, and weaknesses of further certificates",
    ),
  }),
  cache: "never",
  // Only revocation lists are large, and they take milliseconds per kilobyte.
  heavy: ({ body: { text, hex, data_base64, file } }) =>
    (text ?? hex ?? data_base64 ?? "").length + (file?.size ?? 0) > lightMax,
  example: {
    query: {},
    body: {
      time: "2027-01-01",
      file: new File(
        [
          "-----BEGIN CERTIFICATE-----\nMIIBHTCB0KADAgECAgEHMAUGAytlcDANMQswCQYDVQQDDAJlZDAgFw0yNjExMjYx\nNTIzNDFaGA8yMTI2MTEwMjE1MjM0MVowDTELMAkGA1UEAwwCZWQwKjAFBgMrZXAD\nIQB+lHWdnLYi0liiH1uoeWNqSqrjO7J8Fmb5A9QrO4MjIKNTMFEwHQYDVR0OBBYE\nFDt4g4lxvzvCnnDwFB2BnZkZ77sxMB8GA1UdIwQYMBaAFDt4g4lxvzvCnnDwFB2B\nnZkZ77sxMA8GA1UdEwEB/wQFMAMBAf8wBQYDK2VwA0EAaymJgIJp6MsnmO+3hIhz\nqCBsm4mlHqjTwihxF22bSVy24wjEk20pprWL6W/xkrCKArtMecrBvKsfXzpqNnQM\nBA==\n-----END CERTIFICATE-----\n",
        ],
        "server.pem",
        { type: "application/x-pem-file" },
      ),
    },
  },
  async handler({ query, body: { host, time, ...source }, clock }) {
    const { sourceBytes } = await import("../encoding/source.ts");
    const { describeCertificates } = await import("../certificate/describe-certificates.ts");
    const result = describeCertificates(await sourceBytes(source), { host, time }, clock());
    failIfNegative(query, {
      isNegative: result.problems.length > 0,
      detail: `The ${result.certificates.length > 0 ? "certificate" : "request"} has a problem: ${result.problems[0]}`,
      result,
    });
    return result;
  },
});
