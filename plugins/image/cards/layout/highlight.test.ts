import { describe, expect, test } from "bun:test";
import { testHub } from "hub/testing";
import { highlight } from "./highlight.ts";

const join = (lines: ReturnType<typeof highlight>) =>
  lines.map((line) => line.map(({ text }) => text).join("")).join("\n");
const colors = (lines: ReturnType<typeof highlight>) =>
  new Set(lines.flat().map(({ color }) => color));

describe("highlight", () => {
  test.each([
    ["main.py", 'def greet(name):\n    # Hello\n    return f"{name}\\n"\n'],
    ["lib.rs", 'fn main() {\n    println!("{}", 1); // done\n}'],
    ["query.sql", "SELECT id FROM users WHERE name = 'Ada';"],
    ["unknown.zzz", 'const 名前 = "日本語"; // コメント'],
    [undefined, 'const answer = await hub.qr("https://example.com");'],
    ["run.sh", 'for f in *.txt; do echo "$f"; done'],
    ["page.html", '<p class="a">Text &amp; more</p>'],
  ])("colours %s and changes nothing", (fileName, code) => {
    for (const isDark of [false, true]) {
      const lines = highlight(code, { fileName, isDark });
      expect(join(lines)).toBe(code);
      expect(colors(lines).size).toBeGreaterThan(2);
    }
  });

  test("colours the same on the first call as later", () => {
    const code = "public class A { // one\n  int x = 1;\n}";
    const first = highlight(code, { fileName: "A.java", isDark: true });
    expect(highlight(code, { fileName: "A.java", isDark: true })).toEqual(first);
  });
});

describe("a code card", () => {
  const hubReady = testHub(`${import.meta.dir}/../..`);
  const draw = async (fields: Record<string, string>) => {
    const query = new URLSearchParams({ template: "code", format: "svg", ...fields });
    return (await (await hubReady).get(`/api/image/og?${query}`)).text();
  };
  const body = (svg: string) => svg.slice(svg.indexOf("<defs"));

  test("shows the lines of title and description, and nothing else", async () => {
    const [title, rest] = ["const x = 1;", "console.log(x);\n// third line"];
    const apart = await draw({ title, description: rest });
    const together = await draw({ title: `${title}\n${rest}` });
    expect(body(apart)).toBe(body(together));
    expect(body(await draw({ title, description: rest.replace("\n", "\\n") }))).toBe(body(apart));
    // An escaped line break in a string is part of the code.
    const inString = await draw({ title: 'const x = "a\\nb";' });
    expect(body(inString)).not.toBe(body(await draw({ title: 'const x = "a\nb";' })));
  });

  test("has colours, and the file name in its frame", async () => {
    const svg = await draw({ title: "def f(): return 1 # one", eyebrow: "a.py", theme: "dark" });
    const fills = new Set(
      Array.from(svg.matchAll(/<path[^>]* fill="(#[0-9a-f]{6})"/g), ([, fill]) => fill),
    );
    expect(fills.size).toBeGreaterThan(3);
  });

  test("is never mirrored, and fits long lines and many lines", async () => {
    const arabic = await draw({ title: "// تعليق عربي\nx = 1" });
    expect(arabic).toContain('cx="');
    const buttons = Array.from(arabic.matchAll(/cx="([\d.]+)"[^>]*fill="#ff5f57"/g), ([, x]) =>
      Number(x),
    );
    expect(buttons[0]).toBeLessThan(200);
    for (const fields of [
      { title: "a".repeat(200) },
      { title: "x = 1;", description: "y = 2;\n".repeat(40) },
      { title: `${"word ".repeat(39)}end`, description: "z" },
    ])
      expect(await draw(fields)).toStartWith("<svg");
  });
});
