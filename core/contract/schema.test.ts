import { describe, expect, test } from "bun:test";
import { Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import {
  bareType,
  binary,
  file,
  fileFault,
  group,
  isFile,
  isStreamedFile,
  listMediaTypes,
  oneOf,
} from "./schema.ts";
import { StoredUpload, streamContent, uploadChunkBytes } from "./upload.ts";

test("one of several texts is checked as such", () => {
  const format = oneOf(["png", "svg"], { default: "png" });
  expect(["png", "svg", "gif", 1].map((value) => Value.Check(format, value))).toEqual([
    ...[true, true, false, false],
  ]);
  expect(format).toMatchObject({ type: "string", enum: ["png", "svg"], default: "png" });
});

test("a binary response is bytes or a text", () => {
  const image = binary("image/png");
  expect([new Uint8Array(), "<svg/>", 1, null].map((value) => Value.Check(image, value))).toEqual([
    ...[true, true, false, false],
  ]);
});

test("the media types of a response are those of its parts", () => {
  expect(listMediaTypes(binary("image/png", "image/gif"))).toEqual(["image/png", "image/gif"]);
  expect(listMediaTypes(Type.Union([Type.Object({}), binary("text/csv")]))).toEqual(["text/csv"]);
  expect(listMediaTypes(Type.Object({}))).toEqual([]);
  expect(["text/csv ;charset=utf-8", "text/csv"].map(bareType)).toEqual(["text/csv", "text/csv"]);
});

test("a group is noted on each of its fields", () => {
  expect(group("Colours", { ink: Type.String() })).toEqual({
    ink: { ...Type.String(), group: "Colours" },
  } as never);
});

describe("an uploaded file", () => {
  const blob = (size: number, type = "") => new Blob(["x".repeat(size)], { type });

  test("is a blob or a stored upload", () => {
    const readAt = () => Promise.resolve(new Uint8Array());
    const stored = new StoredUpload({ name: "a", type: "", size: 0, readAt });
    expect([blob(0), stored].map((value) => fileFault(file(), value))).toEqual([
      undefined,
      undefined,
    ]);
    for (const value of ["text", {}, undefined, null])
      expect(fileFault(file(), value)).toBe("must be a file");
    expect([Value.Check(file(), blob(0)), Value.Check(file(), "text")]).toEqual([true, false]);
  });

  test("has at most the size of its schema", () => {
    const schema = file({ maxBytes: 3 });
    expect(fileFault(schema, blob(3))).toBeUndefined();
    expect(fileFault(schema, blob(4))).toBe("must have at most 3 bytes: it has 4");
  });

  test("has one of the media types of its schema", () => {
    const schema = file({ mediaTypes: ["image/png", "text/csv"] });
    expect(fileFault(schema, blob(1, "text/csv;charset=utf-8"))).toBeUndefined();
    expect(fileFault(schema, blob(1, "text/html"))).toBe(
      "must be image/png or text/csv: it is text/html",
    );
    expect(fileFault(schema, blob(1))).toEndWith("it is of no declared type");
  });

  test("is streamed if its schema says so", () => {
    const schemas = [file(), file({ streamed: true }), Type.String({ streamed: true })];
    expect(schemas.map(isFile)).toEqual([true, true, false]);
    expect(schemas.map(isStreamedFile)).toEqual([false, true, false]);
  });
});

describe("stored content", () => {
  const create = (size: number) => {
    const content = Uint8Array.from({ length: size }, (_, index) => index % 251);
    const reads: number[] = [];
    const readAt = async (start: number, end: number) => {
      reads.push(end - start);
      return content.slice(start, end);
    };
    return { content, reads, source: { name: "a.bin", type: "text/plain", size, readAt } };
  };

  test.each([0, 1, uploadChunkBytes, uploadChunkBytes + 1])(
    "of %d bytes is read in chunks, more than once",
    async (size) => {
      const { content, reads, source } = create(size);
      const upload = new StoredUpload(source);
      expect(upload).toMatchObject({ name: "a.bin", type: "text/plain", size });
      expect(await upload.bytes()).toEqual(content);
      expect(Math.max(0, ...reads)).toBe(Math.min(size, uploadChunkBytes));
      expect(await upload.bytes()).toEqual(content);
      upload.close();
    },
  );

  test("is freed once after its last byte, or if the reader cancels", async () => {
    let ends = 0;
    const open = () => streamContent(create(uploadChunkBytes * 2).source, () => void ends++);
    await new Response(open()).bytes();
    expect(ends).toBe(1);
    await open().cancel();
    expect(ends).toBe(2);
  });

  test("is freed by its source", () => {
    let isClosed = false;
    const close = () => {
      isClosed = true;
    };
    new StoredUpload({ ...create(1).source, close }).close();
    expect(isClosed).toBe(true);
  });
});
