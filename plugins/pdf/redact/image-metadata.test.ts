import { describe, expect, test } from "bun:test";
import { cleanJpeg, cleanJpx } from "./image-metadata.ts";

const bytes = (...parts: (string | number[] | Uint8Array)[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part),
    ),
  );
const none = () => false;
const all = () => true;
const segment = (code: number, content: string) =>
  bytes([0xff, code, (content.length + 2) >> 8, (content.length + 2) & 255], content);
const start = bytes([0xff, 0xd8]);
const end = bytes([0xff, 0xd9]);
const tables = segment(0xdb, "tables".repeat(99));
const scan = Buffer.concat([
  segment(0xda, "abc"),
  bytes([1, 0xff, 0, 2, 0xff, 0xd0, 3, 0xff, 0xd7, 3, 0xff, 0xff, 0]),
]);
const jpeg = (...parts: Uint8Array[]) => Buffer.concat([start, ...parts]);

describe("in a JPEG", () => {
  const picture = jpeg(tables, scan, end);

  test("keeps everything that belongs to the image", () => {
    expect(cleanJpeg(picture, none)).toEqual(picture);
  });

  test.each([0xe0, 0xe1, 0xef, 0xfe])(
    "removes the segment %p, or keeps it depending on its content",
    (code) => {
      const own = segment(code, "words");
      const full = jpeg(own, tables, scan, end);
      expect(cleanJpeg(full, none)).toEqual(picture);
      expect(cleanJpeg(full, all)).toEqual(full);
      const said: string[] = [];
      cleanJpeg(full, (piece) => said.push(Buffer.from(piece).toString()) > 0);
      expect(said).toEqual(["words"]);
    },
  );

  test.each([0xdf, 0xf0, 0xc0, 0xfd])("keeps the segment %p", (code) => {
    const full = jpeg(segment(code, "words"), scan, end);
    expect(cleanJpeg(full, none)).toEqual(full);
  });

  test("keeps Adobe's segment, as it defines the colour space, and removes lookalikes", () => {
    const adobe = segment(0xee, "Adobe\0d\0\0\0\0\x01");
    expect(cleanJpeg(jpeg(adobe, scan, end), none)).toEqual(jpeg(adobe, scan, end));
    expect(cleanJpeg(jpeg(segment(0xee, "Adobe and more than that"), scan, end), none)).toEqual(
      jpeg(scan, end),
    );
    expect(cleanJpeg(jpeg(segment(0xee, "Edobe\0d\0\0\0\0\x01"), scan, end), none)).toEqual(
      jpeg(scan, end),
    );
    expect(cleanJpeg(jpeg(segment(0xed, "Adobe\0d\0\0\0\0\x01"), scan, end), none)).toEqual(
      jpeg(scan, end),
    );
  });

  test("removes data after the end marker", () => {
    expect(cleanJpeg(Buffer.concat([picture, bytes("words and words")]), all)).toEqual(picture);
    expect(cleanJpeg(Buffer.concat([picture, bytes("w")]), all)).toEqual(picture);
    expect(cleanJpeg(picture, all)).toEqual(picture);
  });

  test("removes fill bytes before a marker, and keeps several scans", () => {
    expect(cleanJpeg(jpeg(tables, bytes([0xff, 0xff]), scan, end), none)).toEqual(picture);
    const two = jpeg(tables, scan, scan, end);
    expect(cleanJpeg(two, none)).toEqual(two);
  });

  test("keeps a truncated file up to its end", () => {
    for (const cut of [
      jpeg(tables, scan),
      jpeg(tables, bytes("xyzxyz")),
      jpeg(tables, bytes([0xff])),
      jpeg(),
    ])
      expect(cleanJpeg(cut, none)).toEqual(cut);
  });

  test("doesn't change data of another format", () => {
    const other = bytes("\xff\xd7\xff\xfe\0\x05abc");
    expect(cleanJpeg(other, none)).toBe(other);
    expect(cleanJpeg(bytes("x\xd8"), none)).toEqual(bytes("x\xd8"));
  });
});

describe("in a JPEG 2000", () => {
  const word = (value: number) => [
    value >>> 24,
    (value >> 16) & 255,
    (value >> 8) & 255,
    value & 255,
  ];
  const box = (type: string, content: string) => bytes(word(content.length + 8), type, content);
  const long = (type: string, content: string) =>
    bytes(word(1), type, word(0), word(content.length + 16), content);
  const code = (comment: string) =>
    `\xff\x4f\xff\x51\0\x04ab\xff\x64\0${String.fromCharCode(comment.length + 4)}\0\x01${comment}\xff\x90rest`;

  test.each(["xml ", "uuid", "uinf", "jp2i", "free"])(
    "empties the box %p, or keeps it depending on its content",
    (type) => {
      const file = bytes(box("jP  ", "abcd"), box(type, "words"), box("jp2h", "words"));
      expect(cleanJpx(file, none)).toEqual(
        bytes(box("jP  ", "abcd"), box("free", "\0\0\0\0\0"), box("jp2h", "words")),
      );
      expect(cleanJpx(file, all)).toEqual(file);
    },
  );

  test("empties long boxes and the last box", () => {
    expect(cleanJpx(long("xml ", "words"), none)).toEqual(long("free", "\0\0\0\0\0"));
    const last = bytes(word(0), "xml ", "words");
    expect(cleanJpx(last, none)).toEqual(bytes(word(0), "free", "\0\0\0\0\0"));
    expect(cleanJpx(box("xml ", ""), none)).toEqual(box("free", ""));
  });

  test("empties comments in the codestream header, in a box and without one", () => {
    const emptied = code("words").replace("words", "\0\0\0\0\0");
    expect(cleanJpx(bytes(box("jp2c", code("words"))), none)).toEqual(bytes(box("jp2c", emptied)));
    expect(cleanJpx(bytes(code("words")), none)).toEqual(bytes(emptied));
    expect(cleanJpx(bytes(code("words")), all)).toEqual(bytes(code("words")));
    const said: string[] = [];
    cleanJpx(bytes(code("words")), (piece) => said.push(Buffer.from(piece).toString()) > 0);
    expect(said).toEqual(["words"]);
  });

  test("doesn't change the input, and reads a broken file to its end", () => {
    const file = bytes(box("xml ", "words"));
    cleanJpx(file, none);
    expect(file).toEqual(bytes(box("xml ", "words")));
    for (const broken of [
      bytes(word(7), "xml ", "abc"),
      bytes(word(99), "xml "),
      bytes("\xff\x4f"),
      bytes("\xff\x4f\xff\x64\0"),
      bytes(""),
    ])
      expect(cleanJpx(broken, all)).toEqual(broken);
  });
});
