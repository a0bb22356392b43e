// @ts-check
import { texts } from "./texts.js";

/**
 * What a person calls a device.
 * @param {{name?: string, role: string, device: string}} device
 */
export function nameOf({ name, role, device }) {
    return name ?? texts.unnamed(texts.roles[role] ?? role, device);
}
