import { definePlugin } from "hub";

export default definePlugin({
  title: "Developer utilities",
  summary:
    "Hashes, encodings, ids, passwords, JSON, text, regular expressions, colours and tokens.",
  limits: { bodyBytesMax: 1_048_576, queryTextMax: 8192, hashFileBytesMax: 10_485_760 },
  errors: {
    empty_alphabet: { status: 422, title: "The options leave no character to make a password of" },
  },
  try: { "/hash/:algo": "hash/[algo].get", "/password": "password/index.get" },
});
