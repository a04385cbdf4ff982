/** Where a list goes on: the sort values of the last row shown, opaque to the client. */
import type { ZodType } from "zod";
import { AppError } from "../errors";

/** The cursor of the row whose sort values these are. */
export function toCursor(values: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(values)).toString("base64url");
}

/** The sort values of a cursor; null when there is none. Throws `request.invalid` for another's. */
export function fromCursor<Values>(
  cursor: string | undefined,
  contract: ZodType<Values>,
): Values | null {
  if (cursor === undefined) return null;
  try {
    return contract.parse(JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")));
  } catch {
    throw new AppError("request.invalid", {
      fields: { cursor: "This is no cursor of this list." },
    });
  }
}

/** What was typed as a pattern for LIKE with `ESCAPE '\'`: found anywhere, taken literally. */
export function containing(text: string): string {
  return `%${text.trim().replace(/[\\%_]/g, "\\$&")}%`;
}
