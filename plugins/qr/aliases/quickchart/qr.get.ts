import { binary, oneOf, reply, t } from "hub";
import { mediaTypes, qrHeaders } from "../../media-types.ts";
import qr from "../../plugin.ts";
import { captionField } from "../../request.ts";

const { dataMax, sizeMin, sizeMax } = qr.limits;

const color = (what: string, initial: string) =>
  t.String({
    pattern: "^#?(?:[0-9A-Fa-f]{3,4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$",
    errorMessage: "a hexadecimal colour with 3, 4, 6 or 8 digits",
    default: initial,
    description: `Colour of the ${what}: 3, 4, 6 or 8 hexadecimal digits, the fourth or the last two for the opacity`,
  });

export default qr.route({
  summary: "Create a QR code at a QuickChart-compatible URL",
  description:
    "Replaces `GET /qr` of QuickChart. `centerImageUrl` is fetched from the public internet. Fonts and colours of the caption and the size of the image in pixels are not supported.",
  query: t.Object({
    text: t.String({ minLength: 1, maxLength: dataMax, description: "Content of the code" }),
    size: t.Integer({
      minimum: sizeMin,
      maximum: sizeMax,
      default: 150,
      description: "Width in pixels",
    }),
    margin: t.Integer({
      minimum: 0,
      maximum: 20,
      default: 4,
      description: "Width of the quiet zone around the code in modules",
    }),
    dark: color("modules", "000"),
    light: color("background", "fff"),
    ecLevel: t.Optional(
      oneOf(["L", "M", "Q", "H", "l", "m", "q", "h"], {
        description: "Minimum error correction. Default: M, or H with an image",
      }),
    ),
    format: oneOf(["png", "svg", "base64"], {
      default: "png",
      description: "File format; `base64` is a PNG as text",
    }),
    centerImageUrl: t.Optional(
      t.String({
        minLength: 1,
        maxLength: qr.limits.logoAddressMax,
        description: "An image for the centre of the code: an http, https or data URL",
      }),
    ),
    centerImageSizeRatio: t.Number({
      minimum: 0.05,
      maximum: 0.3,
      default: 0.3,
      description: "Side of the image relative to the side of the code",
    }),
    caption: t.Optional(captionField),
  }),
  response: binary(mediaTypes.png, mediaTypes.svg, mediaTypes.text),
  cache: "forever",
  heavy: ({ query }) => query.centerImageUrl !== undefined || query.caption !== undefined,
  keyParameter: "key",
  headers: qrHeaders,
  example: { query: { text: "Hello world", size: 200 } },
  async handler({ query, net }) {
    const { drawQuickChartCode } = await import("../../quickchart.ts");
    const { body, type, headers } = await drawQuickChartCode(query, net);
    return reply(body, { type, headers });
  },
});
