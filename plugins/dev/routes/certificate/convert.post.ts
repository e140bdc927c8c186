import { t } from "hub";
import { convertFields } from "../../certificate/request.ts";
import { rawNote, rawTypes, sourceFields } from "../../encoding/source-fields.ts";
import dev from "../../plugin.ts";

const { encodeBytesMax } = dev.limits;

export default dev.route({
  summary: "Convert certificates and keys between PEM, DER, PKCS 7 and PKCS 12",
  keywords:
    "pkcs12, p12, pfx, pfx to pem, p12 to pem, pem to p12, pem to pfx, der to pem, pem to der, pkcs8, p7b to pem, openssl pkcs12, decrypt private key, convert certificate",
  description: `Reads private keys (PKCS 8, PKCS 1 and SEC 1, also encrypted) and up to 20 certificates, in PEM, DER, PKCS 7 or PKCS 12, and writes them in another format. Keys of the result are encrypted with AES-256 if \`new_password\` is set. Nothing is stored. ${rawNote}`,
  body: t.Object({
    ...sourceFields({ textMax: encodeBytesMax, fileMax: encodeBytesMax }),
    ...convertFields,
  }),
  raw: rawTypes,
  response: t.Object({
    result: t.Union([t.String(), t.Null()], { description: "PEM; null for binary formats" }),
    data_base64: t.String({ description: "The result in base64" }),
    certificates: t.Array(
      t.Object({
        subject: t.Array(t.String(), { description: "Parts of the subject" }),
        sha256: t.String({ description: "SHA-256 fingerprint" }),
      }),
      { description: "The certificates in the order of the result: the private key's first" },
    ),
    private_keys: t.Array(t.String(), { description: "Types of the private keys, such as `rsa`" }),
    warnings: t.Array(t.String(), {
      description: "Keys that are left out, not encrypted, or not for the first certificate",
    }),
  }),
  cache: "never",
  // Deriving a key from a password takes up to a second.
  heavy: true,
  background: false,
  example: {
    body: {
      text: "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEINTuctv5E1hK1bbY8fdp+K06/nwoy/HU++CXqI9EdVhC\n-----END PRIVATE KEY-----\n",
      to: "der",
    },
  },
  async handler({ body: { to, password, new_password, name, ...source }, random }) {
    const { sourceBytes } = await import("../../encoding/source.ts");
    const { convertCertificates } = await import("../../certificate/convert.ts");
    const options = {
      to,
      name,
      ...(password && { password }),
      ...(new_password && { new_password }),
    };
    return convertCertificates(await sourceBytes(source), options, random.bytes(16));
  },
});
