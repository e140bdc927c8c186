import { t } from "hub";
import { barcodeFields } from "../../barcode/request.ts";
import qr from "../../plugin.ts";
import { barcodeResponse } from "./index.get.ts";

export default qr.route({
  summary: "Create a barcode and read it back",
  description:
    "Returns the same codes as GET, and reads each back before it is returned: at full size, blurred and at half its size. `X-Barcode-Verified` is `true` if ZXing and ZBar both read exactly the content. It is `unknown` if only ZXing knows the type, and reads it: ZBar reads no Data Matrix, PDF417, Aztec, Micro QR and rMQR codes. `strict` rejects all codes that are not `true`.",
  body: t.Object(barcodeFields),
  ...barcodeResponse,
  heavy: true,
  tool: {
    title: "Make a barcode",
    fields: ["data", "type", "format"],
    labels: { data: "Content" },
  },
  example: { body: { type: "gs1_128", data: "(01)04012345678901(17)271231(10)A-7" } },
  async handler({ body }) {
    const { drawBarcode } = await import("../../barcode/barcode.ts");
    return drawBarcode({ ...body, verify: true, at: "body" });
  },
});
