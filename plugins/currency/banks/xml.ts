import { SaxesParser } from "saxes";

/** An element with its attributes, its own text, and the elements inside. */
export interface XmlElement {
  name: string;
  attributes: Readonly<Record<string, string>>;
  text: string;
  children: XmlElement[];
}

/** Parses XML without expanding entities of a DTD. Throws unless the root element has this name. */
export function parseXml(xml: string, rootName: string): XmlElement {
  const document: XmlElement = { name: "", attributes: {}, text: "", children: [] };
  const open = [document];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    const element = { name, attributes, text: "", children: [] };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (text) => {
    const element = open.at(-1);
    if (element) element.text += text;
  });
  parser.on("closetag", () => {
    open.pop();
  });
  parser.write(xml).close();
  const [root] = document.children;
  if (root?.name !== rootName)
    throw new Error(`The table must start with <${rootName}>: it starts with <${root?.name}>`);
  return root;
}

/** Returns the text of the first child with a name, or an empty text. */
export function readChild({ children }: XmlElement, name: string): string {
  return children.find((child) => child.name === name)?.text ?? "";
}
