import { binary, reply, t } from "hub";
import { bytesFields, cipherOptions } from "../cipher/request.ts";
import { buildTextFile, isLarge, sourceFields, sourceNote } from "../encoding/source-fields.ts";
import dev from "../plugin.ts";

const { bodyBytesMax, compressionBytesMax } = dev.limits;

export default dev.route({
  summary: "Encrypt with AES, ChaCha20 or XOR",
  keywords:
    "aes encrypt, encrypt text, chacha20, chacha20 poly1305, aes gcm, aes cbc, xor, aes ctr, aes ecb, encryptor, cipher, xor encrypt",
  description: `Encrypts a text or a file of up to ${compressionBytesMax / 1_048_576} MB. ${sourceNote} AES-GCM and Poly1305 append their tag of 16 bytes. Use an IV only once for each key. \`Accept: application/octet-stream\` returns the bytes. The key is neither stored nor echoed, and never part of a URL.`,
  body: t.Object({
    ...sourceFields({ textMax: bodyBytesMax, fileMax: compressionBytesMax }),
    ...cipherOptions.properties,
  }),
  response: t.Union([
    t.Object({
      ...bytesFields,
      iv: t.Union([t.String(), t.Null()], { description: "The IV in hex; null for ECB and XOR" }),
      tag: t.Union([t.String(), t.Null()], {
        description: "The tag in hex, which is also at the end of the bytes; null without one",
      }),
      warnings: t.Array(t.String(), { description: "Weaknesses of the cipher" }),
    }),
    binary("application/octet-stream"),
  ]),
  cache: "never",
  heavy: ({ body }) => isLarge(body.file),
  background: false,
  bodyBytesMax: compressionBytesMax + 65_536,
  example: {
    body: {
      file: buildTextFile("hello"),
      algorithm: "aes-gcm",
      key: "000102030405060708090a0b0c0d0e0f",
      iv: "000102030405060708090a0b",
    },
  },
  async handler({ body, random }) {
    const { sourceBytes } = await import("../encoding/source.ts");
    const { encrypt } = await import("../cipher/cipher.ts");
    const input = await sourceBytes(body, { allowsWholeBody: false });
    const { content, ...answer } = encrypt(input, body, random);
    return reply(answer, { alternatives: { "application/octet-stream": () => content } });
  },
});
