// Translates recipes of CyberChef's own tests to recipes of the hub, runs them, and compares the outputs byte by byte:
// `bun scripts/lab/cyberchef.ts FOLDER [COUNT]`. FOLDER has `cyberchef` and `cli-progress` in its `node_modules`.
// Takes at most eight recipes of each file, evenly spaced, whose operations and arguments have a counterpart.
import { join } from "node:path";
import { runHub } from "../../core/testing/running-hub.ts";
import { exitOnHelp } from "../help.ts";

exitOnHelp(`Usage: bun scripts/lab/cyberchef.ts FOLDER [COUNT]
  runs recipes of CyberChef's own tests as recipes of the hub, and compares the outputs
  FOLDER  has the packages cyberchef and cli-progress in its node_modules
  COUNT   the number of recipes`);

type Arguments = readonly unknown[];
type Step = Record<string, unknown>;

interface ChefTest {
  file: string;
  name: string;
  input: string | ArrayBuffer | Uint8Array;
  expectedOutput?: unknown;
  recipeConfig: { op: string; args?: unknown[] }[];
}

interface Toggle {
  option: string;
  string: string;
}

const dev = (path: string, more: Step = {}): Step => ({
  endpoint: `POST /api/dev/${path}`,
  ...more,
});
const encode = (format: string, body: Step = {}) => [dev(`encode/${format}`, { body })];
const decode = (format: string, body: Step = { strict: false }) => [
  dev(`decode/${format}`, { body }),
];
const hash = (algorithm: string) => [
  dev("hash", { body: { algorithms: [algorithm] }, output: "hash" }),
];
const transform = (operation: string) => [
  dev("text/transform", { body: { operations: [operation] }, input: "body.text" }),
];
const convert = (from: string, to: string) => [dev("json/convert", { body: { from, to } })];
const format = (body: Step) => [dev("json/format", { body })];
const crypt = (route: string, body: Step, more: Step = {}) => [dev(route, { body, ...more })];

const separators: Record<string, string> = { None: "", Space: " ", Comma: ",", Colon: ":" };
const charsets: Record<string, string> = {
  "UTF-8 (65001)": "utf-8",
  "UTF-16LE (1200)": "utf-16le",
};

/** Translates one operation. Undefined if its arguments have no counterpart. */
type Translator = (args: Arguments) => Step[] | undefined;

