import { readFileSync } from "node:fs";
import { compressOnce } from "../../../platform/http/compress.ts";

const css = "text/css; charset=utf-8";
const javascript = "text/javascript; charset=utf-8";

/** The package doesn't export its bundle. */
const passkeyBundle = new URL(
  "dist/bundle/index.umd.min.js",
  import.meta.resolve("@simplewebauthn/browser/package.json"),
).href;

/** The source modules and media types of the files that pages load. */
const ASSETS = {
  "style.css": {
    modules: [
      "../browser/frame.css",
      "../browser/style.css",
      "../browser/endpoint.css",
      "../browser/landing.css",
      "../browser/gallery.css",
      "../browser/samples.css",
      "../browser/tool.css",
    ],
    type: css,
  },
  "find.js": { modules: ["../browser/find.js"], type: javascript },
  "gallery.js": { modules: ["../browser/gallery.js"], type: javascript },
  "landing.js": { modules: ["../browser/landing.js"], type: javascript },
  "key.js": { modules: ["../browser/key.js"], type: javascript },
  "widgets.js": { modules: ["../browser/widgets.js"], type: javascript },
  "admin.js": { modules: ["../browser/admin.js"], type: javascript },
  "login.js": { modules: ["../browser/login.js"], type: javascript },
  "passkeys.js": {
    modules: [passkeyBundle],
    type: javascript,
  },
  "account.js": { modules: ["../browser/account.js"], type: javascript },
  "index.js": { modules: ["../browser/index.js"], type: javascript },
  "form.js": { modules: ["../browser/form.js"], type: javascript },
  "samples.js": { modules: ["../browser/widgets.js", "../browser/samples.js"], type: javascript },
  "reference.js": { modules: ["../browser/reference.js"], type: javascript },
  "reference.css": { modules: ["../browser/reference.css"], type: css },
  "swagger-ui.css": { modules: ["swagger-ui-dist/swagger-ui.css"], type: css },
  "swagger-ui.js": { modules: ["swagger-ui-dist/swagger-ui-bundle.js"], type: javascript },
} as const;

export type AssetName = keyof typeof ASSETS;

export const assetNames = Object.keys(ASSETS) as [AssetName, ...AssetName[]];

/** A file that pages load. It is read on first use, because all together are larger than the hub. */
class Asset {
  readonly type: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly url: string;

  constructor(name: AssetName) {
    const { modules, type } = ASSETS[name];
    const parts = modules.map((module) => readFileSync(new URL(import.meta.resolve(module))));
    this.type = type;
    this.bytes = compressOnce(new Uint8Array(Buffer.concat(parts)));
    this.url = `/assets/${name}?v=${Bun.hash(this.bytes).toString(36)}`;
  }
}

const assets = new Map<AssetName, Asset>();

export function getAsset(name: AssetName): Asset {
  const asset = assets.get(name) ?? new Asset(name);
  assets.set(name, asset);
  return asset;
}

/** Returns the URL of an asset. It changes with the content, so caches can keep it for ever. */
export function assetUrl(name: AssetName): string {
  return getAsset(name).url;
}
