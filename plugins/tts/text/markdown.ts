/** Removes Markdown markup. Code blocks, rules and tags are left out. */
export function stripMarkdown(text: string): string {
  const lines: string[] = [];
  let fence = "";
  for (const line of text.split("\n")) {
    const trimmed = line.trim();
    const mark = trimmed.startsWith("```") ? "```" : trimmed.startsWith("~~~") ? "~~~" : "";
    if (fence) {
      if (mark === fence) fence = "";
    } else if (mark) fence = mark;
    else if (!isRuler(trimmed)) lines.push(readLine(trimmed));
  }
  return lines.join("\n").trim();
}

/** Whether a line is `---`, `***`, `===` or the second line of a table. */
function isRuler(line: string): boolean {
  return line.length > 2 && /^[-=*_|: ]+$/.test(line);
}

function readLine(line: string): string {
  const body = line.replace(/^(?:>[ \t]?){1,10}/, "").replace(/^(?:#{1,6}|[-*+])[ \t]+/, "");
  const box = body.replace(/^\[[ xX]\][ \t]+/, "");
  const cells = box.startsWith("|")
    ? box
        .split("|")
        .filter((cell) => cell.trim())
        .join(",")
    : box;
  return stripMarks(cells);
}

/** Removes inline markup: links are reduced to their text, and emphasis marks are dropped. */
function stripMarks(line: string): string {
  let out = "";
  for (let at = 0; at < line.length; at++) {
    const char = line.charAt(at);
    const next = line[at + 1] ?? "";
    if (char === "\\" && /[!-/:-@[-`{-~]/.test(next)) out += line[++at];
    else if (char === "!" && next === "[") continue;
    else if (char === "[" || char === "]") at = char === "]" ? afterTarget(line, at) : at;
    else if (char === "<" && /[A-Za-z/!]/.test(next)) at = findTagEnd(line, at);
    else if (char === "`" || char === "*") continue;
    else if (char === "~" && next === "~") at++;
    else if (char === "_" && !(isWord(line[at - 1]) && isWord(next))) continue;
    else out += char;
  }
  return out;
}

/** Returns the end of a link's address, or of its bracket if there is none. */
function afterTarget(line: string, at: number): number {
  const [open, close] = line[at + 1] === "(" ? ["(", ")"] : ["[", "]"];
  if (line[at + 1] !== open) return at;
  const end = line.indexOf(close, at + 2);
  return end < 0 ? at : end;
}

function findTagEnd(line: string, at: number): number {
  const end = line.indexOf(">", at);
  return end < 0 ? at : end;
}

function isWord(char = ""): boolean {
  return /[\p{L}\p{N}]/u.test(char);
}
