import { describe, expect, test } from "bun:test";
import { json, testHub } from "hub/testing";
import { bookPdf } from "../documents.fixture.ts";
import { readBack, readOutline } from "../second-engine.fixture.ts";

const hub = await testHub(`${import.meta.dir}/..`);
const book = bookPdf().toBase64();

async function setBookmarks(bookmarks: object[], file_base64 = book) {
  const answer = await hub.post("/api/pdf/set-bookmarks", { file_base64, bookmarks });
  expect(answer.status, await answer.clone().text()).toBe(200);
  return answer.bytes();
}

async function readBookmarks(file_base64: string) {
  const body = { file_base64, include: ["outline"] };
  return (await json(await hub.post("/api/pdf/extract-text", body))).outline;
}

const bookmarks = [
  { title: "Début", level: 1, page: 1 },
  { title: "Deep", level: 2, page: 3 },
  { title: "Deeper", level: 3, page: null },
  { title: "End", level: 1, page: 5 },
];

test("writes bookmarks that are read in the same form", async () => {
  const bytes = await setBookmarks(bookmarks);
  expect(await readBookmarks(bytes.toBase64())).toEqual(bookmarks);
});

test("writes bookmarks that another reader finds", async () => {
  const outline = await readOutline(await readBack(await setBookmarks(bookmarks)));
  expect(JSON.stringify(outline)).toContain("Deeper");
});

test("bookmarks that are read can be set again", async () => {
  const before = await readBookmarks(book);
  expect(before.length).toBeGreaterThan(2);
  const bytes = await setBookmarks(before);
  expect(await readBookmarks(bytes.toBase64())).toEqual(before);
});

test("an empty list removes all bookmarks and their titles", async () => {
  const bytes = await setBookmarks([]);
  expect(await readBookmarks(bytes.toBase64())).toEqual([]);
  expect(Buffer.from(bytes).toString("latin1")).not.toContain("Section");
});

describe("rejects", () => {
  test.each([
    ["a level below no parent", [{ title: "A", level: 2 }], "invalid_input", "0.level"],
    ["a page that doesn't exist", [{ title: "A", page: 6 }], "page_out_of_range", "0.page"],
  ])("%s", async (_, list, code, place) => {
    const body = { file_base64: book, bookmarks: list };
    const answer = await json(await hub.post("/api/pdf/set-bookmarks", body));
    expect([answer.code, answer.errors[0].location]).toEqual([code, `body.bookmarks.${place}`]);
  });
});
