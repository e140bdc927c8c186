import { beforeEach, expect, test } from "bun:test";
import { unzipSync } from "fflate";
import { type Browser, HubError, type Picture, type Shot } from "hub";
import { json, testHub } from "hub/testing";
import { browser as gradient } from "./fixtures.ts";
import route from "./routes/shots.post.ts";

const path = "/api/screenshot/shots";
let shots: Shot[] = [];
let answer: (shot: Shot) => Partial<Picture> = () => ({});
let [running, most] = [0, 0];
const browser: Browser = async (shot, options) => {
  shots.push(shot);
  most = Math.max(most, ++running);
  try {
    return { ...(await gradient(shot, options)), ...answer(shot) };
  } finally {
    running--;
  }
};
const hub = await testHub(import.meta.dir, { browser });
beforeEach(() => {
  shots = [];
  answer = () => ({});
});

async function unpack(response: Response) {
  expect(response.headers.get("content-type")).toBe("application/zip");
  const files = unzipSync(await response.bytes());
  const list = JSON.parse(new TextDecoder().decode(files["shots.json"]));
  return { names: Object.keys(files).sort(), list, headers: response.headers };
}
const getCost = (body: object) => (route.cost as (values: unknown) => number)({ body });

test("returns a file for each shot, with a list of them", async () => {
  const { names, list, headers } = await unpack(
    await hub.post(path, {
      shots: [
        { url: "https://example.com/a", output: "start", format: "jpeg", cache_ttl: 0 },
        { html: "<p>", width: 400, height: 300 },
      ],
    }),
  );
  expect(names).toEqual(["02.png", "shots.json", "start.jpg"]);
  expect(list).toMatchObject([
    { file: "start.jpg", url: "https://example.com/a", page_status: 200, settled: true },
    { file: "02.png", bytes: expect.any(Number) },
  ]);
  expect(headers.get("x-capture-count")).toBe("2");
  expect(shots.map(({ viewport }) => viewport.width).sort()).toEqual([1280, 400].sort());
});

test("lists the shots that fail, and returns the others", async () => {
  answer = ({ source }) => {
    if ("url" in source && source.url.endsWith("/gone"))
      throw new HubError("navigation_failed", "Cannot show the page");
    return {};
  };
  const { names, list, headers } = await unpack(
    await hub.post(path, {
      shots: [
        { url: "https://example.com/gone" },
        { url: "file:///etc/passwd" },
        { url: "https://example.com/", timezone: "Mars/Base" },
        { url: "https://example.com/", html: "x" },
        { url: "https://example.com/" },
      ],
    }),
  );
  expect(names).toEqual(["05.png", "shots.json"]);
  expect(list.map(({ error }: { error?: { code: string } }) => error?.code)).toEqual([
    "navigation_failed",
    "invalid_input",
    "invalid_input",
    "invalid_input",
    undefined,
  ]);
  expect(list[1].error.detail).toBe(
    'body.shots.1.url must start with https:// or http://: it is "file:///etc/passwd"',
  );
  expect(headers.get("x-capture-failed")).toBe("4");
});

test("takes shot-scraper's file, with its names", async () => {
  const yaml = `- url: https://example.com/
  output: whole.jpg
  wait: 250
- url: https://example.com/
  output: part.png
  selectors_all: [".a", "p"]
  selector_all: h1
  padding: 20
- url: https://example.com/
  height: 400
  output: text.txt
`;
  const response = await hub.post(path, yaml, { "content-type": "application/yaml" });
  const { names } = await unpack(response);
  expect(names).toEqual(["part.png", "shots.json", "text.txt", "whole.jpg"]);
  expect(shots.map(({ area }) => area)).toContainEqual({
    selector: ["h1", ".a", "p"],
    every: true,
    padding: 20,
  });
  expect(shots.find(({ area }) => area === "page")?.wait.delayMs).toBe(250);
  expect(shots.find(({ read }) => read === "text")?.viewport.height).toBe(400);
});

test("captures a few at a time, and costs a unit for each", async () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ html: `<p>${at}` }));
  await unpack(await hub.post(path, { shots: many }));
  expect(most).toBe(4);
  expect(getCost({ shots: many })).toBe(12);
  expect(getCost({ yaml: "- {html: a}\n- {html: b}" })).toBe(2);
});

test("an archive that is full has no more files, and says so", async () => {
  const bytes = new Uint8Array(60_000_000);
  answer = () => ({ bytes });
  const many = Array.from({ length: 4 }, (_, at) => ({ html: `<p>${at}`, format: "pdf" }));
  const { list } = await unpack(await hub.post(path, { shots: many }));
  expect(list.filter(({ error }: { error?: object }) => error)).toMatchObject([
    { error: { code: "archive_full" } },
    { error: { code: "archive_full" } },
  ]);
});

const bomb = `a: &a [${"x,".repeat(50)}x]\nb: &b [${"*a,".repeat(50)}*a]\nc: &c [${"*b,".repeat(50)}*b]\nd: [${"*c,".repeat(50)}*c]`;
test.each([
  ["no list", {}, "body"],
  ["two lists", { shots: [{ html: "x" }], yaml: "- html: x" }, "body"],
  ["an empty list", { shots: [] }, "body.shots"],
  ["a long list", { shots: Array(51).fill({ html: "x" }) }, "body.shots"],
  ["an unknown field", { yaml: "- {url: https://example.com/, sh: rm -rf /}" }, "body.shots.0.sh"],
  [
    "a script",
    { yaml: "- {url: https://example.com/, javascript: alert(1)}" },
    "body.shots.0.javascript",
  ],
  ["a wrong value", { yaml: "- html: x\n- {html: x, width: 5}" }, "body.shots.1.width"],
  ["invalid YAML", { yaml: "- [" }, "body.yaml"],
  ["no list in YAML", { yaml: "url: https://example.com/" }, "body.shots"],
  ["a bomb of aliases", { yaml: bomb }, "body.yaml"],
  ["a value in itself", { yaml: "&a [*a]" }, "body.yaml"],
  ["nested lists", { yaml: "[".repeat(100_000) }, "body.yaml"],
  [
    "one name twice",
    { yaml: "- {html: x, output: A.png}\n- {html: y, output: a}" },
    "body.shots.1.output",
  ],
  [
    "the list's own name",
    { yaml: "- {html: x, output: shots.json, format: accessibility}" },
    "body.shots.0.output",
  ],
])("fails with 400 for %s", async (_, body, location) => {
  const { status, errors } = await json(await hub.post(path, body));
  expect([status, errors[0].location]).toEqual([400, location]);
  expect(shots).toEqual([]);
});

test("a file of an archive is in no folder", async () => {
  const { names } = await unpack(
    await hub.post(path, { yaml: "- {html: x, output: ../../etc/x.png}" }),
  );
  expect(names).toEqual(["shots.json", "x.png"]);
});
