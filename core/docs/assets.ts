import { promisify } from "node:util";
import { gzip } from "node:zlib";

const css = "text/css; charset=utf-8";
const javascript = "text/javascript; charset=utf-8";

/** The files that pages load, each by the modules it is made of, and its media type. */
const ASSETS = {
  "style.css": { modules: ["./browser/frame.css", "./browser/style.css"], type: css },
  "frame.css": { modules: ["./browser/frame.css"], type: css },
  "try.js": { modules: ["./browser/try.js"], type: javascript },
  "reference.js": { modules: ["./browser/reference.js"], type: javascript },
  "swagger-ui.css": { modules: ["swagger-ui-dist/swagger-ui.css"], type: css },
  "swagger-ui.js": { modules: ["swagger-ui-dist/swagger-ui-bundle.js"], type: javascript },
} as const;

export type AssetName = keyof typeof ASSETS;

export const assetNames = Object.keys(ASSETS) as [AssetName, ...AssetName[]];

/** A file that pages load. */
class Asset {
  readonly type: string;
  readonly url: string;
  #zipped: Promise<Uint8Array<ArrayBuffer>> | undefined;

  constructor(
    name: AssetName,
    readonly bytes: Uint8Array<ArrayBuffer>,
  ) {
    this.type = ASSETS[name].type;
    this.url = `/assets/${name}?v=${Bun.hash(bytes).toString(36)}`;
  }

  /** Its bytes under gzip. */
  zipped(): Promise<Uint8Array<ArrayBuffer>> {
    this.#zipped ??= promisify(gzip)(this.bytes).then((bytes) => new Uint8Array(bytes));
    return this.#zipped;
  }
}

const assets = new Map(
  await Promise.all(
    assetNames.map(async (name) => {
      const parts = await Promise.all(
        ASSETS[name].modules.map((module) =>
          Bun.file(new URL(import.meta.resolve(module))).bytes(),
        ),
      );
      return [name, new Asset(name, Uint8Array.from(Buffer.concat(parts)))] as const;
    }),
  ),
);

export function assetOf(name: AssetName): Asset {
  return assets.get(name)!;
}

/** The address of an asset. It changes with the content, so caches may keep it for ever. */
export function assetUrl(name: AssetName): string {
  return assetOf(name).url;
}
