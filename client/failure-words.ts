import { ApiError } from "./api-error";
import { english, phrase, type Say, type Words } from "./words/words";

const textsWithFigure = [
  phrase("Use at most {n} characters."),
  phrase("Use at least {n} characters."),
  phrase("Choose at most {n}."),
  phrase("Choose at least {n}."),
] as const;
const notValid = phrase("This value is not valid.");

/** The same failure in the page's language, by its code; in English if no dictionary has it. */
export async function failureIn(
  words: Words,
  failure: ApiError,
  phone?: string,
): Promise<ApiError> {
  const t = await borrowed(words);
  const { status, code, fields, retryAfterSeconds, requestId } = failure;
  const found = t.known(code);
  if (found === code) return failure;
  // A limit or an example comes among the fields, by its name in the text.
  const said = found.replace(/\{(\w+)\}/g, (_, name: string) => fields[name] ?? "");
  const message = phone === undefined ? said : `${said} ${phone}`;
  const faults = faultsOf(t, fields, code === "request.invalid" ? t.of(notValid) : said);
  return new ApiError(status, code, message, faults, retryAfterSeconds, requestId);
}

/** What is wrong with fields, in the page's language: a form that was sent without scripts shows it. */
export async function faultsIn(
  words: Words,
  fields: Readonly<Record<string, string>>,
): Promise<Record<string, string>> {
  if (words.t.language === "en") return { ...fields };
  const t = await borrowed(words);
  return faultsOf(t, fields, t.of(notValid));
}

const borrowed = (words: Words): Promise<Say> => words.borrow("failures").catch(() => english);

/** What the dictionary does not know is for programs: `usual` is said in its place. */
function faultsOf(t: Say, fields: Readonly<Record<string, string>>, usual: string) {
  return Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [name, translatedFault(t, text) ?? usual]),
  );
}

function translatedFault(t: Say, text: string): string | undefined {
  const n = /\d+/.exec(text)?.[0] ?? "";
  const withFigure = textsWithFigure.find((known) => english.of(known, { n }) === text);
  if (withFigure) return t.of(withFigure, { n });
  const found = t.known(text);
  return found === text ? undefined : found;
}
