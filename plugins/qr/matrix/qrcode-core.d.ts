/** The encoder without the renderers. The package has no type declarations for it. */
declare module "qrcode/lib/core/qrcode.js" {
  export { create } from "qrcode";
}
