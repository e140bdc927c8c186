import { expect, test } from "bun:test";
import { uniqueNames } from "./names.ts";

test.each([
  ["menu", "menu.png"],
  ["menu.PNG", "menu.png"],
  ["menu.svg", "menu.svg.png"],
  ["Tisch 4 (außen)", "Tisch 4 (außen).png"],
  ["../../etc/passwd", "_.._etc_passwd.png"],
  ["/root", "_root.png"],
  ["C:\\x", "C__x.png"],
  [".hidden. ", "hidden.png"],
  ["a\u0000b\u202Ec", "a_b_c.png"],
  ["con", "_con.png"],
  ["Lpt1.txt", "_Lpt1.txt.png"],
  ["..", "qr-001.png"],
  [undefined, "qr-001.png"],
])("uniqueNames turns %j into a file name", (name, expected) => {
  expect(uniqueNames([name], "png")).toEqual([expected]);
});

test("uniqueNames distinguishes names that differ by case or width only", () => {
  expect(uniqueNames(["A", "a", "ａ", "a-2"], "svg")).toEqual([
    "A.svg",
    "a-2.svg",
    "ａ-3.svg",
    "a-2-2.svg",
  ]);
});

test("uniqueNames numbers unnamed codes by their position", () => {
  expect(uniqueNames(["x", undefined, undefined], "png")).toEqual([
    "x.png",
    "qr-002.png",
    "qr-003.png",
  ]);
});

test("uniqueNames truncates long names between characters", () => {
  expect(uniqueNames(["😀".repeat(300)], "png")[0]).toHaveLength(104);
});
