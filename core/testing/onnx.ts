/** Numbers of the types of a tensor's values. */
export const [floats, integers] = [1, 7] as const;

/**
 * Writes a model with the inputs of a sentence encoder: the vector of each token is its number and one, so that the mean
 * shows the tokens.
 */
export function writeTinyEncoder(): Uint8Array {
  const nodes = [
    writeNode("Cast", { inputs: ["input_ids"], output: "numbers", to: floats }),
    writeNode("Unsqueeze", { inputs: ["numbers", "axis"], output: "columns" }),
    writeNode("Mul", { inputs: ["columns", "factors"], output: "products" }),
    writeNode("Add", { inputs: ["products", "terms"], output: "last_hidden_state" }),
  ];
  const factors = Float32Array.of(1, 0);
  const terms = Float32Array.of(0, 1);
  return writeModel([
    ...nodes.map((node) => bytesField(1, node)),
    textField(2, "tiny"),
    bytesField(5, writeTensor("axis", { type: integers, dims: [1], data: bigints(2) })),
    bytesField(5, writeTensor("factors", { type: floats, dims: [1, 1, 2], data: factors })),
    bytesField(5, writeTensor("terms", { type: floats, dims: [1, 1, 2], data: terms })),
    ...["input_ids", "attention_mask", "token_type_ids"].map((name) =>
      bytesField(11, writeValue(name, integers, [1, "n"])),
    ),
    bytesField(12, writeValue("last_hidden_state", floats, [1, "n", 2])),
  ]);
}

/** Writes a tokenizer in Hugging Face's format with these words, whose numbers start at 3. */
export function writeTinyTokenizer(...words: string[]): Uint8Array {
  const vocab = Object.fromEntries(
    ["[UNK]", "[CLS]", "[SEP]", ...words].map((word, id) => [word, id]),
  );
  const special = (name: string) => ({ SpecialToken: { id: name, type_id: 0 } });
  const tokenizer = {
    version: "1.0",
    added_tokens: [],
    normalizer: { type: "BertNormalizer", lowercase: true, clean_text: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [special("[CLS]"), { Sequence: { id: "A", type_id: 0 } }, special("[SEP]")],
      pair: [],
      special_tokens: Object.fromEntries(
        ["[CLS]", "[SEP]"].map((id) => [id, { id, ids: [vocab[id]], tokens: [id] }]),
      ),
    },
    decoder: { type: "WordPiece", prefix: "##", cleanup: true },
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab,
    },
  };
  return new TextEncoder().encode(JSON.stringify(tokenizer));
}

/** Writes a model from the fields of its graph. */
export function writeModel(graph: readonly Uint8Array[]): Uint8Array {
  const operators = join(textField(1, ""), numberField(2, 15));
  return join(numberField(1, 8), bytesField(7, join(...graph)), bytesField(8, operators));
}

/** Writes a node of a graph. */
export function writeNode(
  operator: string,
  { inputs, output, to }: { inputs: readonly string[]; output: string; to?: number },
): Uint8Array {
  const attribute =
    to === undefined ? [] : [textField(1, "to"), numberField(3, to), numberField(20, 2)];
  return join(
    ...inputs.map((input) => textField(1, input)),
    textField(2, output),
    textField(4, operator),
    ...(attribute.length > 0 ? [bytesField(5, join(...attribute))] : []),
  );
}

/** Writes a constant of a graph. */
export function writeTensor(
  name: string,
  {
    type,
    dims,
    data,
  }: { type: number; dims: readonly number[]; data: Float32Array | BigInt64Array },
): Uint8Array {
  const raw = new Uint8Array(data.buffer);
  return join(
    ...dims.map((dim) => numberField(1, dim)),
    numberField(2, type),
    textField(8, name),
    bytesField(9, raw),
  );
}

/** Writes an input or output of a graph. */
export function writeValue(
  name: string,
  type: number,
  dims: readonly (number | string)[],
): Uint8Array {
  const shape = dims.map((dim) =>
    bytesField(1, typeof dim === "number" ? numberField(1, dim) : textField(2, dim)),
  );
  const tensor = join(numberField(1, type), bytesField(2, join(...shape)));
  return join(textField(1, name), bytesField(2, bytesField(1, tensor)));
}

/** Returns integers as the numbers of a tensor. */
export function bigints(...numbers: number[]): BigInt64Array {
  return BigInt64Array.from(numbers, BigInt);
}

function numberField(number: number, value: number): Uint8Array {
  return join(writeVarint(number * 8), writeVarint(value));
}

/** Writes a field with a text. */
export function textField(number: number, text: string): Uint8Array {
  return bytesField(number, new TextEncoder().encode(text));
}

/** Writes a field with bytes. */
export function bytesField(number: number, content: Uint8Array): Uint8Array {
  return join(writeVarint(number * 8 + 2), writeVarint(content.length), content);
}

function writeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}

function join(...parts: Uint8Array[]): Uint8Array {
  return Uint8Array.from(Buffer.concat(parts));
}
