import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { sampleBase64, samplePdf } from "../sample.ts";
import { readBack } from "../second-engine.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const rotate = (body: object) =>
  hub.post("/api/pdf/rotate", { file_base64: sampleBase64, ...body });
const rotations = async (body: object) =>
  (await readBack(await (await rotate({ angle: 90, ...body })).bytes())).rotations;

describe("rotates pages", () => {
  test.each([
    [{}, [90, 90, 90]],
    [{ angle: 180 }, [180, 180, 180]],
    [{ angle: -90 }, [270, 270, 270]],
    [{ pages: "1-z:odd" }, [90, 0, 90]],
    [{ pages: "2,2" }, [0, 90, 0]],
    [{ orientation_filter: "landscape" }, [0, 0, 0]],
    [{ orientation_filter: "portrait" }, [90, 90, 90]],
    [{ mode: "absolute", angle: -90 }, [270, 270, 270]],
  ])("%j", async (body, expected) => {
    expect(await rotations(body)).toEqual(expected);
  });
});

test("adds a relative angle to a page's rotation, and replaces it by an absolute one", async () => {
  const file_base64 = (await (await rotate({ angle: 270 })).bytes()).toBase64();
  expect(await rotations({ file_base64, angle: 180 })).toEqual([90, 90, 90]);
  expect(await rotations({ file_base64, angle: 180, mode: "absolute" })).toEqual([180, 180, 180]);
  expect(await rotations({ file_base64, orientation_filter: "landscape" })).toEqual([0, 0, 0]);
});

test("returns the same bytes for the same request", async () => {
  const [first, second] = await Promise.all([rotate({ angle: 90 }), rotate({ angle: 90 })]);
  expect(await first!.bytes()).toEqual(await second!.bytes());
});

test("rejects angles that aren't quarter turns", async () => {
  const res = await rotate({ angle: 45 });
  expect([res.status, (await json(res)).errors[0].location]).toEqual([400, "body.angle"]);
});

describe("accepts the file", () => {
  test("as a form part, and derives the response's file name from its name", async () => {
    const form = new FormData();
    form.set("file", new File([samplePdf()], "Übersicht 1.pdf"));
    form.set("angle", "90");
    const res = await hub.post("/api/pdf/rotate", form);
    expect(res.headers.get("content-disposition")).toBe(
      "attachment; filename=\"Ubersicht 1-rotated.pdf\"; filename*=UTF-8''%C3%9Cbersicht%201-rotated.pdf",
    );
    expect(res.headers.get("x-input-bytes")).toBe(String(samplePdf().length));
  });

  test("as the whole body, with the other fields in the query", async () => {
    const type = "application/pdf";
    const res = await hub.post("/api/pdf/rotate?angle=90&pages=1", new Blob([samplePdf()]), {
      "content-type": type,
    });
    expect([res.status, res.headers.get("content-type"), res.headers.get("x-pages")]).toEqual([
      200,
      type,
      "3",
    ]);
    expect(res.headers.get("content-disposition")).toBe('attachment; filename="rotated.pdf"');
  });

  test("as a data URI", async () => {
    const res = await rotate({
      file_base64: `data:application/pdf;base64,${sampleBase64}`,
      angle: 90,
    });
    expect(res.status).toBe(200);
  });

  test("only once, and only in valid base64", async () => {
    const none = await hub.post("/api/pdf/rotate", { angle: 90 });
    expect((await json(none)).detail).toBe(
      "body must have one of file and file_base64: it has neither",
    );
    const broken = await rotate({ file_base64: "%", angle: 90 });
    expect((await json(broken)).detail).toBe(
      "body.file_base64 must be base64, alone or as a data URI",
    );
  });
});

test("returns JSON with the file and details on request", async () => {
  const { success, data } = await json(
    await rotate({ angle: 90, response: "json", filename: "../a.pdf" }),
  );
  const bytes = Uint8Array.fromBase64(data.base64);
  expect({ success, ...data, base64: undefined }).toEqual({
    success: true,
    mime: "application/pdf",
    filename: "a.pdf",
    bytes: bytes.length,
    base64: undefined,
    lost: "",
    warnings: [],
    pages: 3,
    input_bytes: samplePdf().length,
    engine: "qpdf 12.2.0",
    protection: "none",
    rotated_pages: 3,
  });
  expect((await readBack(bytes)).rotations).toEqual([90, 90, 90]);
});

test("reports a missing page by its number", async () => {
  const res = await rotate({ angle: 90, pages: "2-4" });
  expect([res.status, (await json(res)).detail]).toEqual([
    422,
    "body.pages names page 4 of a document of 3",
  ]);
});

test("reports the size limit for a file that is too large", async () => {
  const type = "application/pdf";
  const res = await hub.post("/api/pdf/rotate?angle=90", new Blob([new Uint8Array(52_428_801)]), {
    "content-type": type,
  });
  const { code, max_bytes } = await json(res);
  expect([res.status, code, max_bytes]).toEqual([413, "payload_too_large", 52_428_800]);
});

test("accepts a file with a wrong cross-reference table", async () => {
  const shifted = Buffer.from(sampleBase64, "base64")
    .toString("latin1")
    .replace("/Catalog", "/Catalog/Lang(en)");
  expect(
    await rotations({ file_base64: Buffer.from(shifted, "latin1").toString("base64") }),
  ).toEqual([90, 90, 90]);
});
