import { SaxesParser } from "saxes";

/** An element as it was written. */
export interface Node {
  name: string;
  attributes: Record<string, string>;
  children: (Node | string)[];
}

const svgBytesMax = 262_144;
const elementsMax = 5000;
const depthMax = 64;

/** Reads well-formed XML. Comments, instructions and the DOCTYPE are left out. */
export function readSvg(text: string): Node {
  const size = Buffer.byteLength(text);
  if (size > svgBytesMax)
    throw new Error(`An SVG may have at most ${svgBytesMax} bytes: it has ${size}`);
  const parser = new SaxesParser();
  const open: Node[] = [{ name: "", attributes: {}, children: [] }];
  let elements = 0;
  parser.on("error", ({ message }) => {
    throw new Error(`The SVG is not well-formed XML: ${message}`);
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (++elements > elementsMax)
      throw new Error(`An SVG may have at most ${elementsMax} elements`);
    if (open.length > depthMax) throw new Error(`An SVG may be at most ${depthMax} elements deep`);
    const node: Node = { name, attributes: attributes as Record<string, string>, children: [] };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on("closetag", () => open.pop());
  parser.on("text", (said) => open.at(-1)!.children.push(said));
  parser.on("cdata", (said) => open.at(-1)!.children.push(said));
  parser.write(text).close();
  const root = open[0]!.children.find((child) => typeof child !== "string");
  if (typeof root !== "object") throw new Error("The SVG has no element");
  return root;
}
