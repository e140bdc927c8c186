import { oneOf, t } from "hub";
import { keyTypes } from "../keys/request.ts";
import dev from "../plugin.ts";

const jwk = (description: string) => t.Record(t.String(), t.Unknown(), { description });
const ssh = (description: string) => t.Union([t.String(), t.Null()], { description });

export default dev.route({
  summary: "Generate a key pair as PEM, JWK and OpenSSH key",
  keywords:
    "rsa key pair generator, ssh-keygen, ssh key generator, generate rsa key pair, ed25519 key, ecdsa key, generate key pair, jwk generator, public key, pgp, key pair",
  description:
    "Generates a key pair of RSA, of an elliptic curve, or of Ed25519 or X25519. The private key has no passphrase and is not stored: only this response has it.",
  body: t.Object({
    type: oneOf(keyTypes, { default: "ed25519", description: "Type and size of the keys" }),
    comment: t.String({
      maxLength: 200,
      pattern: "^[^\\r\\n]*$",
      default: "",
      description: "Comment in the OpenSSH keys",
    }),
  }),
  response: t.Object({
    type: oneOf(keyTypes, { description: "Type and size of the keys" }),
    private_pem: t.String({ description: "The private key in PEM (PKCS 8)" }),
    public_pem: t.String({ description: "The public key in PEM" }),
    private_jwk: jwk("The private key as JSON Web Key"),
    public_jwk: jwk("The public key as JSON Web Key"),
    ssh_private: ssh("The private key for OpenSSH; null for X25519"),
    ssh_public: ssh("The line for `authorized_keys`; null for X25519"),
    ssh_fingerprint: ssh("The fingerprint, as `ssh-keygen -l` shows it; null for X25519"),
  }),
  cache: "never",
  heavy: true,
  example: { body: { type: "ed25519", comment: "ada@example.com" } },
  async handler({ body }) {
    const { generateKeys } = await import("../keys/generate-key-pair.ts");
    return generateKeys(body);
  },
});
