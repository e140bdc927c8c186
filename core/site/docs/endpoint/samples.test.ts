import { expect, test } from "bun:test";
import { docsHub } from "../../../testing/docs-hub.ts";
import { draw, order, samplePlugin, say } from "../../../testing/sample-plugin.ts";
import { buildSamples } from "./samples.ts";

const options = { base: "https://hub.example", keyed: true };

function findSampleCode(loaded: typeof say, language: string): string {
  return buildSamples(loaded, options).find((sample) => sample.language === language)!.code;
}

test("curl fills the path, and quotes special characters of the shell", () => {
  expect(findSampleCode(say, "curl")).toBe(
    `curl 'https://hub.example/api/sample/say/it'\\''s?loud=true' \\
  -H 'X-API-Key: YOUR_KEY'`,
  );
});

test("curl sends JSON as the data of a POST", () => {
  expect(findSampleCode(order, "curl")).toBe(
    `curl 'https://hub.example/api/sample/order' \\
  -H 'X-API-Key: YOUR_KEY' \\
  -H 'Content-Type: application/json' \\
  -d '{"items":[{"name":"a '\\''b'\\''","paid":true}],"note":null}'`,
  );
});

test("curl sends files as a form and saves binary responses", () => {
  expect(findSampleCode(draw, "curl")).toBe(
    `curl 'https://hub.example/api/sample/draw' \\
  -H 'X-API-Key: YOUR_KEY' \\
  -F title=Two \\
  -F pictures=@a.png \\
  -o answer.png`,
  );
});

test("curl sends texts as they are, and names the types of files that it doesn't know", () => {
  const notes = new File(["x"], "my notes.md", { type: "text/markdown" });
  const odd = new File(["x"], 'a, "b";c.png', { type: "image/png" });
  const body = { pictures: [notes, odd], title: "@home", plain: "a-b", odd: "a;b", more: "=@c" };
  const loaded = { ...draw, route: { ...draw.route, example: { body } } };
  const lines = findSampleCode(loaded as never, "curl").split(" \\\n  ");
  expect(lines.slice(2, -1)).toEqual([
    "--form-string 'title=@home'",
    "-F plain=a-b",
    "--form-string 'odd=a;b'",
    "--form-string 'more==@c'",
    "-F 'pictures=@my notes.md;type=text/markdown'",
    `-F 'pictures=@"a, \\"b\\";c.png"'`,
  ]);
});

test("Python spells true, false and null its own way", () => {
  expect(findSampleCode(order, "Python")).toContain(`          "paid": True
        }
      ],
      "note": None`);
});

test("binary responses are saved", () => {
  expect(findSampleCode(draw, "JavaScript")).toContain('await writeFile("answer.png", ');
  expect(findSampleCode(draw, "Python")).toContain('open("answer.png", "wb")');
  expect(findSampleCode(draw, "PHP")).toContain("file_put_contents('answer.png', ");
  expect(findSampleCode(draw, "Go")).toContain('os.WriteFile("answer.png", ');
});

test("JavaScript reads local files and sends them as a form", () => {
  const code = findSampleCode(draw, "JavaScript");
  expect(code).toContain(
    `form.append("pictures", await openAsBlob("a.png", { type: "image/png" }), "a.png");`,
  );
  expect(code).toContain("body: form,");
});

test("an endpoint without authentication is called without a key", () => {
  const [curl] = buildSamples(say, { ...options, keyed: false });
  expect(curl?.code).not.toContain("X-API-Key");
});

test.each([
  { loaded: say, answer: { success: true, said: "it's" } },
  { loaded: order, answer: { success: true, count: 1 } },
])("the JavaScript of $loaded.path runs and prints the response", async ({ loaded, answer }) => {
  const hub = docsHub([samplePlugin]);
  const printed: unknown[] = [];
  const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;
  await new AsyncFunction("fetch", "console", findSampleCode(loaded, "JavaScript"))(
    // Simulates the proxy in front of the hub, which terminates TLS.
    (url: string, init: RequestInit) =>
      hub.fetch(new Request(url.replace("https:", "http:"), init)),
    { log: (value: unknown) => printed.push(value) },
  );
  expect(printed).toEqual([answer]);
});
