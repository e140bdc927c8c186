import { definePlugin } from "hub";

export default definePlugin({
  title: "Developer utilities",
  summary:
    "Hashes, encodings, ids, passwords, JSON, text, regular expressions, colours, tokens, times and schedules.",
  limits: {
    bodyBytesMax: 1_048_576,
    queryTextMax: 8192,
    fileBytesMax: 52_428_800,
    jsonCharactersMax: 10_485_760,
    jsonBodyBytesMax: 12_582_912,
    encodeBytesMax: 262_144,
    compressionBytesMax: 10_485_760,
    resultMax: 8_388_608,
    formattedMax: 33_554_432,
    textCharactersMax: 1_048_576,
    textBodyBytesMax: 2_097_152,
    diffTextMax: 204_800,
    patternMax: 1024,
    regexTextMax: 102_400,
  },
  errors: {
    syntax_error: {
      status: 422,
      title: "The text is not valid in the given format",
    },
    too_deep: { status: 422, title: "The text is nested too deeply" },
    invalid_schema: { status: 422, title: "The JSON Schema cannot be used" },
    invalid_path: { status: 422, title: "The query is invalid" },
    invalid_pattern: { status: 422, title: "The regular expression is invalid" },
    not_convertible: { status: 422, title: "The target format cannot represent the text" },
    result_too_large: { status: 422, title: "The result is too large" },
    patch_failed: { status: 422, title: "The patch does not apply to the document" },
    too_much_work: { status: 422, title: "The request requires too much work" },
    negative_verdict: {
      status: 422,
      title: "The verdict is negative, and the request asked for an error",
    },
    decryption_failed: { status: 422, title: "The input cannot be decrypted with the key" },
    empty_alphabet: {
      status: 422,
      title: "The options leave no characters for a password",
    },
  },
  first: [
    "hash/[algo].get",
    "uuid/index.get",
    "password/index.get",
    "base64/encode.post",
    "base64/decode.post",
    "json/format.post",
    "json/validate.post",
    "jwt/decode.post",
    "regex/test.post",
    "text/transform.post",
  ],
  try: {
    "/hash/:algo": "hash/[algo].get",
    "/uuid": "uuid/index.get",
    "/password": "password/index.get",
    "/color/:color": "color/[color].get",
  },
});
