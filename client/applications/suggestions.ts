/** The lists of suggestions. */
import { countries } from "../../src/accounts/phones/phone-countries";
import type { SuggestionList } from "./fields";

const states =
  "Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii," +
  "Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan," +
  "Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico," +
  "New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island," +
  "South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia," +
  "Wisconsin,Wyoming";

/** The entries of each list. The languages are those in section 3 of the specification. */
export const suggestionLists: Readonly<Record<SuggestionList, readonly string[]>> = {
  countries: countries.map(({ name }) => name),
  states: states.split(","),
  languages:
    "English,Spanish,French,German,Mandarin,Hindi,Arabic,Portuguese,Russian,Japanese,Italian,Korean,Dutch,Swedish".split(
      ",",
    ),
};

/** Returns the entries that contain the typed text, once it has two characters. */
export function suggest(list: SuggestionList, typed: string): string[] {
  const normalizedQuery = typed.trim().toLowerCase();
  if (normalizedQuery.length < 2) return [];
  return suggestionLists[list].filter((entry) => entry.toLowerCase().includes(normalizedQuery));
}
