import { onnx } from "hub/testing";

const { floats, integers, bigints, bytesField, textField } = onnx;
const { writeModel, writeNode, writeTensor, writeValue } = onnx;

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
