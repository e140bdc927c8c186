import { expect, test } from "bun:test";
import { parseXml } from "../read/xml-tree.ts";
import { importSchematron } from "./import-schematron.ts";
import { Schema } from "./schema.ts";

const ubl = "urn:oasis:names:specification:ubl:schema:xsd:";
const invoice = (content: string) =>
  parseXml(
    `<Invoice xmlns="${ubl}Invoice-2" xmlns:cbc="${ubl}CommonBasicComponents-2" xmlns:cac="${ubl}CommonAggregateComponents-2">${content}</Invoice>`,
    "body",
  );

/** Wraps rules in a schema with the namespaces of UBL. */
function makeSchema(content: string): string {
  return `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:x="http://www.w3.org/1999/XSL/Transform"><ns prefix="ubl" uri="${ubl}Invoice-2"/><ns prefix="cbc" uri="${ubl}CommonBasicComponents-2"/><ns prefix="cac" uri="${ubl}CommonAggregateComponents-2"/>${content}</schema>`;
}

function validate(content: string, xml: string): string[] {
  const failures = new Schema(importSchematron(makeSchema(content))).validate(invoice(xml));
  return failures.map(({ id, element }) => `${id} ${element.text}`);
}

const assert = (id: string, test = "false()") =>
  `<assert id="${id}" test="${test}">[${id}]-Text</assert>`;
const rule = (context: string, ...asserts: string[]) =>
  `<rule context="${context}">${asserts.join("")}</rule>`;

test("an element is checked by the first rule of each pattern that matches it", () => {
  const first = `<pattern>${rule("cbc:ID[. = '1']", assert("A"))}${rule("cbc:ID", assert("B"))}</pattern>`;
  const second = `<pattern>${rule("//cbc:*", assert("C"))}</pattern>`;
  expect(validate(first + second, "<cbc:ID>1</cbc:ID><cbc:ID>2</cbc:ID>")).toEqual([
    "A 1",
    "B 2",
    "C 1",
    "C 2",
  ]);
});

test.each([
  ["/ubl:Invoice/cbc:ID", ["A 1"]],
  ["cac:Line/cbc:ID", ["A 2"]],
  ["/*/cac:Line/cbc:ID | /ubl:Invoice/cbc:ID", ["A 2", "A 1"]],
  ["(/ubl:Invoice | cac:Line)/cbc:ID", ["A 1", "A 2"]],
  ["/ubl:Invoice//cbc:ID", ["A 1", "A 2"]],
  ["//cac:Line[cbc:ID = '2' and (1 = 1 or '|/' = 'x')]/cbc:ID", ["A 2"]],
  ["/cbc:ID", []],
])("the context %s", (context, expected) => {
  const xml = "<cbc:ID>1</cbc:ID><cac:Line><cbc:ID>2</cbc:ID></cac:Line>";
  expect(validate(`<pattern>${rule(context, assert("A"))}</pattern>`, xml)).toEqual(expected);
});

test("variables of the schema, of a pattern and of a rule", () => {
  const lets = `<let name="a" value="/*/cbc:ID"/>`;
  const pattern = `<pattern><let name="b" value="concat($a, '2')"/><rule context="cbc:ID"><let name="c" value="concat($b, .)"/>${assert("A", "$c = '121'")}${assert("B", "$c != '121'")}</rule></pattern>`;
  expect(validate(lets + pattern, "<cbc:ID>1</cbc:ID>")).toEqual(["B 1"]);
});

test("a test that can't be evaluated is violated", () => {
  const pattern = `<pattern>${rule("cbc:ID", assert("A", "xs:decimal(.) &gt;= 0"))}</pattern>`;
  expect(validate(pattern, "<cbc:ID>x</cbc:ID><cbc:ID>1</cbc:ID>")).toEqual(["A x"]);
});

test("functions of XSLT with variables, choices and recursion", () => {
  const sum = `<x:function name="u:sum" as="xs:integer"><x:param name="n" as="xs:integer"/><x:choose><x:when test="$n = 0"><x:sequence select="0"/></x:when><x:otherwise><x:variable name="rest" select="u:sum($n - 1)"/><x:value-of select="$n + $rest"/></x:otherwise></x:choose></x:function>`;
  const letters = `<x:function name="u:letters" as="xs:boolean"><x:param name="s" as="xs:string?"/><x:variable name="all">ab"</x:variable><x:sequence select="translate($s, $all, '') = ''"/></x:function>`;
  const pattern = `<pattern>${rule("cbc:ID", assert("A", "u:sum(.) = 10"), assert("B", "u:letters(.)"))}</pattern>`;
  expect(validate(sum + letters + pattern, "<cbc:ID>4</cbc:ID>")).toEqual(["B 4"]);
});

test("refuses a function with an unknown instruction, and one that is missing, by name", () => {
  const loop = `<x:function name="u:f"><x:for-each select="1"/></x:function>`;
  expect(() => importSchematron(makeSchema(loop))).toThrow(
    'The function "u:f" has the instruction "for-each", which is not supported',
  );
  const pattern = `<pattern>${rule("cbc:ID", assert("A", "u:other(.)"))}</pattern>`;
  const schema = new Schema(importSchematron(makeSchema(pattern)));
  expect(() => schema.compileAll()).toThrow('The function "u:other" is unknown');
});

test("adds the file that a schema includes, and refuses a missing one", () => {
  const content = `<include href="../common.sch"/><pattern>${rule("cbc:ID", assert("A", ". = $id"))}</pattern>`;
  const common = `<pattern xmlns="http://purl.oclc.org/dsdl/schematron"><let name="id" value="'1'"/></pattern>`;
  const rows = importSchematron(makeSchema(content), { "common.sch": common });
  const failures = new Schema(rows).validate(invoice("<cbc:ID>1</cbc:ID><cbc:ID>2</cbc:ID>"));
  expect(failures.map(({ element }) => element.text)).toEqual(["2"]);
  expect(() => importSchematron(makeSchema(content))).toThrow('includes "common.sch"');
});
