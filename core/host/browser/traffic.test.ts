import { expect, test } from "bun:test";
import { EventEmitter } from "node:events";
import type { HTTPRequest, Page } from "puppeteer-core";
import type { PageProxy } from "./proxy.ts";
import { Traffic } from "./traffic.ts";

const main = {};
const page = Object.assign(new EventEmitter(), { mainFrame: () => main });
const proxy = { refused: new Map(), bytes: 0 };

function ask(type: string): HTTPRequest {
  const request = {
    frame: () => main,
    isNavigationRequest: () => type === "document",
    resourceType: () => type,
    url: () => "http://page.test/",
  };
  page.emit("request", request);
  // The emitted object only has the members that the code reads.
  return request as unknown as HTTPRequest;
}

test("a page that was left isn't waited for, even if the browser never reports the end of its requests", async () => {
  const traffic = new Traffic(page as unknown as Page, proxy as unknown as PageProxy);
  const files = () => traffic.pending(performance.now()).files;
  ask("document");
  ask("image");
  expect(files()).toBe(2);
  await Bun.sleep(1);
  const next = ask("document");
  expect(files()).toBe(3);
  page.emit("framenavigated", main);
  expect(files()).toBe(1);
  const image = ask("image");
  page.emit("requestfinished", next);
  page.emit("framenavigated", main);
  expect(files()).toBe(1);
  page.emit("requestfinished", image);
  expect(files()).toBe(0);
});
