/** The engines of riders' browsers. */
import { chromiumPath } from "./chromium";
import { firefoxPath } from "./firefox";
import { missingWebKit } from "./webkit";

export const engines = ["chromium", "firefox", "webkit"] as const;
export type EngineName = (typeof engines)[number];

/** Returns why an engine is missing on this machine, or undefined if it is there. */
export function missingEngine(name: EngineName): string | undefined {
  if (name === "webkit") return missingWebKit();
  if (name === "firefox")
    return firefoxPath() ? undefined : "No Firefox here (apt install firefox-esr)";
  return chromiumPath() ? undefined : "No Chromium here (set CHROMIUM or install Debian's)";
}
