/** The window of a device. */
interface Device {
  width: number;
  height: number;
  scale: number;
  mobile: boolean;
  userAgent?: string;
}

export const deviceNames = ["desktop", "laptop", "tablet", "mobile"] as const;

/** The windows of common devices. The default is a small desktop. */
export const devices: Readonly<Record<(typeof deviceNames)[number], Device>> = {
  desktop: { width: 1920, height: 1080, scale: 1, mobile: false },
  laptop: { width: 1440, height: 900, scale: 2, mobile: false },
  tablet: {
    width: 820,
    height: 1180,
    scale: 2,
    mobile: true,
    userAgent:
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Safari/537.36",
  },
  mobile: {
    width: 412,
    height: 915,
    scale: 2.625,
    mobile: true,
    userAgent:
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/150.0.0.0 Mobile Safari/537.36",
  },
};

export const usualDevice: Device = { width: 1280, height: 800, scale: 1, mobile: false };
