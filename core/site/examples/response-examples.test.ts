import { afterAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { Type as t } from "@sinclair/typebox";
import type { LoadedRoute } from "../../host/plugin/loaded-plugin.ts";
import { docsHub } from "../../testing/docs-hub.ts";
import { samplePlugin } from "../../testing/sample-plugin.ts";
import { documentBytes } from "../docs/openapi/document-text.ts";
import { exampleKey, ResponseExamples, readExamples, writeExamples } from "./response-examples.ts";

const folder = mkdtempSync(`${tmpdir()}/utilhub-examples-`);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const [say] = samplePlugin.routes.filter(({ path }) => path === "/api/sample/say/:word");
if (!say) throw new Error("The sample has no such route");
const changed: LoadedRoute = { ...say, route: { ...say.route, response: t.Object({}) } };
const example = { type: "application/json", value: { success: true, said: "hello" } };

test("an example is found until its schema or its request changes", () => {
  const file = `${folder}/found.json`;
  writeExamples(file, { [exampleKey(say)]: example });
  const missing: LoadedRoute[] = [];
  const examples = new ResponseExamples([file], (loaded) => missing.push(loaded));
  expect(examples.find(say)).toEqual(example);
  expect(examples.find(changed)).toBeUndefined();
  expect(missing).toEqual([changed]);
  expect([examples.hasAny(changed), examples.hasAny({ method: "GET", path: "/" })]).toEqual([
    true,
    false,
  ]);
});

test("an endpoint without a response to show isn't missing", () => {
  const file = `${folder}/null.json`;
  writeExamples(file, { [exampleKey(say)]: null });
  const missing: LoadedRoute[] = [];
  const examples = new ResponseExamples([file], (loaded) => missing.push(loaded));
  expect([examples.find(say), missing]).toEqual([undefined, []]);
});

test("new examples replace those of earlier versions of their endpoints, and no others", () => {
  const file = `${folder}/replaced.json`;
  writeExamples(file, { [exampleKey(say)]: example, "GET /other 1": null });
  writeExamples(file, { [exampleKey(changed)]: null });
  expect(Object.keys(readExamples(file)).toSorted()).toEqual([exampleKey(changed), "GET /other 1"]);
  expect(readdirSync(folder).filter((name) => name.startsWith("replaced"))).toEqual([
    "replaced.json",
  ]);
});

test.each(["", "{", '{"version":0,"examples":{"GET /x 1":null}}'])(
  "a file with %j has no examples",
  (text) => {
    const file = `${folder}/broken.json`;
    writeFileSync(file, text);
    expect(readExamples(file)).toEqual({});
  },
);

test("the document shows an example as soon as its file has it", async () => {
  const file = `${folder}/late.json`;
  const { view } = docsHub([samplePlugin], { examples: new ResponseExamples([file]) });
  const shown = async () => {
    const bytes = await documentBytes(view, { service: undefined, as: "json" });
    const { paths } = JSON.parse(new TextDecoder().decode(bytes));
    return [paths["/api/sample/say/{word}"], paths["/try/say/{word}"]].map(
      ({ get }) => get.responses[200].content["application/json"].example,
    );
  };
  expect(await shown()).toEqual([undefined, undefined]);
  writeExamples(file, { [exampleKey(say)]: example });
  expect(await shown()).toEqual([example.value, example.value]);
});
