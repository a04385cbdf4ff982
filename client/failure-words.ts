import { ApiError } from "./api-error";
import { english, phrase, type Say, type Words } from "./words/words";

const invalidValueText = phrase("This value is not valid.");

/** Returns the failure in the page's language, by its code; in English if no dictionary has it. */
export async function translateFailure(
  words: Words,
  failure: ApiError,
  phone?: string,
): Promise<ApiError> {
  const t = await loadFailureWords(words);
  const { status, code, fields, retryAfterSeconds, requestId } = failure;
  const textTemplate = t.known(code);
  if (textTemplate === code) return failure;
  // Limits and examples are among the fields, by their names in the text.
  const filledText = textTemplate.replace(/\{(\w+)\}/g, (_, name: string) => fields[name] ?? "");
  const message = phone === undefined ? filledText : `${filledText} ${phone}`;
  const faults = faultsOf(
    t,
    fields,
    code === "request.invalid" ? t.of(invalidValueText) : filledText,
  );
  return new ApiError(status, code, message, faults, retryAfterSeconds, requestId);
}

/** Returns the errors of fields in the page's language, for a form that was sent without scripts. */
export async function translateFaults(
  words: Words,
  fields: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  if (words.t.language === "en") return { ...fields };
  const t = await loadFailureWords(words);
  return faultsOf(t, fields, t.of(invalidValueText));
}

const loadFailureWords = (words: Words): Promise<Say> =>
  words.loadPart("failures").catch(() => english);

/**
 * Returns the translated errors of fields. A text that the dictionary lacks is for programs, so `fallback` replaces it.
 */
function faultsOf(t: Say, fields: Readonly<Record<string, string>>, fallback: string) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, translatedFault(t, text) ?? fallback]),
  );
}

/** Translates an error. Dictionaries have a text with its number, or with `{n}` for any number. */
function translatedFault(t: Say, text: string): string | undefined {
  const n = /\d+/.exec(text)?.[0] ?? "";
  for (const key of [text, text.replace(n, "{n}")]) {
    const translation = t.known(key);
    if (translation !== key) return translation.replace("{n}", n);
  }
  return undefined;
}
