import { definePlugin } from "hub";

export default definePlugin({
  title: "Developer utilities",
  summary:
    "Hashes, encodings, ids, passwords, JSON, text, regular expressions, colours and tokens.",
  limits: {
    bodyBytesMax: 1_048_576,
    queryTextMax: 8192,
    hashFileBytesMax: 10_485_760,
    encodeBytesMax: 262_144,
    resultMax: 8_388_608,
    textCharactersMax: 1_048_576,
    textBodyBytesMax: 2_097_152,
    diffTextMax: 204_800,
    patternMax: 1024,
    regexTextMax: 102_400,
  },
  errors: {
    syntax_error: {
      status: 422,
      title: "The text breaks the rules of the notation it is said to be in",
    },
    too_deep: { status: 422, title: "The text nests deeper than the endpoint reads" },
    invalid_schema: { status: 422, title: "The JSON Schema cannot be used" },
    invalid_path: { status: 422, title: "The JSONPath or JSON Pointer is not well-formed" },
    invalid_pattern: { status: 422, title: "The regular expression is not well-formed" },
    not_convertible: { status: 422, title: "The target notation cannot say what the text says" },
    result_too_large: { status: 422, title: "The result is larger than the endpoint answers" },
    too_much_work: { status: 422, title: "The work takes more steps than the endpoint does" },
    empty_alphabet: { status: 422, title: "The options leave no character to make a password of" },
  },
  try: {
    "/hash/:algo": "hash/[algo].get",
    "/uuid": "uuid/index.get",
    "/password": "password/index.get",
    "/color/:color": "color/[color].get",
  },
});
