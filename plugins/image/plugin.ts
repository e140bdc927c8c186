import { definePlugin } from "hub";

export default definePlugin({
  title: "Images",
  summary: "Placeholders, avatars, badges, backgrounds, cards, charts and pictures from a prompt.",
  permissions: {
    net: ["public", "api.openai.com"],
    env: [
      "IMAGE_PROVIDERS",
      "HUB_OFFLINE",
      "OPENAI_BASE_URL",
      "OPENAI_API_KEY",
      "OPENAI_IMAGE_MODEL",
      "OPENAI_IMAGES_PER_DAY",
    ],
    kv: true,
  },
  envValues: { IMAGE_PROVIDERS: ["openai", "embedded"] },
  upstreams: {
    "api.openai.com": {
      perMinute: 300,
      base: ["{OPENAI_BASE_URL}", "https://api.openai.com/v1"],
    },
  },
  limits: {
    pixelsMax: 16_777_216,
    avifPixelsMax: 4_194_304,
    sideMax: 4096,
    seedMax: 200,
    chartBodyBytesMax: 1_048_576,
    chartLabelsMax: 500,
    chartPointsMax: 2000,
    chartDrawnMax: 6000,
    chartSeriesMax: 12,
    chartNumberMax: 1e18,
    pictureAddressMax: 44_000,
    pictureBytesMax: 5_242_880,
    picturePixelsMax: 25_000_000,
    promptMax: 4000,
    promptSideMin: 256,
    promptSideMax: 1024,
    promptImagesMax: 4,
    promptColorsMax: 8,
  },
  errors: {
    unsafe_link: { status: 422, title: "The link is not an http, https or mailto URL" },
    unknown_icon: { status: 422, title: "No icon has this name" },
    unusable_picture: { status: 422, title: "A source picture cannot be used" },
    content_rejected: { status: 422, title: "The image model rejected the prompt" },
    prompt_not_understood: {
      status: 422,
      title: "Less than half of the prompt was understood",
    },
    image_budget_spent: {
      status: 429,
      title: "The daily quota of the image model is used up",
    },
    image_too_large: { status: 422, title: "The image would have too many pixels" },
  },
  optionalAliases: {
    shields: {
      "/badge/:badge": "shields/badge.get",
      "/static/v1": "shields/static.get",
    },
    dicebear: { "/9.x/:style/:format": "dicebear/avatar.get" },
  },
  first: [
    "og.get",
    "chart.post",
    "badge.get",
    "avatar.get",
    "placeholder.get",
    "social-card.get",
    "banner.get",
    "gradient.get",
  ],
  try: {
    "/placeholder/:size": "placeholder.get",
    "/badge": "badge.get",
    "/og": "og.get",
    "/chart": "chart.post",
  },
});
