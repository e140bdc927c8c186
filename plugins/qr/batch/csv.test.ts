import { expect, test } from "bun:test";
import { readRows } from "./csv.ts";

test("rowsOf reads quotes, commas and line ends within quotes", () => {
  const csv = 'data,filename\r\n"a, ""b""\nc",one\r\nplain,\r\n';
  expect(readRows(csv)).toEqual([{ data: 'a, "b"\nc', filename: "one" }, { data: "plain" }]);
});

test("rowsOf takes the columns in either order, and a byte order mark", () => {
  expect(readRows("\uFEFFFilename,Data\nx,1")).toEqual([{ data: "1", filename: "x" }]);
});

test("rowsOf passes over empty lines", () => {
  expect(readRows("data\n\n1\n\n\n2\n")).toEqual([{ data: "1" }, { data: "2" }]);
});

test.each([
  ["name\n1", 'must begin with the line "data" or "data,filename": it is "name"'],
  ["data,size\n1,2", 'must begin with the line "data" or "data,filename": it is "data,size"'],
  ["data,filename\n1,2,3", "must have 2 cells in each row: row 1 has 3"],
  ['data\n"open', "must close the quote that opens at character 6"],
  ['data\n"a"b', "must have a comma or a line end after the quote at character 8"],
])("rowsOf refuses %j", (csv, fault) => {
  expect(() => readRows(csv)).toThrow(`body.csv ${fault}`);
});