const translators: Record<string, Translator> = {
  "To Hex": ([delimiter = "Space", lines = 0]) => {
    const separator = separators[String(delimiter)];
    return separator === undefined || lines !== 0 ? undefined : encode("hex", { separator });
  },
  "From Hex": () => decode("hex"),
  "To Base64": ([alphabet = "A-Za-z0-9+/="]) =>
    alphabet === "A-Za-z0-9+/=" ? [dev("base64/encode")] : undefined,
  "From Base64": ([alphabet = "A-Za-z0-9+/="]) =>
    alphabet === "A-Za-z0-9+/=" ? [dev("base64/decode", { body: { strict: false } })] : undefined,
  "To Base32": ([alphabet]) => encode(alphabet === "0-9A-V=" ? "base32hex" : "base32"),
  "From Base32": ([alphabet]) => decode(alphabet === "0-9A-V=" ? "base32hex" : "base32"),
  "To Base45": () => encode("base45"),
  "From Base45": () => decode("base45"),
  "To Base58": ([alphabet]) => (String(alphabet).startsWith("123") ? encode("base58") : undefined),
  "From Base58": ([alphabet]) =>
    String(alphabet).startsWith("123") ? decode("base58") : undefined,
  "To Base62": () => encode("base62"),
  "From Base62": () => decode("base62"),
  "From Base85": ([alphabet]) => (alphabet === "!-u" ? decode("base85") : undefined),
  "To Morse Code": ([, , words]) => (words === "Line feed" ? encode("morse") : undefined),
  "From Morse Code": () => decode("morse"),
  ROT13: ([lower, upper, digits, amount]) =>
    lower && upper && !digits && amount === 13 ? encode("rot13") : undefined,
  "URL Encode": ([all]) => (all === true ? undefined : encode("url")),
  "URL Decode": () => decode("url-component"),
  "To Hexdump": () => encode("hexdump"),
  "From Hexdump": () => decode("hexdump"),
  Gunzip: () => [dev("decompress/gzip")],
  "Zlib Inflate": () => [dev("decompress/deflate")],
  MD4: () => hash("md4"),
  MD5: () => hash("md5"),
  SHA1: () => hash("sha1"),
  SHA2: ([size]) => hash(`sha${String(size).replace("/", "-")}`.replace(/^sha512-/, "sha512-")),
  SHA3: ([size]) => hash(`sha3-${size}`),
  SM3: ([size]) => (size === "256" ? hash("sm3") : undefined),
  Shake: ([kind, size]) => (Number(size) === 2 * Number(kind) ? hash(`shake${kind}`) : undefined),
  RIPEMD: ([size]) => (size === "160" ? hash("ripemd160") : undefined),
  BLAKE2b: ([size, output, key]) =>
    /^(?:512|256)$/.test(String(size)) && output === "Hex" && (key as Toggle).string === ""
      ? hash(`blake2b${size}`)
      : undefined,
  BLAKE2s: ([size, output, key]) =>
    size === "256" && output === "Hex" && (key as Toggle).string === ""
      ? hash("blake2s256")
      : undefined,
  BLAKE3: ([size, key]) => (size === 32 && key === "" ? hash("blake3") : undefined),
  HMAC: ([key, algorithm]) => {
    const { option, string } = key as Toggle;
    const name = String(algorithm).toLowerCase();
    if (!/^(?:md[45]|sha(?:1|224|256|384|512)|ripemd160)$/.test(name)) return undefined;
    const key_encoding = option === "Hex" ? "hex" : "utf8";
    return [
      dev("hmac", {
        body: { key: string, key_encoding, algorithm: name },
        input: "body.file",
        output: "hmac",
      }),
    ];
  },
  "CRC Checksum": ([name]) =>
    name === "Custom"
      ? undefined
      : [dev("crc", { body: { algorithms: [name] }, output: "result" })],
  "AES Encrypt": (args) => translateAes("encrypt", args),
  "AES Decrypt": (args) => translateAes("decrypt", args),
  XOR: ([key, scheme, keepsNull]) => {
    const secret = readToggle(key);
    if (!secret || scheme !== "Standard" || keepsNull) return undefined;
    return crypt("encrypt", { algorithm: "xor", ...secret }, { input: "body.file" });
  },
  "CBOR Encode": () => [dev("json/pack/cbor")],
  "CBOR Decode": () => [dev("json/unpack/cbor")],
  "To MessagePack": () => [dev("json/pack/msgpack")],
  "From MessagePack": () => [dev("json/unpack/msgpack"), ...format({ indent: 4 })],
  "JSON Minify": () => format({ minify: true }),
  "JSON Beautify": ([indent, sort]) =>
    sort ? undefined : format({ indent: indent === "\t" ? "tab" : String(indent).length }),
  "CSV to JSON": ([, , shape]) =>
    shape === "Array of dictionaries"
      ? [...convert("csv", "json"), ...format({ indent: 4 })]
      : undefined,
  "YAML to JSON": () => [...convert("yaml", "json"), ...format({ indent: 4 })],
  "JSON to YAML": () => convert("json", "yaml"),
  Jq: ([path, raw]) => [
    dev("json/query", { body: { syntax: "jq", path, raw_output: raw }, output: "jsonl" }),
  ],
  "JPath expression": ([path, delimiter]) =>
    delimiter === "\n" ? [dev("json/query", { body: { path }, output: "jsonl" })] : undefined,
  "To Camel case": ([aware]) => (aware ? undefined : transform("camel")),
  "To Snake case": ([aware]) => (aware ? undefined : transform("snake")),
  "To Kebab case": ([aware]) => (aware ? undefined : transform("kebab")),
  "Swap case": () => transform("swap"),
  "Remove Diacritics": () => transform("strip-accents"),
  "Unescape string": () => decode("unicode-escape"),
  "Encode text": ([name]) => translateCharset("encode", name),
  "Decode text": ([name]) => translateCharset("decode", name),
  "Parse QR Code": () => [{ endpoint: "POST /api/qr/decode", output: "codes.0.text" }],
  "Change IP format": ([from, to]) => {
    const outputs: Record<string, string> = {
      "Dotted Decimal": "first",
      Decimal: "integer",
      Octal: "forms.octal",
    };
    const output = outputs[String(to)];
    const isRead = from === "Dotted Decimal" || from === "Decimal";
    return output !== undefined && isRead ? [{ endpoint: "GET /api/dev/cidr", output }] : undefined;
  },
};

function translateCharset(direction: "encode" | "decode", name: unknown): Step[] | undefined {
  const charset = charsets[String(name)];
  if (charset === undefined) return undefined;
  return [
    dev(`charset/${direction}`, {
      body: { charset },
      ...(direction === "decode" && { output: "text" }),
    }),
  ];
}

function readToggle(given: unknown): Step | undefined {
  const { option, string } = given as Toggle;
  if (option !== "Hex" && option !== "UTF8" && option !== "Base64") return undefined;
  return { key: string, key_encoding: option.toLowerCase() };
}

