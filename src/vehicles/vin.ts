/**
 * Reads a vehicle identification number (ISO 3779 and 3780).
 *
 * The first three characters name the manufacturer. The tenth is the model year only where the law or the makers'
 * practice requires it: in North America and China, whose numbers have a valid check digit, and in Korea and India.
 * Elsewhere it may mean anything, even if the ninth character fits as a check digit, which happens by chance in one
 * number of eleven. No year is better than a wrong one. The number never contains the model.
 */
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
const YEAR_CODES = "ABCDEFGHJKLMNPRSTVWXY123456789";
const FIRST_CODED_YEAR = 1980;
const CYCLE_YEARS = YEAR_CODES.length;
/** World manufacturer identifiers that begin like this have the model year in tenth place in every market. */
const YEAR_IN_TENTH_PLACE_PREFIX = /^(?:K[L-R]|M[A-E])/;

/** Numbers that begin like this are North American; 7A to 7E are New Zealand's. */
const NORTH_AMERICAN_PREFIX = /^(?:[1-5]|7[F-Z0-9])/;
/** The law requires a check digit in ninth place and the model year in tenth place. */
const CHECK_DIGIT_RULE_PREFIX = new RegExp(`${NORTH_AMERICAN_PREFIX.source}|^L`);

/** Returns the VIN in capitals without surrounding spaces; null if the text is not a VIN. */
export function readVin(text: string): string | null {
  if (text.length > 100) return null;
  const vin = text.trim().toUpperCase();
  return VIN.test(vin) ? vin : null;
}

/** Returns whether the ninth character is the check digit of the others (49 CFR 565.15). */
export function hasValidCheckDigit(vin: string): boolean {
  let sum = 0;
  for (let i = 0; i < 17; i++) sum += (CHECK_DIGIT_WEIGHTS[i] ?? 0) * characterValue(vin.charAt(i));
  const remainder = sum % 11;
  return vin.charAt(8) === (remainder === 10 ? "X" : String(remainder));
}

/**
 * Returns the model year; null if the number does not contain it. `now` (ms) decides between the two years, thirty
 * apart, that a code can mean.
 */
export function modelYear(vin: string, now: number): number | null {
  const code = YEAR_CODES.indexOf(vin.charAt(9));
  const isCheckDigitValid = CHECK_DIGIT_RULE_PREFIX.test(vin) && hasValidCheckDigit(vin);
  if (code < 0 || !(isCheckDigitValid || YEAR_IN_TENTH_PLACE_PREFIX.test(vin))) return null;
  const latestYear = new Date(now).getUTCFullYear() + 1;
  const firstYear = FIRST_CODED_YEAR + code;
  const secondYear = firstYear + CYCLE_YEARS;
  // North American cars since 2010 have a letter in seventh place (49 CFR 565.15 (b)).
  if (NORTH_AMERICAN_PREFIX.test(vin) && /\d/.test(vin.charAt(6))) return firstYear;
  return secondYear <= latestYear ? secondYear : firstYear;
}

const CHECK_DIGIT_WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];

function characterValue(character: string): number {
  const letter = "ABCDEFGH.JKLMN.P.R..STUVWXYZ".indexOf(character);
  if (letter < 0) return Number(character);
  // A to H are 1 to 8, J to R are 1 to 9 with gaps, S to Z are 2 to 9.
  return letter < 8 ? letter + 1 : letter < 20 ? letter - 8 : letter - 18;
}
