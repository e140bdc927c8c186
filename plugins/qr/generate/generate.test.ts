import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import sharp from "sharp";

const hub = await testHub(`${import.meta.dir}/..`);
const get = (query: string) => hub.get(`/api/qr/generate?${query}`);

async function pixels(response: Response) {
  const image = sharp(await response.bytes())
    .ensureAlpha()
    .raw();
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) =>
    data.subarray((y * info.width + x) * 4).toString("hex", 0, 4);
  return { ...info, at };
}

test.each(hub.routes.map(({ file }) => file))("the example of %s succeeds", async (file) => {
  expect((await hub.example(file)).status).toBe(200);
});

describe("generate", () => {
  test("returns a PNG of the exact requested size, with modules of whole pixels", async () => {
    const image = await pixels(await get("data=hi&size=301"));
    expect([image.width, image.height]).toEqual([301, 301]);
    // 21 modules of ten pixels, 45 on the left and 46 on the right.
    expect([44, 45, 114, 115, 254, 255].map((x) => image.at(x, 45))).toEqual(
      ["ffffff", "000000", "000000", "ffffff", "000000", "ffffff"].map((color) => `${color}ff`),
    );
  });

  test("draws a standard code with one bit per pixel", async () => {
    const png = await (await get("data=https://example.com/hello")).bytes();
    expect([png[24], png[25]]).toEqual([1, 3]);
    expect(png.length).toBeLessThan(600);
  });

  test("enlarges a size below one pixel per module", async () => {
    const image = await pixels(await get("data=hi&size=65&margin=20&min_version=2"));
    expect([image.at(19, 19), image.at(20, 20)]).toEqual(["ffffffff", "000000ff"]);
  });

  test("supports opaque and transparent colours together", async () => {
    const image = await pixels(await get("data=hi&fg_color=ff000080&bg_color=00f&eye_color=0f0"));
    expect(image.at(0, 0)).toBe("0000ffff");
    expect(image.at(45, 45)).toBe("00ff00ff");
    const [modules] = [await pixels(await get("data=hi&fg_color=ff000080&bg_color=transparent"))];
    expect([modules.at(0, 0), modules.at(45, 45)]).toEqual(["ffffff00", "ff000080"]);
  });

  test("draws a gradient across the code from module to module", async () => {
    const image = await pixels(await get("data=hi&gradient=ff0000-0000ff&size=290"));
    expect([image.at(40, 40), image.at(249, 40)]).toEqual(["f70008ff", "0800f7ff"]);
  });

  test("accepts blocks as an alias of standard", async () => {
    const [blocks, standard] = [await get("data=hi&style=blocks"), await get("data=hi")];
    expect(blocks.headers.get("x-qr-style")).toBe("standard");
    expect(await blocks.bytes()).toEqual(await standard.bytes());
  });

  test("reports level and version, and raises the error correction for lossy styles", async () => {
    const headers = async (query: string) => {
      const { headers } = await get(`data=https://example.com/12345&boost_ecc=false&${query}`);
      return ["version", "ecc"].map((name) => headers.get(`x-qr-${name}`)).join("-");
    };
    expect(await headers("style=rounded")).toBe("2-M");
    expect(await headers("style=star")).toBe("3-Q");
    expect(await headers("style=star&ecc=L")).toBe("2-L");
    expect(await headers("min_version=9")).toBe("9-M");
  });

  test("describes the code as JSON", async () => {
    const body = await json(await get("data=hi&format=json&mask=3&style=dots"));
    expect(body).toMatchObject({ success: true, data: "hi", version: 1, modules: 21, mask: 3 });
    expect(body).toMatchObject({ size: 300, module_px: 10, style: "dots", ecc: "H" });
    expect(body.matrix).toHaveLength(21);
    expect(body.matrix[0]).toMatch(/^1111111[01]{7}1111111$/);
    expect(body.image).toStartWith("data:image/png;base64,iVBORw0KGgo");
    expect(body.scannability).toEqual({
      score: 100,
      contrast_ratio: 21,
      quiet_zone_ok: true,
      decoded_ok: null,
      warnings: [],
    });
  });

  test("returns a data URI for format=base64", async () => {
    const body = await json(await get("data=hi&format=base64"));
    const png = await (await get("data=hi")).bytes();
    expect(body).toEqual({
      success: true,
      base64: `data:image/png;base64,${png.toBase64()}`,
      mime_type: "image/png",
      bytes: png.length,
      size: 300,
      style: "standard",
    });
  });

  test.each([
    ["webp", "image/webp"],
    ["jpeg", "image/jpeg"],
  ])("transcodes to %s", async (format, type) => {
    const res = await get(`data=hi&format=${format}&size=200`);
    expect(res.headers.get("content-type")).toBe(type);
    expect((await pixels(res)).width).toBe(200);
  });

  test("draws light modules as blocks for a terminal", async () => {
    const res = await get("data=hi&format=text&margin=1");
    expect(res.headers.get("content-type")).toBe("text/plain;charset=utf-8");
    const lines = (await res.text()).trimEnd().split("\n");
    expect(lines).toHaveLength(12);
    expect(lines[0]).toMatch(/^█▀▀▀▀▀▀▀█.{5}█▀▀▀▀▀▀▀█$/);
  });

  test("lets caches keep its response, and sets a file name on request", async () => {
    const res = await get("data=hi&download=true&format=svg");
    expect(res.headers.get("cache-control")).toContain("immutable");
    expect(res.headers.get("content-disposition")).toBe('attachment; filename="qr.svg"');
    const again = await hub.get("/api/qr/generate?data=hi&download=true&format=svg", {
      "if-none-match": res.headers.get("etag")!,
    });
    expect(again.status).toBe(304);
  });

  test("has a trial endpoint without a key", async () => {
    const res = await hub.fetch(new Request("http://localhost/try/qr?data=hello"));
    expect([res.status, res.headers.get("content-type")]).toEqual([200, "image/png"]);
  });
});

