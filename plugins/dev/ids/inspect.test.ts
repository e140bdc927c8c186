import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";

const hub = await testHub(`${import.meta.dir}/..`);

async function inspect(id: string, query = "") {
  return json(await hub.get(`/api/dev/uuid/inspect/${encodeURIComponent(id)}${query}`));
}

describe("uuid/inspect", () => {
  // RFC 9562, appendix A and B; version 2 as DCE's security services made them.
  test.each([
    [
      "C232AB00-9414-11EC-B3C8-9F6BDECED846",
      "1",
      "2022-02-22T19:22:22.0000000Z",
      "9f:6b:de:ce:d8:46",
      0x33c8,
    ],
    ["5df41881-3aed-3515-88a7-2f4a814cf09e", "3", null, null, null],
    ["919108f7-52d1-4320-9bac-f847db4148a8", "4", null, null, null],
    ["2ed6657d-e927-568b-95e1-2665a8aea6a2", "5", null, null, null],
    [
      "1EC9414C-232A-6B00-B3C8-9F6BDECED846",
      "6",
      "2022-02-22T19:22:22.0000000Z",
      "9f:6b:de:ce:d8:46",
      0x33c8,
    ],
    ["017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "7", "2022-02-22T19:22:22.000Z", null, null],
    ["2489E9AD-2EE2-8E00-8EC9-32D5F69181C0", "8", null, null, null],
    [
      "000003e8-cbb9-21ea-b201-00045a86c8a1",
      "2",
      "2020-07-22T01:16:41.7609728Z",
      "00:04:5a:86:c8:a1",
      0x32,
    ],
  ])("takes %s apart", async (id, version, timestamp, node, clock_seq) => {
    expect(await inspect(id)).toEqual({
      success: true,
      valid: true,
      reason: null,
      type: "uuid",
      version,
      variant: "rfc9562",
      timestamp,
      node,
      clock_seq,
      integer: String(BigInt(`0x${id.replaceAll("-", "")}`)),
      hex: id.replaceAll("-", "").toLowerCase(),
      canonical: id.toLowerCase(),
    });
  });

  test("reads the time to its tick of 100 ns, also before 1970", async () => {
    expect((await inspect("00000001-0000-1000-8000-000000000000")).timestamp).toBe(
      "1582-10-15T00:00:00.0000001Z",
    );
  });

  test("knows nil and max", async () => {
    for (const [digit, version] of [
      ["0", "nil"],
      ["f", "max"],
    ] as const)
      expect(await inspect(digit.repeat(32))).toMatchObject({
        valid: true,
        version,
        variant: null,
      });
  });

  test.each([
    "{2ed6657d-e927-568b-95e1-2665a8aea6a2}",
    "URN:UUID:2ED6657D-e927-568b-95e1-2665a8aea6a2",
    "2ed6657de927568b95e12665a8aea6a2",
    "LtZlfeknVouV4SZlqK6mog==",
    "LtZlfeknVouV4SZlqK6mog",
  ])("reads the spelling %s", async (id) => {
    expect((await inspect(id)).canonical).toBe("2ed6657d-e927-568b-95e1-2665a8aea6a2");
  });

  test("reads base64 with a stroke in it", async () => {
    expect((await inspect("//////8PT////////////w==")).canonical).toBe(
      "ffffffff-ff0f-4fff-ffff-ffffffffffff",
    );
  });

  // The ULID specification; MongoDB's manual; segmentio/ksuid's README; Discord's and X's manuals.
  test.each([
    ["01ARZ3NDEKTSV4RRFFQ69G5FAV", "ulid", "2016-07-30T23:54:10.259Z", null, null],
    ["507f1f77bcf86cd799439011", "objectid", "2012-10-17T21:13:27.000Z", "bcf86cd799", 0x439011],
    ["0ujtsYcgvSTl8PAuAdqWYSMnLOv", "ksuid", "2017-10-10T04:00:47.000Z", null, null],
    ["1541815603606036480", "snowflake", "2022-06-28T16:07:40.105Z", "378", 0],
  ])("takes %s apart", async (id, type, timestamp, node, clock_seq) => {
    expect(await inspect(id)).toMatchObject({
      valid: true,
      type,
      timestamp,
      node,
      clock_seq,
      canonical: id,
    });
  });

  test("reads the payload of a KSUID as its README does", async () => {
    expect((await inspect("0ujtsYcgvSTl8PAuAdqWYSMnLOv")).hex).toBe(
      "0669f7efb5a1cd34b5f99d1154fb6853345c9735",
    );
  });

  test("counts a Snowflake from the epoch it is told", async () => {
    expect(await inspect("175928847299117063", "?epoch_ms=1420070400000")).toMatchObject({
      timestamp: "2016-04-30T11:18:25.796Z",
      node: "32",
      clock_seq: 7,
    });
  });

  test("takes 21 letters for a NanoID, of which no more can be told", async () => {
    expect(await inspect("V1StGXR8_Z5jdHi6B-myT")).toMatchObject({
      valid: true,
      type: "nanoid",
      timestamp: null,
      integer: null,
    });
  });

  test.each([
    [
      "2ed6657d-e927-068b-95e1-2665a8aea6a2",
      "RFC 9562 defines the versions 1 to 8: the version is 0",
    ],
    [
      "2ed6657d-e927-568b-c5e1-2665a8aea6a2",
      "The variant must be that of RFC 9562: it is microsoft",
    ],
    [
      "2ed6657d-e927-568b-95e1-2665a8aea6ag",
      'A UUID has a hexadecimal digit at position 35: the text has "g"',
    ],
    ["2ed6657d-e927-568b95e1-2665a8aea6a2", 'A UUID has a hyphen at position 18: the text has "9"'],
    [
      "2ed6657d-e927-568b-95e1-2665a8aea6a",
      "A UUID has a hexadecimal digit at position 35: the text has none",
    ],
    ["2ed6657d-e927-568b-95e1-2665a8aea6a2a", "A UUID has 36 characters: the text has 37"],
    [
      "81ARZ3NDEKTSV4RRFFQ69G5FAV",
      "Not a UUID, ULID, ObjectId, KSUID, Snowflake or NanoID: the text has 26 characters",
    ],
    [
      "aWgEPTl1tmebfsQzFP4bxwgy80W",
      "Not a UUID, ULID, ObjectId, KSUID, Snowflake or NanoID: the text has 27 characters",
    ],
    [
      "9223372036854775808",
      "Not a UUID, ULID, ObjectId, KSUID, Snowflake or NanoID: the text has 19 characters",
    ],
    [
      "__proto__",
      "Not a UUID, ULID, ObjectId, KSUID, Snowflake or NanoID: the text has 9 characters",
    ],
  ])("says why %s is no id", async (id, reason) => {
    expect(await inspect(id)).toMatchObject({ valid: false, reason });
  });

  test("answers the same for ever, and the bare canonical spelling as text", async () => {
    const res = await hub.get("/api/dev/uuid/inspect/507F1F77BCF86CD799439011", {
      accept: "text/plain",
    });
    expect(await res.text()).toBe("507f1f77bcf86cd799439011");
    expect((await hub.get("/api/dev/uuid/inspect/1")).headers.get("etag")).not.toBeNull();
  });

  test("refuses an id longer than any", async () => {
    const res = await hub.get(`/api/dev/uuid/inspect/${"a".repeat(65)}`);
    expect(res.status).toBe(400);
    expect((await json(res)).errors[0].location).toBe("path.id");
  });
});
