/**
 * Writes a model in ONNX's format with the inputs of Piper: each number of the input becomes 256 samples of a sine with
 * as many periods, so that the sound shows what was spoken. Scales and lengths have no effect. With `hasCeil`, a node
 * computes 1 for each number of the input, as Piper's models compute durations.
 */
export function writeTinyModel({ hasCeil = true } = {}): Uint8Array {
  const ramp = Float32Array.from({ length: framesPerId }, (_, at) => (2 * Math.PI * at) / 256);
  const nodes = [
    writeNode("Cast", { inputs: ["input"], output: "numbers", to: floats }),
    writeNode("Unsqueeze", { inputs: ["numbers", "axis"], output: "columns" }),
    writeNode("Mul", { inputs: ["columns", "ramp"], output: "phases" }),
    writeNode("Sin", { inputs: ["phases"], output: "waves" }),
    writeNode("Reshape", { inputs: ["waves", "flat"], output: "sound" }),
    ...(hasCeil
      ? [
          writeNode("Equal", { inputs: ["input", "input"], output: "same" }),
          writeNode("Cast", { inputs: ["same"], output: "ones", to: floats }),
          writeNode("Ceil", { inputs: ["ones"], output: "frames" }),
        ]
      : []),
  ];
  const graph = [
    ...nodes.map((node) => bytesField(1, node)),
    textField(2, "tiny"),
    bytesField(5, writeTensor("axis", { type: integers, dims: [1], data: bigints(2) })),
    bytesField(5, writeTensor("ramp", { type: floats, dims: [1, 1, framesPerId], data: ramp })),
    bytesField(5, writeTensor("flat", { type: integers, dims: [3], data: bigints(1, 1, -1) })),
    bytesField(11, writeValue("input", integers, [1, "n"])),
    bytesField(11, writeValue("input_lengths", integers, [1])),
    bytesField(11, writeValue("scales", floats, [3])),
    bytesField(12, writeValue("sound", floats, [1, 1, "samples"])),
  ];
  return writeModel(graph);
}

function writeModel(graph: readonly Uint8Array[]): Uint8Array {
  const operators = join(textField(1, ""), numberField(2, 15));
  return join(numberField(1, 8), bytesField(7, join(...graph)), bytesField(8, operators));
}

/**
 * Writes a model with the inputs of Kokoro: each number of the input becomes 512 samples of a sine. Their periods are the
 * number plus the largest number of the style, divided by the speed.
 */
export function writeTinyKokoro({ styleSize = 256 } = {}): Uint8Array {
  const ramp = Float32Array.from({ length: framesPerSymbol }, (_, at) => (2 * Math.PI * at) / 512);
  const nodes = [
    writeNode("Cast", { inputs: ["input_ids"], output: "numbers", to: floats }),
    writeNode("ReduceMax", { inputs: ["style"], output: "largest" }),
    writeNode("Add", { inputs: ["numbers", "largest"], output: "sums" }),
    writeNode("Div", { inputs: ["sums", "speed"], output: "periods" }),
    writeNode("Unsqueeze", { inputs: ["periods", "axis"], output: "columns" }),
    writeNode("Mul", { inputs: ["columns", "ramp"], output: "phases" }),
    writeNode("Sin", { inputs: ["phases"], output: "waves" }),
    writeNode("Reshape", { inputs: ["waves", "flat"], output: "waveform" }),
  ];
  return writeModel([
    ...nodes.map((node) => bytesField(1, node)),
    textField(2, "tiny"),
    bytesField(5, writeTensor("axis", { type: integers, dims: [1], data: bigints(2) })),
    bytesField(5, writeTensor("ramp", { type: floats, dims: [1, 1, framesPerSymbol], data: ramp })),
    bytesField(5, writeTensor("flat", { type: integers, dims: [2], data: bigints(1, -1) })),
    bytesField(11, writeValue("input_ids", integers, [1, "n"])),
    bytesField(11, writeValue("style", floats, [1, styleSize])),
    bytesField(11, writeValue("speed", floats, [1])),
    bytesField(12, writeValue("waveform", floats, [1, "samples"])),
  ]);
}

/** Writes the styles of a Kokoro voice: all numbers of a style are its position. */
export function writeTinyStyles(): Uint8Array {
  const numbers = Float32Array.from({ length: 510 * 256 }, (_, at) => Math.floor(at / 256));
  return new Uint8Array(numbers.buffer);
}

/** The description of a voice with this model, in which each letter of a text is spoken. */
export function describeTinyVoice(options: Record<string, unknown> = {}): Uint8Array {
  const letters = Array.from("_^$ .,?!abcdefghijklmnopqrstuvwxyz");
  const description = {
    audio: { sample_rate: 16_000, quality: "low" },
    phoneme_type: "text",
    phoneme_id_map: Object.fromEntries(letters.map((letter, index) => [letter, [index]])),
    language: { code: "en_US" },
    num_speakers: 1,
    ...options,
  };
  return new TextEncoder().encode(JSON.stringify(description));
}

/** Samples per number of the input of Piper's model, and of Kokoro's. */
export const framesPerId = 256;
export const framesPerSymbol = 512;

const [floats, integers] = [1, 7];

function writeNode(
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

function writeTensor(
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

function writeValue(name: string, type: number, dims: readonly (number | string)[]): Uint8Array {
  const shape = dims.map((dim) =>
    bytesField(1, typeof dim === "number" ? numberField(1, dim) : textField(2, dim)),
  );
  const tensor = join(numberField(1, type), bytesField(2, join(...shape)));
  return join(textField(1, name), bytesField(2, bytesField(1, tensor)));
}

function bigints(...numbers: number[]): BigInt64Array {
  return BigInt64Array.from(numbers, BigInt);
}

function numberField(number: number, value: number): Uint8Array {
  return join(writeVarint(number * 8), writeVarint(value));
}

function textField(number: number, text: string): Uint8Array {
  return bytesField(number, new TextEncoder().encode(text));
}

function bytesField(number: number, content: Uint8Array): Uint8Array {
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
