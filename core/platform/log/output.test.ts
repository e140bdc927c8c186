import { expect, test } from "bun:test";
import { Output } from "./output.ts";

/** Returns a sink whose reader consumes data when the test says so. */
function slowSink() {
  const written: string[] = [];
  let release = () => {};
  const sink = {
    write: (text: string) => void written.push(text),
    flush: () => new Promise<void>((resolve) => (release = resolve)),
  };
  return { sink, written, read: () => release() };
}

test("entries of one turn are written together, in order", async () => {
  const written: string[] = [];
  const output = new Output({ write: (text) => written.push(text), flush() {} });
  for (const line of ["a", "b", "c"]) output.write(line, { later: line === "a" });
  await output.flush();
  expect(written).toEqual(["a\nb\nc\n"]);
});

test("buffered lines are written when the hub stops, at the latest", async () => {
  const written: string[] = [];
  const output = new Output({ write: (text) => written.push(text), flush() {} });
  output.write("a", { later: true });
  await Bun.sleep(1);
  expect(written).toEqual([]);
  await output.flush();
  expect(written).toEqual(["a\n"]);
});

test("a slow reader loses lines, and gets their number", async () => {
  const { sink, written, read } = slowSink();
  const output = new Output(sink, { reportDropped: (count) => `lost ${count}` });
  output.write("first");
  await Bun.sleep(1);
  const line = "x".repeat(2 ** 20 - 1);
  for (let count = 0; count < 7; count++) output.write(line);
  const reading = setInterval(read, 1);
  await output.flush();
  clearInterval(reading);
  const lines = written.join("").split("\n");
  expect(lines.filter((text) => text === line)).toHaveLength(4);
  expect(lines).toContain("lost 3");
});

test("a closed reader doesn't stop the hub", async () => {
  const output = new Output({
    write() {},
    flush: () => Promise.reject(new Error("EPIPE")),
  });
  output.write("a");
  await output.flush();
});
