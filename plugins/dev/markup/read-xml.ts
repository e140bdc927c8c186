import type { XmlDocument } from "libxml2-wasm";
import { Fault, findOffset, type Position, readOrRefuse } from "../json/fault.ts";
import dev from "../plugin.ts";
import { loadLibXml2 } from "./libxml2.ts";

interface XmlOptions {
  /** Whether text of white space only between elements is left out. */
  dropsLayout: boolean;
}

/**
 * Parses a document. Neither files nor addresses are read, and references to declared entities remain references. The
 * caller disposes of the document.
 */
export async function readXmlDocument(
  xml: string,
  { dropsLayout }: XmlOptions,
): Promise<XmlDocument> {
  const { XmlDocument: Document, ParseOption, XmlParseError } = await loadLibXml2();
  const option =
    ParseOption.XML_PARSE_NO_XXE |
    ParseOption.XML_PARSE_NONET |
    ParseOption.XML_PARSE_BIG_LINES |
    (dropsLayout ? ParseOption.XML_PARSE_NOBLANKS : 0);
  return readOrRefuse(xml, "body.xml", () => {
    const at = findForbiddenCharacter(xml);
    if (at !== -1) throw new Fault("XML must not contain this character", at);
    if (xml.trim() === "") throw new Fault("The document has no element", 0);
    try {
      // The text is encoded as UTF-8: its declaration may differ.
      return Document.fromString(xml, { encoding: "utf-8", option });
    } catch (error) {
      if (!(error instanceof XmlParseError)) throw error;
      const { message, line, col } = error.details[0] ?? {
        message: error.message,
        line: 1,
        col: 1,
      };
      if (message.startsWith("Excessive depth"))
        throw dev.error("too_deep", "body.xml nests more than 2048 elements", { at: "body.xml" });
      throw new Fault(message.trim(), findByteOffset(xml, { line, column: col }));
    }
  });
}

/** Returns the offset of a character that ends C strings or has no UTF-8, or -1. */
function findForbiddenCharacter(text: string): number {
  const at = text.indexOf("\0");
  return at === -1 && !text.isWellFormed() ? text.search(/\p{Surrogate}/u) : at;
}

/** Converts a position of libxml2, whose columns are bytes. */
function findByteOffset(text: string, { line, column }: Position): number {
  const start = findOffset(text, { line, column: 1 });
  let bytes = 1;
  let at = start;
  for (const character of text.slice(start, start + column)) {
    if (bytes >= column) break;
    bytes += Buffer.byteLength(character);
    at += character.length;
  }
  return Math.min(at, text.length);
}
