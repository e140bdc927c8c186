import { t } from "hub";
import pdf from "../plugin.ts";
import { fileAnswer } from "../response.ts";
import { sampleFile } from "../sample.ts";
import { signBody } from "../signatures/request.ts";
import { sampleKeyFile } from "../signatures/sample.ts";

export default pdf.route({
  summary: "Sign a PDF",
  keywords: "sign pdf, digital signature, pades, e-signature, timestamp pdf",
  description:
    "Returns the PDF with a digital signature: PAdES B-B, or B-T with `timestamp_url`. The signature is written after the bytes of the file, so that earlier signatures remain valid. It is invisible, or drawn in `box`. Send the private key and the certificates as `key` and `certificate` in PEM, or as a PKCS#12 file. They are used for this call only: never stored or logged, and `Prefer: respond-async` is ignored. Encrypted PDFs and those whose certification forbids changes are refused. Send the PDF as `file` of a form, or in base64 as `file_base64` of a JSON body.",
  body: signBody,
  ...fileAnswer(["application/pdf"], {
    field: t.String({ description: "The name of the signature field" }),
    signer: t.String({ description: "The name in the signer's certificate" }),
    timestamped: t.Boolean({ description: "Whether the signature has a time stamp" }),
  }),
  heavy: true,
  background: false,
  cache: "never",
  tool: {
    title: "Sign a PDF",
    fields: ["file", "pkcs12", "key_password", "reason", "place"],
    labels: {
      file: "PDF",
      pkcs12: "Key and certificate (.p12, .pfx)",
      key_password: "Password of the key",
      reason: "Reason",
      place: "Place",
    },
  },
  example: {
    body: {
      file: sampleFile,
      pkcs12: sampleKeyFile,
      key_password: "secret",
      reason: "I agree",
      box: { page: 1, x: 20, y: 90, w: 150, h: 50 },
    },
  },
  async handler({ body, clock, random, net }) {
    const { signPdf } = await import("../signatures/sign.ts");
    return signPdf(body, { clock, random, net });
  },
});