/** Translates AES. OFB, and GCM with the tag on a line of its own, have no counterpart. */
function translateAes(route: "encrypt" | "decrypt", args: Arguments): Step[] | undefined {
  const [key, iv, given, from, to] = args;
  const [mode = "", padding] = String(given).split("/");
  const secret = readToggle(key);
  const { string, option } = iv as Toggle;
  if (!secret || secret.key === "" || mode === "OFB" || (mode === "GCM" && route === "encrypt"))
    return undefined;
  const [tag, aad] = route === "decrypt" ? [args[5] as Toggle, args[6] as Toggle] : [];
  const body: Step = {
    algorithm: `aes-${mode.toLowerCase()}`,
    ...secret,
    ...(mode !== "ECB" && { iv: string, iv_encoding: option.toLowerCase() }),
    ...(padding === "NoPadding" && { padding: "none" }),
    ...(tag?.string && mode === "GCM" && { tag: tag.string }),
    ...(aad?.string &&
      mode === "GCM" && { aad: aad.string, aad_encoding: aad.option.toLowerCase() }),
  };
  return [
    ...(from === "Hex" ? decode("hex") : []),
    dev(route, { body, input: "body.file" }),
    ...(to === "Hex" ? encode("hex") : []),
  ];
}

function translate({ recipeConfig }: ChefTest): Step[] | undefined {
  const parts = recipeConfig.map(({ op, args = [] }) => translators[op]?.(args));
  return parts.every((part) => part !== undefined) ? parts.flat() : undefined;
}

/** Converts a text to bytes as CyberChef does: each character is a byte, unless one is no byte. */
function toBytes(text: string): Buffer {
  const isBytes = [...text].every((character) => (character.codePointAt(0) ?? 0) <= 0xff);
  return Buffer.from(text, isBytes ? "latin1" : "utf8");
}

/** Compares bytes with the text that CyberChef shows: UTF-8, or a character for each byte. */
function isSame(output: Buffer, expected: string): boolean {
  return output.equals(Buffer.from(expected)) || output.equals(toBytes(expected));
}

/** Picks evenly spaced items. */
function space<Item>(items: readonly Item[], count: number): Item[] {
  if (items.length <= count) return [...items];
  return Array.from(
    { length: count },
    (_, at) => items[Math.floor((at * items.length) / count)] as Item,
  );
}

async function readTests(folder: string): Promise<ChefTest[]> {
  const root = join(folder, "node_modules/cyberchef/tests");
  const { default: register } = await import(join(root, "lib/TestRegister.mjs"));
  const tests: ChefTest[] = [];
  for (const file of [...new Bun.Glob("*.mjs").scanSync(join(root, "operations/tests"))].sort()) {
    const before = register.tests.length;
    await import(join(root, "operations/tests", file));
    for (const one of register.tests.slice(before)) tests.push({ ...one, file });
  }
  return tests;
}

const [folder = "", count = "100"] = process.argv.slice(2);
const all = await readTests(folder);
/** Recipes whose expected output is the text of an error. */
const isError = (text: string) =>
  /^(?:Invalid |Character not|Triplet too|From Base85 - |Could not|Error)/.test(text);
const expressible = all
  .filter(({ expectedOutput: text }) => typeof text === "string" && !isError(text))
  .flatMap((one) => {
    const steps = translate(one);
    return steps ? [{ ...one, steps }] : [];
  });
const files = Object.values(Object.groupBy(expressible, ({ file }) => file));
const chosen = space(
  files.flatMap((tests = []) => space(tests, 8)),
  Number(count),
);

const hub = await runHub({ HUB_TIERS: "free=1000000/1000000" });
const key = await hub.key();
let right = 0;
for (const { name, input, expectedOutput, steps } of chosen) {
  const bytes = typeof input === "string" ? toBytes(input) : Buffer.from(input as ArrayBuffer);
  const recipe = { steps, input_base64: bytes.toString("base64") };
  const answer = await hub.post("/api/dev/recipe", recipe, {
    "x-api-key": key,
    accept: "application/octet-stream",
  });
  const output = Buffer.from(await answer.arrayBuffer());
  if (answer.ok && isSame(output, String(expectedOutput))) right++;
  else
    console.log(
      `${name}: ${JSON.stringify(output.toString()).slice(0, 160)} instead of ${JSON.stringify(expectedOutput).slice(0, 120)}`,
    );
}
await hub.stop();
console.log(
  `${all.length} recipes, ${expressible.length} expressible, ${chosen.length} chosen from ${files.length} files: ${right} equal`,
);
