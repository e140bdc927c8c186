import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const documents: Record<string, string | undefined> = {
  "/package.json":
    '{"version":"1.2.3","tags":["a","b"],"on":true,"none":null,"deep":{"a-b":[1,2]}}',
  "/text.json": '"text"',
  "/broken.json": "{",
  "/pubspec.yaml": "name: app\nversion: 2.0.0+1\nplatforms: [web, ios]\n",
  "/bomb.yaml": `a: &a [x,x,x,x,x,x,x,x,x]\n${[..."bcdefgh"]
    .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${"abcdefgh"[at]}`)}]`)
    .join("\n")}`,
  "/Cargo.toml": '[package]\nversion = "0.3.1"\nedition = 2021\n',
  "/pom.xml": '<!DOCTYPE p [<!ENTITY e "x">]><p id="7"><v>4.5</v><v>4.6</v></p>',
  "/hello.json":
    '{"schemaVersion":1,"label":"hello","message":"sweet world","color":"orange","labelColor":"123","namedLogo":"github","logoColor":"red","style":"flat-square","cacheSeconds":600}',
  "/svg.json": `{"schemaVersion":1,"label":"","message":"m","logoSvg":"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script><path d='M0 0h9v9z'/></svg>","logoWidth":30}`,
  "/error.json": '{"schemaVersion":1,"label":"a","message":"failed","color":"red","isError":true}',
  "/extra.json": '{"schemaVersion":1,"label":"a","message":"b","colour":"red"}',
  "/types.json": '{"schemaVersion":1,"label":"a","message":5,"color":"nosuchcolour"}',
  "/version.json": '{"schemaVersion":2,"label":"a","message":"b"}',
};
const hub = await testHub(new URL("../..", import.meta.url).pathname, {
  net: {
    "docs.example": ({ url }) => {
      const path = new URL(url).pathname;
      if (path === "/down.json") return new Response("no", { status: 500 });
      const text = documents[path];
      return text === undefined ? new Response("no", { status: 404 }) : new Response(text);
    },
  },
});
const readAlt = (svg: string) => /<title>([^<]*)</.exec(svg)?.[1];
const get = (path: string, query: Record<string, string>) =>
  hub.get(`${path}?${new URLSearchParams(query)}`);
const read = (format: string, file: string, query: string, more = {}) =>
  get(`/badge/dynamic/${format}`, { url: `https://docs.example${file}`, query, ...more });
const fetchEndpoint = (file: string, more = {}) =>
  get("/endpoint", { url: `https://docs.example${file}`, ...more });

