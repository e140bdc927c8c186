import { t } from "hub";
import { createOptions } from "../../certificate/request.ts";
import dev from "../../plugin.ts";

export default dev.route({
  summary: "Create a self-signed certificate or a signing request",
  keywords:
    "self-signed certificate, csr generator, ssl certificate generator, openssl req, mkcert, create csr",
  description:
    "Returns a self-signed X.509 certificate or a certificate signing request (CSR) with its private key in PEM. " +
    "A certificate is for servers and clients, or for an authority. The key is new and not stored, or the one in the request. " +
    "`/certificate` reads the result.",
  body: createOptions,
  response: t.Object({
    pem: t.String({ description: "The certificate or request in PEM" }),
    private_key: t.Union([t.String(), t.Null()], {
      description: "The new private key in PEM (PKCS 8); null for your own key",
    }),
  }),
  plain: "pem",
  cache: "never",
  // A long key takes seconds.
  heavy: true,
  background: false,
  example: {
    body: { common_name: "shop.example", names: ["shop.example", "127.0.0.1"], days: 30 },
  },
  async handler({ body, random, clock }) {
    const { createCertificate } = await import("../../certificate/create.ts");
    return createCertificate(body, { random, now: clock() });
  },
});
