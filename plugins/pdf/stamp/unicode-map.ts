const entriesMax = 100;

/** The ToUnicode map of a font: what to copy where each code is shown. ISO 32000-2, 9.10.3. */
export function unicodeMap(texts: ReadonlyMap<number, string>): string {
  const entries = [...texts]
    .filter(([, text]) => text !== "")
    .map(
      ([code, text]) =>
        `<${hex(code)}> <${Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join("")}>`,
    );
  const parts: string[] = [];
  for (let at = 0; at < entries.length; at += entriesMax) {
    const part = entries.slice(at, at + entriesMax);
    parts.push(`${part.length} beginbfchar\n${part.join("\n")}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${parts.join("\n")}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}

function hex(value: number): string {
  return value.toString(16).padStart(4, "0");
}
