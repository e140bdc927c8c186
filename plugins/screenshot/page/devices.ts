import data from "./devices.json" with { type: "json" };

/** The window of a device. */
interface Device {
  width: number;
  height: number;
  scale: number;
  mobile: boolean;
  userAgent?: string;
}

/** The windows of common devices. The default is a small desktop. */
export const devices: Readonly<Record<keyof typeof data.devices, Device>> = data.devices;

export const deviceNames = Object.keys(devices) as (keyof typeof devices)[];

export const usualDevice: Device = { width: 1280, height: 800, scale: 1, mobile: false };
