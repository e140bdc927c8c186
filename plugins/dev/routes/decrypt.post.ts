import { binary, reply, t } from "hub";
import { bytesFields, cipherOptions } from "../cipher/request.ts";
import { isLarge, sourceFields, sourceNote } from "../encoding/source-fields.ts";
import dev from "../plugin.ts";

const { bodyBytesMax, compressionBytesMax } = dev.limits;

export default dev.route({
  summary: "Decrypt AES, ChaCha20 or XOR",
  tool: { fields: ["file", "algorithm", "key", "iv"] },
  keywords: "aes decrypt, decrypt text, decryptor, xor decrypt, chacha20 decrypt",
  description: `Decrypts bytes of up to ${compressionBytesMax / 1_048_576} MB with a key. ${sourceNote} \`Accept: application/octet-stream\` returns the bytes. The key is neither stored nor echoed, and never part of a URL.`,
  body: t.Object({
    ...sourceFields({ textMax: bodyBytesMax, fileMax: compressionBytesMax }),
    ...cipherOptions.properties,
    tag: t.Optional(
      t.String({
        maxLength: 100,
        description: "The tag in hex. Default: the last 16 bytes of the input",
      }),
    ),
  }),
  response: t.Union([
    t.Object({
      ...bytesFields,
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
      file: new File(
        [Uint8Array.fromHex("fb09cba209892a5290e6a1cc5c447671d2fdb399f0")],
        "secret.bin",
        { type: "application/octet-stream" },
      ),
      algorithm: "aes-gcm",
      key: "000102030405060708090a0b0c0d0e0f",
      iv: "000102030405060708090a0b",
    },
  },
  async handler({ body }) {
    const { sourceBytes } = await import("../encoding/source.ts");
    const { decrypt } = await import("../cipher/cipher.ts");
    const input = await sourceBytes(body, { allowsWholeBody: false });
    const { content, ...answer } = decrypt(input, body);
    return reply(answer, { alternatives: { "application/octet-stream": () => content } });
  },
});
