/** The lists that fields suggest from. */
import { countries } from "../../src/accounts/phones/phone-countries";
import type { SuggestionList } from "./fields";

const states =
  "Alabama,Alaska,Arizona,Arkansas,California,Colorado,Connecticut,Delaware,Florida,Georgia,Hawaii," +
  "Idaho,Illinois,Indiana,Iowa,Kansas,Kentucky,Louisiana,Maine,Maryland,Massachusetts,Michigan," +
  "Minnesota,Mississippi,Missouri,Montana,Nebraska,Nevada,New Hampshire,New Jersey,New Mexico," +
  "New York,North Carolina,North Dakota,Ohio,Oklahoma,Oregon,Pennsylvania,Rhode Island," +
  "South Carolina,South Dakota,Tennessee,Texas,Utah,Vermont,Virginia,Washington,West Virginia," +
  "Wisconsin,Wyoming";

/** By list; the languages are those of the specification, section 3. */
export const suggestionLists: Readonly<Record<SuggestionList, readonly string[]>> = {
  countries: countries.map(({ name }) => name),
  states: states.split(","),
  languages:
    "English,Spanish,French,German,Mandarin,Hindi,Arabic,Portuguese,Russian,Japanese,Italian,Korean,Dutch,Swedish".split(
      ",",
    ),
};

/** What a list has for what was typed: after more than one character, wherever it stands in the word. */
export function suggest(list: SuggestionList, typed: string): string[] {
  const wanted = typed.trim().toLowerCase();
  if (wanted.length < 2) return [];
  return suggestionLists[list].filter((entry) => entry.toLowerCase().includes(wanted));
}
