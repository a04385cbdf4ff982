import type { Say } from "./words";

/** Returns "Chrome on Android" for a user agent: enough for the owner to recognise the device. */
export function browserNameText(userAgent: string, t: Say): string {
  const browser = browsers.find(([mark]) => userAgent.includes(mark))?.[1];
  const systemName = operatingSystems.find(([mark]) => userAgent.includes(mark))?.[1];
  if (browser && systemName) return t("{browser} on {system}", { browser, system: systemName });
  return browser ?? systemName ?? t("Unknown browser");
}

/** The first match counts, because many browsers also name the one they derive from. */
const browsers = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser", "Samsung Internet"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
] as const;

const operatingSystems = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["Windows", "Windows"],
  ["Mac OS X", "Mac"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;