describe("generate rejects", () => {
  test("more bytes than the level holds, and reports their number", async () => {
    const res = await get(`data=${"é".repeat(700)}&ecc=H`);
    expect(res.status).toBe(422);
    expect(await json(res)).toMatchObject({
      code: "data_too_long",
      capacity: 1272,
      ecc: "H",
      bytes: 1400,
    });
  });

  test("more digits, characters or bytes than the largest code holds", async () => {
    for (const [character, capacity, mode] of [
      ["1", 7089, "numeric"],
      ["A", 4296, "alphanumeric"],
      ["a", 2953, "byte"],
    ] as const) {
      expect((await get(`data=${character.repeat(capacity)}`)).status).toBe(200);
      const res = await get(`data=${character.repeat(capacity + 1)}`);
      expect(await json(res)).toMatchObject({ code: "data_too_long", status: 422, capacity, mode });
    }
  });

  test("mixed modes by the number of bits", async () => {
    expect((await get(`data=${"1".repeat(3000)}${"a".repeat(1600)}`)).status).toBe(200);
    const body = await json(await get(`data=${"1".repeat(3000)}${"a".repeat(1800)}`));
    expect(body).toMatchObject({ code: "data_too_long", mode: "mixed", capacity: 23648 });
    expect(body.detail).toContain("at most 23648 bits");
  });

  test("more characters than fit, counted in the mode that holds them all", async () => {
    const res = await get(`data=${"A".repeat(1853)}&ecc=H`);
    expect(await json(res)).toMatchObject({ code: "data_too_long", capacity: 1852 });
  });

  test("a size below one pixel per module", async () => {
    const res = await get("data=hi&min_version=20&size=100");
    expect(await json(res)).toMatchObject({ code: "size_too_small", status: 422, size_min: 105 });
  });

  test("to call a code verified that wasn't decoded", async () => {
    const verified = async (query: string) =>
      (await get(`data=hi&${query}`)).headers.get("x-qr-verified");
    for (const look of ["", "margin=3", "fg_color=888", "bg_color=transparent", "format=text"])
      expect(await verified(look)).toBe("unknown");
    expect(await verified("margin=1")).toBe("false");
    expect(await verified("fg_color=ccc")).toBe("false");
    expect((await get("data=hi&format=text&strict=true")).status).toBe(422);
  });

  test("with strict, codes that aren't known to scan", async () => {
    const lax = await get("data=hi&fg_color=ccc");
    expect([lax.status, lax.headers.get("x-qr-verified")]).toEqual([200, "false"]);
    const res = await get("data=hi&fg_color=ccc&strict=true");
    expect(await json(res)).toMatchObject({
      code: "unscannable",
      status: 422,
      scannability: { score: 40, contrast_ratio: 1.61, decoded_ok: true },
    });
  });

  test.each([
    ["", "query.data"],
    ["data=", "query.data"],
    ["data=hi&size=63", "query.size"],
    ["data=hi&size=2001", "query.size"],
    ["data=hi&style=hexagon", "query.style"],
    ["data=hi&fg_color=red", "query.fg_color"],
    ["data=hi&fg_color=%22/%3E%3Cscript%3E", "query.fg_color"],
    ["data=hi&bg_color=none", "query.bg_color"],
    ["data=hi&gradient=f00", "query.gradient"],
    ["data=hi&gradient=f00-00f-360", "query.gradient"],
    ["data=hi&mask=8", "query.mask"],
    ["data=hi&min_version=41", "query.min_version"],
    ["data=hi&margin=21", "query.margin"],
    ["data=hi&colour=f00", "query.colour"],
  ])("%j", async (query, location) => {
    const res = await get(query);
    expect(res.status).toBe(400);
    expect((await json(res)).errors[0].location).toBe(location);
  });
});

