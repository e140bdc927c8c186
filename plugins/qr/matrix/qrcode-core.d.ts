/** The encoder without the writers, which its package does not declare. */
declare module "qrcode/lib/core/qrcode.js" {
  export { create } from "qrcode";
}
