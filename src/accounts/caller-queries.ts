/** Finds the rider who is calling, by a few digits of their number or letters of their name. */
import { fullName } from "./name-rules";
import type { Db } from "../../db/open";
import type { Deps } from "../deps";
import { AppError } from "../errors";
import { readOperator } from "../settings/queries";
import type { Caller, CallerList } from "./caller-contract";
import { countries } from "./phones/phone-countries";
import { readTypedPhone } from "./contact-queries";
import { readPhone, internationalNumber } from "./phones/phone-rules";
import { findRider, findRiderByContact } from "./sign-in/rider-queries";
import { asciiDigits, digitsOf, readEmail } from "./rules";
import type { StoredRider } from "../../db/schema/accounts";

/** The most suggestions that are shown. Typing another letter finds the others. */
const MAX_SUGGESTIONS = 8;
/** How many digits at the end of a number are indexed. They are enough to tell most people apart. */
const INDEXED_END_DIGITS = 4;
const MIN_DIGITS = 3;
const MIN_LETTERS = 2;
/** The fewest digits that a number of any country has. */
const MIN_NUMBER_DIGITS = 7;

/** The columns that are read of a rider who calls. */
export type CallerRow = Pick<StoredRider, "id" | "phone" | "email"> & {
  first_name: string | null;
  last_name: string | null;
};

/** The columns of a `CallerRow` in SQL, read from `riders r`. */
export const CALLER_COLUMNS = "r.id, r.first_name, r.last_name, r.phone, r.email";

/**
 * Returns up to `limit` riders that match the typed text. Digits match the beginning of the number (as dialled at home
 * or from abroad) and its end. Letters match the beginnings of words in the name and the e-mail address.
 */
export function findCallers(deps: Deps, typed: string, limit = MAX_SUGGESTIONS): CallerList {
  const text = typed.trim();
  const number = phoneNumberOf(deps, text);
  if (number === null && /[\p{L}@]/u.test(text)) {
    const matches = [...findByAddress(deps.db, text), ...findByWords(deps.db, text, limit)];
    const callers = [...new Map(matches.map((caller) => [caller.id, caller])).values()];
    return { callers: callers.slice(0, limit), number: null };
  }
  const digits = digitsOf(text);
  if (digits.length < MIN_DIGITS) return { callers: [], number: null };
  const startDigits = number ?? startDigitsOf(deps, text);
  const matches = [
    ...deps.db.$client
      .query<CallerRow, [string, string, number]>(
        `SELECT ${CALLER_COLUMNS} FROM riders r WHERE r.phone >= ? AND r.phone < ? ORDER BY r.phone LIMIT ?`,
      )
      // The colon comes after the digits in ASCII, so this ends the range of the prefix.
      .all(startDigits, `${startDigits}:`, limit),
    ...(digits.length < INDEXED_END_DIGITS
      ? []
      : deps.db.$client
          .query<CallerRow, [string, string, number]>(
            `SELECT ${CALLER_COLUMNS} FROM riders r
             WHERE substr(r.phone, -4) = ? AND r.phone LIKE '%' || ? LIMIT ?`,
          )
          .all(digits.slice(-INDEXED_END_DIGITS), digits.replace(/^0+/, ""), limit)),
  ];
  const callers = [...new Map(matches.map((row) => [row.id, toCaller(row)])).values()];
  return { callers: callers.slice(0, limit), number };
}

/** Returns a rider as a caller, with the row. Throws 404 if there is no such rider. */
export function loadCaller(db: Db, id: string): { caller: Caller; row: StoredRider } {
  const row = findRider(db, id);
  if (!row) throw new AppError("request.not_found");
  const { firstName, lastName, phone, email } = row;
  return {
    caller: toCaller({ id, first_name: firstName, last_name: lastName, phone, email }),
    row,
  };
}

/** Returns a typed complete number in the stored form; null for anything else. */
export function phoneNumberOf(deps: Deps, typed: string): string | null {
  return digitsOf(typed).length < MIN_NUMBER_DIGITS ? null : readTypedPhone(deps, typed);
}

/**
 * Finds the rider with a complete e-mail address. The word search cannot, because a domain in another script is stored
 * in a different form from the typed one.
 */
function findByAddress(db: Db, text: string): Caller[] {
  const value = readEmail(text);
  const rider = value === null ? undefined : findRiderByContact(db, { type: "email", value });
  return rider ? [loadCaller(db, rider.id).caller] : [];
}

function findByWords(db: Db, text: string, limit: number): Caller[] {
  const words = (text.normalize("NFC").match(/[\p{L}\p{N}]+/gu) ?? []).slice(0, 6);
  if (words.join("").length < MIN_LETTERS) return [];
  const terms = words.map((word) => `"${word}"*`).join(" ");
  return db.$client
    .query<CallerRow, [string, number]>(
      `SELECT ${CALLER_COLUMNS} FROM rider_search s JOIN riders r ON r.id = s.rider
       WHERE rider_search MATCH ? LIMIT ?`,
    )
    .all(`{names email} : (${terms})`, limit)
    .map(toCaller);
}

/** Returns how the numbers begin that the digits typed so far may mean. */
function startDigitsOf(deps: Deps, typed: string): string {
  const home = homeCountryOf(deps);
  const text = asciiDigits(typed).replace(/^[\s([]+/, "");
  if (!home || text.startsWith("+")) return `+${digitsOf(text)}`;
  const digits = digitsOf(text);
  // Starts with the home country's own code. A national number that starts with the same digits is found by its end
  // instead.
  if (digits.startsWith(home.dialCode) && digits.length > home.dialCode.length) return `+${digits}`;
  return internationalNumber(readPhone(text, home), home).full;
}

function homeCountryOf(deps: Deps) {
  const { country } = readOperator(deps);
  return countries.find(({ iso2 }) => iso2 === country);
}

/** Returns a rider as a caller. */
export function toCaller({ id, first_name, last_name, phone, email }: CallerRow): Caller {
  return { id, name: fullName({ firstName: first_name, lastName: last_name }), phone, email };
}