describe("a dynamic badge", () => {
  test.each([
    ["json", "/package.json", "$.version", "1.2.3"],
    ["json", "/package.json", "$.tags[*]", "a, b"],
    ["json", "/package.json", "$..tags[-1:]", "b"],
    ["json", "/package.json", "$.on", "true"],
    ["json", "/package.json", "$.none", "null"],
    ["json", "/package.json", "$.deep.a-b", "[1,2]"],
    ["json", "/package.json", "version", "1.2.3"],
    ["yaml", "/pubspec.yaml", "$.version", "2.0.0+1"],
    ["yaml", "/pubspec.yaml", "$.platforms[*]", "web, ios"],
    ["toml", "/Cargo.toml", "$.package.version", "0.3.1"],
    ["toml", "/Cargo.toml", "$.package.edition", "2021"],
    ["xml", "/pom.xml", "//v", "4.5, 4.6"],
    ["xml", "/pom.xml", "//v[1]/text()", "4.5"],
    ["xml", "/pom.xml", "/p/@id", "7"],
    ["xml", "/pom.xml", "string(//v)", "4.5"],
    ["xml", "/pom.xml", "count(//v)", "2"],
  ])("from %s %s shows %s", async (format, file, query, value) => {
    const answer = await read(format, file, query);
    expect(readAlt(await answer.text())).toBe(`custom badge: ${value}`);
    expect(answer.headers.get("cache-control")).toBe("private, max-age=300");
  });

  test.each([
    ["json", "/missing.json", "$.a", "resource not found"],
    ["json", "/down.json", "$.a", "inaccessible"],
    ["json", "/broken.json", "$.a", "unparseable response"],
    ["json", "/text.json", "$.a", "resource must contain an object or array"],
    ["json", "/package.json", "$.nothing", "no result"],
    ["yaml", "/bomb.yaml", "$.h", "unparseable response"],
    ["toml", "/package.json", "$.version", "unparseable response"],
    ["xml", "/package.json", "//v", "unparseable response"],
    ["xml", "/pom.xml", "//w", "no result"],
  ])("from %s %s with %s says that it has no value", async (format, file, query, fault) => {
    const answer = await read(format, file, query);
    expect([answer.status, readAlt(await answer.text())]).toEqual([200, `custom badge: ${fault}`]);
    expect(answer.headers.get("cache-control")).toBe("private, max-age=60");
  });

  test("has the label, colours and texts of the query", async () => {
    const more = { prefix: "v", suffix: "!", label: "npm", color: "red", cacheSeconds: "30" };
    const answer = await read("json", "/package.json", "$.version", more);
    expect(answer.headers.get("cache-control")).toBe("private, max-age=30");
    const svg = await answer.text();
    expect(readAlt(svg)).toBe("npm: v1.2.3!");
    expect(svg).toContain("#e05d44");
  });

  test.each([
    [{ url: "ftp://docs.example/a" }, 400, "query.url"],
    [{ url: "nonsense" }, 400, "query.url"],
    [{ query: "$[?(@.a==1)]" }, 400, "query.query cannot be evaluated"],
    [{ query: "$[?(process.exit())]" }, 400, "query.query cannot be evaluated"],
  ])("fails for %p", async (more, status, part) => {
    const answer = await read("json", "/package.json", "$.version", more);
    expect([answer.status, (await json(answer)).detail]).toEqual([
      status,
      expect.stringContaining(part),
    ]);
  });
});

describe("an endpoint badge", () => {
  test("has the texts, colours, logo and style of the document", async () => {
    const answer = await fetchEndpoint("/hello.json");
    expect(answer.headers.get("cache-control")).toBe("private, max-age=600");
    const svg = await answer.text();
    expect(readAlt(svg)).toBe("hello: sweet world");
    for (const part of ["#fe7d37", "#112233", '<path fill="#e05d44"', "crispEdges"])
      expect(svg).toContain(part.replace("#e05d44", "#ff0000"));
  });

  test("is overridden by the query", async () => {
    const svg = await (
      await fetchEndpoint("/hello.json", { label: "mine", color: "blue", style: "flat" })
    ).text();
    expect(readAlt(svg)).toBe("mine: sweet world");
    expect(svg).toContain("#007ec6");
    expect(svg).not.toContain("crispEdges");
  });

  test("sanitises the SVG of its logo", async () => {
    const svg = await (await fetchEndpoint("/svg.json")).text();
    const [, data] = /data:image\/svg\+xml;base64,([^"]+)/.exec(svg)!;
    expect(atob(data!)).not.toContain("script");
    expect(svg).toContain('<image x="5" y="3" width="30"');
  });

  test("keeps the colour of an error", async () => {
    expect(await (await fetchEndpoint("/error.json", { color: "green" })).text()).toContain(
      "#e05d44",
    );
  });

  test.each([
    ["/missing.json", "resource not found"],
    ["/text.json", "resource must contain an object"],
    ["/extra.json", "invalid properties: colour"],
    ["/types.json", "invalid properties: message, color"],
    ["/version.json", "invalid properties: schemaVersion"],
  ])("of %s says %s", async (file, fault) => {
    expect(readAlt(await (await fetchEndpoint(file)).text())).toBe(`custom badge: ${fault}`);
  });
});

test("logoSize=auto gives a wide icon its own width", async () => {
  const readWidth = async (query: object) => {
    const svg = await (await get("/badge/a-b-blue", { logo: "amg", ...query })).text();
    return Number(/width="(\d+)"/.exec(svg)?.[1]);
  };
  expect((await readWidth({ logoSize: "auto" })) - (await readWidth({}))).toBeGreaterThan(20);
});

test("the former names colorA and colorB set the colours", async () => {
  const svg = await (await get("/badge/a-b-blue", { colorA: "abcdef", colorB: "123" })).text();
  for (const color of ["#abcdef", "#112233"]) expect(svg).toContain(color);
});
