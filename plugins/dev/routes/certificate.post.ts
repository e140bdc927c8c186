import { t } from "hub";
import { rawNote, rawTypes, sourceFields } from "../encoding/source-fields.ts";
import dev from "../plugin.ts";
import { failIfNegative, failQuery } from "../verdict.ts";

const { encodeBytesMax } = dev.limits;

const nullable = (description: string) => t.Union([t.String(), t.Null()], { description });
const names = (description: string) => t.Array(t.String(), { description });

const keyFields = {
  key_type: nullable(
    "Type of the key, such as `rsa`, `ec` or `ed25519`; null if the type is not supported",
  ),
  key_bits: t.Union([t.Integer(), t.Null()], { description: "Length of an RSA key" }),
  key_curve: nullable("Curve of an EC key"),
  key_sha256: nullable(
    "SHA-256 of the public key in DER, which a request and its certificate have in common",
  ),
};

export default dev.route({
  summary: "Describe X.509 certificates and signing requests",
  keywords:
    "x509, ssl certificate, pem, tls certificate, csr, certificate decoder, pkcs7, p7b, openssl x509, certificate fingerprint",
  description: `Returns names, dates, keys and fingerprints of up to 20 certificates in PEM, DER or PKCS 7 (.p7b), and which one issued which. Certificate signing requests (CSR) are read, too, and their signatures verified. Nothing is compared with a list of trusted issuers. ${rawNote}`,
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
        signature_algorithm: nullable("Algorithm of the signature"),
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
        signature_algorithm: nullable("Algorithm of the signature"),
        is_signature_valid: t.Union([t.Boolean(), t.Null()], {
          description: "Whether its own key signed it; null if the algorithm is not supported",
        }),
        has_challenge_password: t.Boolean({
          description: "Whether it has a challenge password, which anyone can read",
        }),
      }),
      { description: "The certificate signing requests in the order of the input" },
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
