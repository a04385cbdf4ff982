import { ApiError } from "./api-error";
import { english, type Words } from "./words/words";

/** The same failure in the page's language, by its code; in English if no dictionary has it. */
export async function failureIn(
  words: Words,
  failure: ApiError,
  phone?: string,
): Promise<ApiError> {
  const t = await words.borrow("failures").catch(() => english);
  const { status, code, fields, retryAfterSeconds, requestId } = failure;
  const found = t.known(code);
  if (found === code) return failure;
  // A limit or an example comes among the fields, by its name in the text.
  const said = found.replace(/\{(\w+)\}/g, (_, name: string) => fields[name] ?? "");
  // What the server says of a field is English, and is of the same fault where the code names one.
  const faults =
    code === "request.invalid"
      ? fields
      : Object.fromEntries(Object.keys(fields).map((name) => [name, said]));
  const message = phone === undefined ? said : `${said} ${phone}`;
  return new ApiError(status, code, message, faults, retryAfterSeconds, requestId);
}
