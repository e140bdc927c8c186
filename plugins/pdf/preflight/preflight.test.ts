import { describe, expect, test } from "bun:test";
import { deflateSync } from "node:zlib";
import { bookPdf } from "../documents.fixture.ts";
import { qpdfOutput } from "../engines/qpdf.ts";
import { hostileFiles, oddFiles, signedPdf } from "../hostile.fixture.ts";
import { protectedSample, samplePdf, stream, writePdf } from "../sample.ts";
import { pageBox, preflight, quarter } from "./preflight.ts";

const at = "body.file";

function withPage(entries: string, above = "") {
  return writePdf([
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Count 1/Kids[3 0 R]${above}>>`,
    `<</Type/Page/Parent 2 0 R${entries}>>`,
    "[0 0 300 400]",
  ]);
}

describe("finds a page", () => {
  test.each([
    ["/MediaBox[0 0 300 400]", "", [300, 400, 0]],
    ["/MediaBox[300 400 0 0]/Rotate 90", "", [400, 300, 90]],
    ["/MediaBox 4 0 R/Rotate -90", "", [400, 300, 270]],
    ["/MediaBox[0 0 300 400]/CropBox[-10 50 200 900]", "", [200, 350, 0]],
    ["/MediaBox[0 0 300 400]/CropBox[900 900 999 999]", "", [300, 400, 0]],
    ["", "/MediaBox[0 0 10.5 20]/Rotate 180", [10.5, 20, 180]],
    ["/Rotate 0", "/MediaBox[0 0 10 20]/Rotate 90", [10, 20, 0]],
    ["", "", [612, 792, 0]],
    ["/MediaBox[0 0 0 0]", "", [612, 792, 0]],
    ["/MediaBox[10 0 10 50]", "", [612, 792, 0]],
    ["/MediaBox[0 50 10 50]", "", [612, 792, 0]],
    ["/MediaBox[0 0 10]", "/MediaBox[0 0 20 30]", [20, 30, 0]],
    ["/MediaBox[0 0 (x) 9]", "/MediaBox[0 0 20 30]", [20, 30, 0]],
    ["/MediaBox[1 2 14401 14402]", "", [14_400, 14_400, 0]],
  ])("%s below %s", async (entries, above, expected) => {
    const { pages } = await preflight(withPage(entries, above), at);
    expect(pages.map(({ width, height, rotation }) => [width, height, rotation])).toEqual([
      expected,
    ]);
  });
});

test("finds pages in object streams", async () => {
  const args = ["--object-streams=generate", "/in.pdf"];
  const packed = await qpdfOutput(args, { files: { "in.pdf": bookPdf() } });
  const { pages } = await preflight(packed, at);
  expect(pages.map(({ width, height }) => [width, height])).toEqual(Array(5).fill([300, 400]));
});

test("uses the last version of an object, as in an incrementally updated file", async () => {
  const first = Buffer.from(samplePdf(["A"])).toString("latin1");
  const more =
    "4 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 50 60]>>\nendobj\ntrailer<</Root 1 0 R>>\nstartxref\n0\n%%EOF\n";
  const { pages } = await preflight(new Uint8Array(Buffer.from(first + more, "latin1")), at);
  expect(pages.map(({ width }) => width)).toEqual([50]);
});

test("reports encryption and signatures", async () => {
  const readProtection = async (bytes: Uint8Array) => {
    const { isEncrypted, isSigned } = await preflight(bytes, at);
    return [isEncrypted, isSigned];
  };
  expect(await readProtection(samplePdf())).toEqual([false, false]);
  expect(await readProtection(Uint8Array.fromBase64(protectedSample))).toEqual([true, false]);
  expect(await preflight(Uint8Array.fromBase64(protectedSample), at)).toMatchObject({
    pages: [],
    isOdd: false,
  });
  expect(await readProtection(signedPdf)).toEqual([false, true]);
  // Text within a stream doesn't count.
  await expect(
    await readProtection(
      writePdf([
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page>>",
        stream("/ByteRange[0 1 2 3]"),
      ]),
    ),
  ).toEqual([false, false]);
});

test("ignores strings, names and comments that look like other syntax", async () => {
  const entries =
    "/MediaBox[0 0 30 40]/A(\\)>>[(endobj)/MediaBox)/B<2f>/C#20D/E%>>endobj\n/F(%)/R 7/S[1 0 R 2]";
  expect((await preflight(withPage(entries), at)).pages.map(({ width }) => width)).toEqual([30]);
});

test("accepts a large file that decodes to little", async () => {
  const runs = stream(`${"\x81a".repeat(1000)}\x80`, "/Filter/RunLengthDecode");
  const digits = stream("<~9jqo^~>", "/Filter[/ASCII85Decode/FlateDecode]");
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    "<</Type/Pages/Count 1/Kids[3 0 R]>>",
    "<</Type/Page>>",
    runs,
    digits,
  ];
  expect((await preflight(writePdf(objects), at)).pages).toHaveLength(1);
});

/** Only qpdf knows that the handler is unknown. */
const { "an unknown encryption": _, ...refused } = hostileFiles;

test.each(Object.entries(refused))("rejects %s", async (_, { bytes, code, limit }) => {
  const failure = await preflight(bytes, at).catch((error) => error);
  expect([failure.code, failure.members?.limit, failure.message.startsWith(at)]).toEqual([
    code,
    limit,
    true,
  ]);
});

test.each(Object.entries(oddFiles))("accepts %s", async (_, bytes) => {
  expect((await preflight(bytes, at)).pages.length).toBeGreaterThan(0);
});

describe("handles an irregular page tree", () => {
  const page = "<</Type/Page/Parent 2 0 R>>";
  test.each<[string, boolean, string[]]>([
    [
      "in nothing",
      false,
      ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>", page],
    ],
    [
      "in nothing, of two levels",
      false,
      [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 3/Kids[3 0 R 4 0 R]>>",
        page,
        "<</Type/Pages/Parent 2 0 R/Count 2/Kids[5 0 R 6 0 R]>>",
        "<</Type/Page/Parent 4 0 R>>",
        "<</Type/Page/Parent 4 0 R>>",
      ],
    ],
    [
      "in a catalogue of another type",
      true,
      ["<</Type/Cat/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>", page],
    ],
    [
      "in a node of another type",
      true,
      ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Page/Count 1/Kids[3 0 R]>>", page],
    ],
    [
      "in a count",
      true,
      ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 2/Kids[3 0 R]>>", page],
    ],
    [
      "in a page of another type",
      true,
      [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Pages/Parent 2 0 R>>",
      ],
    ],
    [
      "in a parent",
      true,
      [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Count 1/Kids[3 0 R]>>",
        "<</Type/Page/Parent 1 0 R>>",
      ],
    ],
    [
      "in a page that is listed twice",
      true,
      ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 2/Kids[3 0 R 3 0 R]>>", page],
    ],
    [
      "in a page that is inlined in its parent",
      true,
      ["<</Type/Catalog/Pages 2 0 R>>", `<</Type/Pages/Count 1/Kids[${page}]>>`],
    ],
    [
      "in a gap",
      true,
      ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[9 0 R 3 0 R]>>", page],
    ],
  ])("%s: %p", async (_, isOdd, objects) => {
    expect(await preflight(writePdf(objects), at)).toMatchObject({ isOdd });
  });
});

describe("reports possible form fields", () => {
  const packed = (object: string) =>
    stream(
      deflateSync(`9 0 ${object}`).toString("latin1"),
      "/Type/ObjStm/N 1/First 4/Filter/FlateDecode",
    );
  test.each<[string, boolean, string[]]>([
    ["of a file with none", false, []],
    ["of a direct object", true, ["<</Subtype/Widget>>"]],
    ["of one that is packed", true, [packed("<</Subtype/Widget>>")]],
    ["of one that is packed, by its codes", true, [packed("<</Subtype/W#69dget>>")]],
    ["of packed objects without one", false, [packed("<</Subtype/Link>>")]],
    ["of packed objects that cannot be read", true, [stream("abc", "/Type/ObjStm/Filter/None")]],
    ["of a stream within another", true, [stream("8 0 obj\n<<>>stream\nabc\nendstream")]],
  ])("%s: %p", async (_, mayHaveFields, objects) => {
    const page = ["<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]>>"];
    const file = writePdf([...page, "<</Type/Page/Parent 2 0 R>>", ...objects]);
    expect(await preflight(file, at)).toMatchObject({ mayHaveFields, hasMetadata: false });
  });
});

test.each(["/Metadata", "/Meta#64ata"])(
  "reports that a document has metadata: %s",
  async (name) => {
    const file = writePdf([
      `<</Type/Catalog/Pages 2 0 R${name} 4 0 R>>`,
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R>>",
    ]);
    expect(await preflight(file, at)).toMatchObject({ hasMetadata: true });
  },
);

describe("the displayed page", () => {
  test.each([
    [0, 0],
    [90, 90],
    [-90, 270],
    [450, 90],
    [44, 0],
    [46, 90],
    [-360, 0],
    [720.4, 0],
  ])("with rotation %p is rotated by %p", (degrees, turn) => {
    expect(quarter(degrees)).toBe(turn as 0);
  });

  test("has the size of its visible box after rotation", () => {
    const seen = pageBox({ media: [0, 0, 100, 50], crop: [10, 20, 300, 40], rotation: 270 });
    expect(seen).toEqual({
      media: [0, 0, 100, 50],
      crop: [10, 20, 100, 40],
      rotation: 270,
      width: 20,
      height: 90,
    });
  });
});

/** Builds a file with this start and end around the required objects of a PDF. */
function frame(before: string, after: string, size = 5) {
  const inner = Buffer.from(samplePdf(["A"])).toString("latin1");
  return new Uint8Array(
    Buffer.from(before + inner.replace(/\/Size \d+/, `/Size ${size}`) + after, "latin1"),
  );
}

describe("the header and trailer of a file", () => {
  test.each([
    ["nothing around it", "", ""],
    ["a byte order mark and blank lines", "\xef\xbb\xbf\r\n\t ", "\0\0\n\x1a "],
    ["sixty-four blanks", " ".repeat(64), ""],
    ["three thousand blanks of each kind after it", "", "\0\t\n\r\x1a ".repeat(3000)],
    ["a tail of two thousand bytes", "", `%${"x".repeat(2000)}`],
  ])("may have %s", async (_, before, after) => {
    expect((await preflight(frame(before, after), at)).pages).toHaveLength(1);
  });

  test.each([
    ["sixty-five blanks", " ".repeat(65), ""],
    ["another word before it", "x", ""],
    ["a tail of three thousand bytes", "", `%${"x".repeat(3000)}`],
  ])("may not have %s", async (_, before, after) => {
    await expect(preflight(frame(before, after), at)).rejects.toMatchObject({
      code: "pdf_corrupt",
    });
  });
});

test("requires the table's position in the last 2048 bytes that aren't blanks", async () => {
  const told = Buffer.from(frame("", "")).toString("latin1");
  const behind = told.length - told.lastIndexOf("startxref");
  const tail = (length: number) => frame("", `%${"x".repeat(length - behind - 1)}\n`);
  expect((await preflight(tail(2048), at)).pages).toHaveLength(1);
  await expect(preflight(tail(2049), at)).rejects.toMatchObject({ code: "pdf_corrupt" });
});

test.each([["[0 -14000 100 1000]"], ["[-14000 0 1000 100]"]])(
  "measures a page between its edges: %s",
  async (box) => {
    await expect(preflight(withPage(`/MediaBox${box}`), at)).rejects.toMatchObject({
      members: { limit: "page_side" },
    });
  },
);

test("accepts a table of a million entries", async () => {
  expect((await preflight(frame("", "", 1_000_000), at)).pages).toHaveLength(1);
  await expect(preflight(frame("", "", 1_000_001), at)).rejects.toMatchObject({
    members: { limit: "objects" },
  });
});

describe("limits all streams together to 256 MiB decoded:", () => {
  const file = (...streams: string[]) =>
    writePdf([
      "<</Type/Catalog/Pages 2 0 R>>",
      "<</Type/Pages/Count 1/Kids[3 0 R]>>",
      "<</Type/Page/Parent 2 0 R>>",
      ...streams,
    ]);
  /** Builds zeros and noise, so that the ratio is below that of a bomb. */
  const deflateNoise = (length: number) => {
    const noise = new Uint8Array(length);
    for (let index = 0; index < length; index += 300) noise[index] = (index * 7919) >> 4;
    return stream(Buffer.from(deflateSync(noise)).toString("latin1"), "/Filter/FlateDecode");
  };
  const part = deflateNoise(2 ** 25);

  const seven = Array<string>(7).fill(part);

  test("accepts eight of 32 MiB", async () => {
    expect((await preflight(file(...seven, part), at)).pages).toHaveLength(1);
  });

  test("rejects one byte more, also if a deflated stream names no filter", async () => {
    const bare = part.replace("/Filter/FlateDecode", "");
    const byte = stream("00", "/Filter/ASCIIHexDecode");
    await expect(preflight(file(...seven, bare, byte), at)).rejects.toMatchObject({
      members: { limit: "inflated_bytes" },
    });
  });

  test("accepts a stream of a thousand times its length up to 32 MiB, and no more", async () => {
    const zeros = (length: number) =>
      stream(
        Buffer.from(deflateSync(new Uint8Array(length), { level: 9 })).toString("latin1"),
        "/Filter/FlateDecode",
      );
    expect((await preflight(file(zeros(2 ** 25)), at)).pages).toHaveLength(1);
    await expect(preflight(file(zeros(2 ** 25 + 2 ** 18)), at)).rejects.toMatchObject({
      members: { limit: "inflation_ratio" },
    });
  });

  test.each(["\n", "\r", "\r\n"])(
    "finds a bomb within another stream after %j",
    async (lineEnd) => {
      const bomb = deflateSync(new Uint8Array(2 ** 26), { level: 9 }).toString("latin1");
      const hiding = file(stream(`9 0 obj<</Filter/FlateDecode>>stream${lineEnd}${bomb}`));
      await expect(preflight(hiding, at)).rejects.toMatchObject({
        members: { limit: "inflation_ratio" },
      });
    },
  );

  test("accepts four filters in a row", async () => {
    const chain = (count: number) => stream("", `/Filter[${"/ASCIIHexDecode".repeat(count)}]`);
    expect((await preflight(file(chain(4)), at)).pages).toHaveLength(1);
    await expect(preflight(file(chain(5)), at)).rejects.toMatchObject({
      members: { limit: "filters" },
    });
  });
});
