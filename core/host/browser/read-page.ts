import type { Page } from "puppeteer-core";
import type { Picture, Shot } from "../../contract/browser-door.ts";
import { HubError } from "../../contract/errors.ts";
import { elementError } from "./browser-errors.ts";
import type { HarRecorder } from "./har.ts";
import type { World } from "./page-world.ts";

/** Maximum length of HTML and text, and number of elements in an accessibility tree. */
const [charsMax, elementsMax] = [10_000_000, 20_000];

interface PageReaders {
  page: Page;
  world: World;
  har: HarRecorder | false | undefined;
}

/** Reads the content of a page, in UTF-8. */
export async function readPage(
  { read, area }: Shot,
  { page, world, har }: PageReaders,
): Promise<Pick<Picture, "bytes" | "width" | "height" | "truncated">> {
  const { text, truncated } =
    read === "har" && har
      ? har.write({ url: page.url(), title: await world.run("title") })
      : read === "accessibility"
        ? await readAccessibility(page, world)
        : await readContent(read === "html" ? "html" : "text", area, world);
  return { bytes: Buffer.from(text.toWellFormed()), width: 0, height: 0, truncated };
}

async function readContent(kind: "html" | "text", area: Shot["area"], world: World) {
  const isPart = typeof area === "object" && "selector" in area;
  const result = await world.run("readContent", kind, {
    area: isPart ? area : undefined,
    charsMax,
  });
  if ("text" in result) return result;
  throw elementError(result);
}

async function readAccessibility(page: Page, world: World) {
  const count = await world.run("countElements");
  if (count > elementsMax)
    throw new HubError(
      "navigation_failed",
      `Cannot read the accessibility tree: the page has ${count} elements, and at most ${elementsMax} are read`,
    );
  const tree = await page.accessibility.snapshot();
  // The nodes have numbers of the browser process.
  const text = JSON.stringify(tree, (name, value) => (internal.has(name) ? undefined : value));
  return { text, truncated: false };
}

const internal = new Set(["backendNodeId", "loaderId", "elementHandle"]);
