import { definePlugin, openAiSettings } from "hub";

export default definePlugin({
  title: "Images",
  summary: "Placeholders, avatars, badges, backgrounds, cards, charts and pictures from a prompt.",
  permissions: {
    net: ["public", "api.openai.com", "stable-diffusion.invalid", "comfyui.invalid"],
    env: ["HUB_OFFLINE"],
    kv: true,
    headers: ["content-security-policy", "cross-origin-resource-policy"],
  },
  settings: {
    ...openAiSettings,
    OPENAI_IMAGE_MODEL: {
      type: "text",
      description: "Image model at `OPENAI_BASE_URL`, for `/api/image/generate`",
    },
    MODEL_IMAGES_PER_DAY: {
      type: "integer",
      default: 50,
      max: 1e9,
      unit: "images",
      description: "Images by a configured model per account per day (UTC)",
    },
    STABLE_DIFFUSION_URL: {
      type: "url",
      description:
        "Server with `/sdapi/v1/txt2img` (AUTOMATIC1111, Forge, stable-diffusion.cpp) for `/api/image/generate`",
    },
    STABLE_DIFFUSION_AUTH: { type: "text", description: "The `user:password` of that server" },
    COMFYUI_URL: { type: "url", description: "ComfyUI server for `/api/image/generate`" },
    COMFYUI_WORKFLOW: {
      type: "json",
      description:
        "Workflow of ComfyUI in API format. The nodes titled `prompt`, `negative prompt`, `size` and `seed` get these values",
    },
    IMAGE_PROVIDERS: {
      type: "list",
      values: ["openai", "stable-diffusion", "comfyui", "embedded"],
      fallback: "`openai,stable-diffusion,comfyui,embedded`",
      description: "Image providers, in order of preference",
    },
  },
  upstreams: {
    "api.openai.com": {
      perMinute: 300,
      base: ["{OPENAI_BASE_URL}", "https://api.openai.com/v1"],
    },
    "stable-diffusion.invalid": { perMinute: 300, base: ["{STABLE_DIFFUSION_URL}"] },
    "comfyui.invalid": { perMinute: 3000, base: ["{COMFYUI_URL}"] },
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
    chartJsPointsMax: 20_000,
    chartJsDatasetsMax: 50,
    chartJsTextMax: 1000,
    chartJsSlicesMax: 1000,
    chartJsCharactersMax: 1500,
    chartJsAnnotationsMax: 200,
    chartJsSideMax: 3000,
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
      title: "A main noun of the prompt cannot be drawn",
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
    quickchart: {
      "/chart": ["quickchart/chart.get", "quickchart/chart.post"],
      "/chart/create": "quickchart/create.post",
    },
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