describe("generate/svg", () => {
  const svg = async (query: string) => (await hub.get(`/api/qr/generate/svg?${query}`)).text();

  test("draws all modules in one path", async () => {
    const text = await svg("data=hi&style=star&size=290");
    expect(text).toContain('width="290" height="290" viewBox="0 0 29 29"');
    expect(text.split("<path").length - 1).toBe(1);
  });

  test("draws finder patterns of another colour in a separate path", async () => {
    const text = await svg("data=hi&eye_color=c00&fg_color=0000ff88");
    expect(text.split("<path").length - 1).toBe(2);
    expect(text).toContain('fill="#cc0000"');
  });

  test("omits a transparent background", async () => {
    expect(await svg("data=hi&bg_color=transparent")).not.toContain("<rect");
  });

  test("doesn't contain the data and allows no script", async () => {
    const res = await hub.get("/api/qr/generate/svg?data=%3Cscript%3Ealert(1)%3C/script%3E");
    expect(res.headers.get("content-type")).toBe("image/svg+xml;charset=utf-8");
    expect(res.headers.get("x-content-type-options")).toBe("nosniff");
    expect(res.headers.get("content-security-policy")).toStartWith("default-src 'none'");
    expect(await res.text()).not.toContain("script");
  });
});

describe("generate/base64", () => {
  test("returns an SVG in a data URI", async () => {
    const body = await json(await hub.get("/api/qr/generate/base64?data=hi&format=svg"));
    const svg = await (await hub.get("/api/qr/generate/svg?data=hi")).text();
    expect(body).toMatchObject({ mime_type: "image/svg+xml", bytes: svg.length });
    expect(atob(body.base64.split(",")[1])).toBe(svg);
  });

  test("returns the bare data URI to clients that accept text", async () => {
    const res = await hub.get("/api/qr/generate/base64?data=hi", { accept: "text/plain" });
    expect(await res.text()).toStartWith("data:image/png;base64,");
  });
});

test("generate draws for a terminal to clients that accept text", async () => {
  const res = await hub.get("/api/qr/generate?data=hello&margin=1", { accept: "text/plain" });
  expect(res.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await res.text()).toBe(
    await (await hub.get("/api/qr/generate?data=hello&margin=1&format=text")).text(),
  );
});

test("generate draws an image from a job process for a terminal to clients that accept text", async () => {
  const apart = await testHub(`${import.meta.dir}/..`, { jobs: true });
  const requestCode = (accept: string) =>
    apart.post("/api/qr/generate", { data: "hello" }, { accept });
  expect(await (await requestCode("text/plain")).text()).toContain("▀");
  expect((await requestCode("image/png")).headers.get("content-type")).toBe("image/png");
  await apart.close();
});
