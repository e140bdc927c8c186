import { definePlugin } from "hub";

export default definePlugin({
  title: "Images",
  summary: "Placeholders, avatars, badges, backgrounds, cards, charts and pictures from a prompt.",
  limits: {
    pixelsMax: 16_777_216,
    sideMax: 4096,
    seedMax: 200,
    chartBodyBytesMax: 1_048_576,
    chartLabelsMax: 500,
    chartPointsMax: 2000,
    chartSeriesMax: 12,
    chartNumberMax: 1e18,
  },
  errors: {
    image_too_large: { status: 422, title: "The image would have more pixels than are drawn" },
  },
  try: {
    "/placeholder/:size": "placeholder.get",
  },
});
