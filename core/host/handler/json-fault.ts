/** Describes in words why a text isn't JSON: the first fault, and what to write in its place. */
export function describeJsonFault(text: string): string {
  const trimmed = text.trim();
  const whole = describeWholeText(trimmed);
  if (whole) return whole;
  const { position, expected, nesting } = findFault(text);
  const rest = text.slice(position, position + 40).trimEnd();
  const [first = ""] = rest;
  const place = `at character ${position + 1}`;
  if (first === "'") return `it has a single quote ${place}: names and texts need double quotes`;
  if (curlyQuotes.has(first)) return `it has a curly quote ${place}: use straight double quotes`;
  if (/^(?:\/[/*]|#)/.test(rest) && expected !== "colon")
    return `it has a comment ${place}: JSON has none`;
  const word = /^[A-Za-z_$][\w$-]{0,39}/.exec(rest)?.[0];
  switch (expected) {
    case "text":
      return `the closing quote is missing of the text that begins ${place}`;
    case "nothing":
      return `it goes on after its end ${place} with ${JSON.stringify(rest.slice(0, 20))}`;
    case "name":
    case "value":
      if (first === "}" || first === "]")
        return `remove the comma before the ${first} ${place}, or add the missing value`;
      if (word === undefined) break;
      if (expected === "value" && foreignWords.has(word))
        return `it has ${word} ${place}: JSON has true, false and null`;
      return `double quotes are missing around ${word} ${place}`;
    case "colon":
      return `a double quote or a colon is missing before ${JSON.stringify(rest.slice(0, 20))} ${place}`;
    case "comma":
      if (first !== "")
        return `a comma or a quote is missing before ${JSON.stringify(rest.slice(0, 20))} ${place}`;
  }
  if (first === "") return `it ends too early: ${nesting.toReversed().join(" and ")} is missing`;
  return `it has ${JSON.stringify(first)} ${place}, where a ${expected} must be`;
}

const curlyQuotes: ReadonlySet<string> = new Set("“”„‟‘’«»");

/** Words of Python and JavaScript that aren't JSON. */
const foreignWords: ReadonlySet<string> = new Set([
  ...["True", "False", "None", "undefined", "NaN", "Infinity", "nil"],
]);

/** Describes a text that isn't even similar to JSON. */
function describeWholeText(text: string): string | undefined {
  if (text === "[object Object]")
    return 'it is "[object Object]": convert the object with JSON.stringify';
  if (text.startsWith("'"))
    return 'it begins with a single quote, which the Windows command line sends too: put double quotes around the body, and write each one inside as \\"';
  if (text.startsWith("<")) return "it is HTML or XML";
  const [head = ""] = text.slice(0, 100).split(/\s/, 1);
  if (/^@?[\w/\\:-]{0,80}\.\w{1,5}$/.test(text.slice(0, 100)))
    return `it is the name of a file: curl sends its content with -d @${head.replace("@", "")}`;
  if (/^[\w.-]{1,60}=/.test(head))
    return "it is a form: send a JSON object, or Content-Type: application/x-www-form-urlencoded";
  return undefined;
}

type Expected = "value" | "name" | "colon" | "comma" | "text" | "nothing";

interface JsonFault {
  position: number;
  expected: Expected;
  /** The closing brackets that are still missing. */
  nesting: string[];
}

/** Finds the first fault of a text that the engine refuses. */
function findFault(text: string): JsonFault {
  const nesting: string[] = [];
  let expected: Expected = "value";
  let position = 0;
  let last = "";
  for (;;) {
    while (/\s/.test(text.charAt(position))) position++;
    const character = text.charAt(position);
    const fault = { position, expected, nesting };
    const isOpening = character === "{" || character === "[";
    if (character === "}" || character === "]") {
      const isEmpty = last === "{" || last === "[";
      if (character !== nesting.at(-1) || !(expected === "comma" || isEmpty)) return fault;
      nesting.pop();
      position++;
      expected = nesting.length > 0 ? "comma" : "nothing";
    } else if (expected === "colon" || expected === "comma") {
      if (character !== (expected === "colon" ? ":" : ",")) return fault;
      position++;
      expected = expected === "comma" && nesting.at(-1) === "}" ? "name" : "value";
    } else if (character === '"' && (expected === "name" || expected === "value")) {
      const end = findTextEnd(text, position);
      if (end === -1) return { ...fault, expected: "text" };
      position = end;
      expected = expected === "name" ? "colon" : nesting.length > 0 ? "comma" : "nothing";
    } else if (isOpening && expected === "value") {
      nesting.push(character === "{" ? "}" : "]");
      position++;
      expected = character === "{" ? "name" : "value";
    } else if (expected === "value") {
      const scalar = /^(?:-?\d[\d.eE+-]{0,40}|true\b|false\b|null\b)/.exec(
        text.slice(position, position + 48),
      );
      if (!scalar) return fault;
      position += scalar[0].length;
      expected = nesting.length > 0 ? "comma" : "nothing";
    } else return fault;
    last = character;
  }
}

/** Returns the position after the quote that closes a text. Texts have no line breaks. */
function findTextEnd(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === "\\") at++;
    else if (character === '"') return at + 1;
    else if (character === "\n") return -1;
  }
  return -1;
}
