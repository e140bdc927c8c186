import { checkLength } from "../json/output.ts";
import { readXmlDocument } from "./read-xml.ts";

interface FormatOptions {
  indent: number | "tab";
  minify: boolean;
}

/** Indents a document like xmllint: elements with text stay as they are. */
export async function formatXml(xml: string, { indent, minify }: FormatOptions) {
  const document = await readXmlDocument(xml, { dropsLayout: true });
  try {
    const { root } = document;
    const text = document.toString({
      format: !minify,
      noDeclaration: !/^\s*<\?xml\s/.test(xml),
      indentString: indent === "tab" ? "\t" : " ".repeat(indent),
      encoding: "utf-8",
    });
    checkLength(text.length);
    const formatted = text.replace(/^(<\?xml [^>]*encoding=")utf-8/, "$1UTF-8");
    return {
      formatted: minify ? formatted.trimEnd() : formatted,
      root: root.prefix ? `${root.prefix}:${root.name}` : root.name,
      bytes_in: Buffer.byteLength(xml),
      bytes_out: Buffer.byteLength(formatted),
      warnings: listWarnings(xml),
    };
  } finally {
    document.dispose();
  }
}

function listWarnings(xml: string): string[] {
  const warnings: string[] = [];
  if (/> +</.test(xml))
    warnings.push(
      'Spaces between elements are removed as layout, unless the element has text or xml:space="preserve"',
    );
  const encoding = /^\s*<\?xml[^>]{0,100}?encoding\s*=\s*["']([^"']{1,40})["']/.exec(xml)?.[1];
  if (encoding && !/^utf-?8$/i.test(encoding))
    warnings.push(`The result is UTF-8, and its declaration says so: it said "${encoding}"`);
  return warnings;
}
