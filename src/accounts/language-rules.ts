/**
 * The rider area is in English, French, Kinyarwanda and Spanish. At the first sign-in a rider's
 * language is the first of theirs that the browser asks for, English where it asks for none; later
 * it is what they chose.
 */
import type { Language } from "./contract";

/** The language of ours that an `Accept-Language` header asks for most (RFC 9110, 12.5.4). */
export function preferredLanguage(header: string): Language {
  const asked = header
    .slice(0, 1_000)
    .split(",")
    .map((part, at) => {
      const [tag = "", ...parameters] = part.trim().toLowerCase().split(";");
      const quality = /^q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.exec(
        parameters.map((text) => text.trim()).find((text) => text.startsWith("q=")) ?? "q=1",
      );
      return { language: tag.split("-")[0] ?? "", quality: Number(quality?.[1] ?? 0), at };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality || a.at - b.at);
  return asked.map(({ language }) => language).find(isLanguage) ?? "en";
}

/** Whether a text is the code of a language of ours. */
export function isLanguage(text: string): text is Language {
  return Object.hasOwn(languageNames, text);
}

/** Each language as those who speak it call it. */
export const languageNames: Record<Language, string> = {
  en: "English",
  fr: "Français",
  rw: "Ikinyarwanda",
  es: "Español",
};
