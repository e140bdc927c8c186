import { promisify } from "node:util";
import { gzip } from "node:zlib";

const css = "text/css; charset=utf-8";
const javascript = "text/javascript; charset=utf-8";

/** The files that pages load, each by the module it is, and its media type. */
const ASSETS = {
  "style.css": { module: "./browser/style.css", type: css },
  "try.js": { module: "./browser/try.js", type: javascript },
  "reference.js": { module: "./browser/reference.js", type: javascript },
  "swagger-ui.css": { module: "swagger-ui-dist/swagger-ui.css", type: css },
  "swagger-ui.js": { module: "swagger-ui-dist/swagger-ui-bundle.js", type: javascript },
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
      const path = Bun.fileURLToPath(import.meta.resolve(ASSETS[name].module));
      return [name, new Asset(name, await Bun.file(path).bytes())] as const;
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
