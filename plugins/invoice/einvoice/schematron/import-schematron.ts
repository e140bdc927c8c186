import { parseXml, type XmlNode } from "../read/xml-tree.ts";

/** Converts a Schematron schema to tab-separated rows. `included` has the files that it includes, by name. */
export function importSchematron(
  xml: string,
  included: Readonly<Record<string, string>> = {},
): string[] {
  const globals: string[] = [];
  const rules: string[] = [];
  for (const child of listChildren(xml, included)) {
    const kind = getKind(child);
    if (kind === "ns") globals.push(formatRow("ns", read(child, "prefix"), read(child, "uri")));
    if (kind === "let") globals.push(formatLet(child));
    if (kind === "function") globals.push(formatFunction(child));
    if (kind !== "pattern") continue;
    // Variables of patterns are global, as in the official validators.
    globals.push(...listKind(child, "let").map(formatLet));
    rules.push("pattern", ...listKind(child, "rule").flatMap(formatRule));
  }
  return [...globals, ...rules];
}

function listChildren(xml: string, included: Readonly<Record<string, string>>): XmlNode[] {
  return parseXml(xml, "The schema").children.map((child) => {
    if (getKind(child) !== "include") return child;
    const name = read(child, "href").split("/").at(-1) ?? "";
    const file = included[name];
    if (file === undefined) throw new Error(`The schema includes "${name}", which is missing`);
    return parseXml(file, name);
  });
}

function formatRule(rule: XmlNode): string[] {
  return [
    formatRow("rule", read(rule, "context")),
    ...listKind(rule, "let").map(formatLet),
    ...listKind(rule, "assert").map((one) => {
      const message = one.text.trim().replace(/^\[[^\]]*\]\s*-?/, "");
      return formatRow("assert", read(one, "id"), read(one, "flag"), read(one, "test"), message);
    }),
  ];
}

function formatLet(variable: XmlNode): string {
  return formatRow("let", read(variable, "name"), read(variable, "value"));
}

/** Converts a function of XSLT to its parameters with types, its type and an expression. */
function formatFunction(node: XmlNode): string {
  const name = read(node, "name");
  const parameters = listKind(node, "param").map(
    (one) => `${read(one, "name")}=${read(one, "as")}`,
  );
  return formatRow(
    "function",
    name,
    parameters.join(" "),
    read(node, "as"),
    translateBody(node, name),
  );
}

function formatRow(...cells: readonly string[]): string {
  return cells.map((cell) => cell.replace(/\s+/g, " ").trim()).join("\t");
}

function getKind({ name }: XmlNode): string {
  return name.replace("?:", "");
}

function listKind({ children }: XmlNode, kind: string): XmlNode[] {
  return children.filter((child) => getKind(child) === kind);
}

function read({ attributes }: XmlNode, name: string): string {
  return attributes[name] ?? "";
}

/** Translates the instructions in an element: variables, and the value after them. Throws for others. */
function translateBody({ children }: XmlNode, name: string): string {
  const parts = children.map((child) => {
    const kind = getKind(child);
    if (kind === "param") return "";
    if (kind === "sequence" || kind === "value-of") return `(${read(child, "select")})`;
    if (kind === "choose") return child.children.map((one) => translateCase(one, name)).join("");
    if (kind !== "variable")
      throw new Error(
        `The function "${name}" has the instruction "${kind}", which is not supported`,
      );
    return `let $${read(child, "name")} := ${translateVariable(child, name)} return`;
  });
  return parts.join(" ");
}

function translateVariable(variable: XmlNode, name: string): string {
  const text = `"${variable.text.replaceAll('"', '""')}"`;
  const nested = variable.children.length > 0 ? translateBody(variable, name) : text;
  return `${read(variable, "as")}(${read(variable, "select") || nested})`;
}

function translateCase(one: XmlNode, name: string): string {
  const body = `(${translateBody(one, name)})`;
  return getKind(one) === "when" ? `if (${read(one, "test")}) then ${body} else ` : body;
}
