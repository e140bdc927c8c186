/**
 * Adds the output of the only node with an operator to the outputs of a model. Returns other models unchanged.
 *
 * A model is a message of Protocol Buffers (https://github.com/onnx/onnx/blob/main/onnx/onnx.proto). The graph is
 * field 7 of it; nodes are field 1 of the graph, with outputs in field 2 and the operator in field 4; inputs are
 * field 11 and outputs field 12, with their names in field 1.
 */
export function addOutput(model: Uint8Array, operator: string): Uint8Array {
  const graph = listFields(model).find(({ number }) => number === 7);
  if (!graph) return model;
  const content = model.subarray(graph.from, graph.to);
  const fields = listFields(content);
  const name = findOutput(content, fields, operator);
  const outputs = fields
    .filter(({ number }) => number === 12)
    .map(({ from, to }) => readName(content.subarray(from, to), 1));
  if (name === undefined || outputs.includes(name)) return model;
  const output = writeField(12, writeField(1, Buffer.from(name)));
  // Fields of a message can have any order, and those that repeat are appended.
  return Buffer.concat([
    model.subarray(0, graph.start),
    writeField(7, Buffer.concat([content, output])),
    model.subarray(graph.to),
  ]);
}

/** Returns the names of a model's inputs, or an empty list if it isn't a model. Throws if it is damaged. */
export function listInputs(model: Uint8Array): string[] {
  const graph = listFields(model).find(({ number }) => number === 7);
  const content = graph ? model.subarray(graph.from, graph.to) : new Uint8Array();
  return listFields(content)
    .filter(({ number }) => number === 11)
    .map(({ from, to }) => readName(content.subarray(from, to), 1) ?? "");
}

/** A field of a message: its number, where it starts, and the range of its content. */
interface Field {
  number: number;
  start: number;
  from: number;
  to: number;
}

/** Lists the fields of a message. Throws if the message is damaged. */
function listFields(message: Uint8Array): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const readVarint = () => {
    let value = 0;
    for (let shift = 0; shift < 70; shift += 7) {
      const byte = message[at++];
      if (byte === undefined) break;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new Error("The model is damaged");
  };
  while (at < message.length) {
    const start = at;
    const tag = readVarint();
    const kind = tag % 8;
    let size = 0;
    if (kind === 0) readVarint();
    else if (kind === 1) size = 8;
    else if (kind === 2) size = readVarint();
    else if (kind === 5) size = 4;
    else throw new Error("The model is damaged");
    const from = at;
    at += size;
    if (at > message.length) throw new Error("The model is damaged");
    fields.push({ number: Math.floor(tag / 8), start, from, to: at });
  }
  return fields;
}

/** Returns the output of the only node with an operator, or undefined. */
function findOutput(
  graph: Uint8Array,
  fields: readonly Field[],
  operator: string,
): string | undefined {
  const nodes = fields
    .filter(({ number }) => number === 1)
    .map(({ from, to }) => graph.subarray(from, to))
    .filter((node) => readName(node, 4) === operator);
  const [only] = nodes;
  return nodes.length === 1 && only ? readName(only, 2) : undefined;
}

function readName(message: Uint8Array, number: number): string | undefined {
  const field = listFields(message).find((one) => one.number === number);
  return field && Buffer.from(message.subarray(field.from, field.to)).toString();
}

function writeField(number: number, content: Uint8Array): Uint8Array {
  return Buffer.concat([writeVarint(number * 8 + 2), writeVarint(content.length), content]);
}

function writeVarint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Uint8Array.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
