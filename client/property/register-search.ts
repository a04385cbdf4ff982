/** The search parameters of the lists of lost and found property. */
import type { PropertyCategory } from "../../src/property/contract";
import { searchText } from "../ui/search-text";

export interface RegisterSearch {
  q?: string | undefined;
  state?: string | undefined;
  category?: PropertyCategory | undefined;
  /** The id of the record shown beside the list. */
  open?: string | undefined;
}

/** The categories are listed here so that pages of this area needn't load the labels. */
const categories: Record<PropertyCategory, true> = {
  phone: true,
  bag: true,
  wallet: true,
  keys: true,
  documents: true,
  electronics: true,
  clothing: true,
  glasses: true,
  jewellery: true,
  umbrella: true,
  medical: true,
  toy: true,
  food: true,
  other: true,
};

export const registerCategories = Object.keys(categories) as PropertyCategory[];

/** Reads the parameters and leaves out invalid ones. */
export function readRegisterSearch(
  raw: Record<string, unknown>,
  states: readonly string[],
): RegisterSearch {
  const state = searchText(raw.state);
  const category = registerCategories.find((one) => one === raw.category);
  return {
    q: searchText(raw.q),
    state: state && states.includes(state) ? state : undefined,
    category,
    open: searchText(raw.open, 64),
  };
}

export const reportStates = ["open", "unsearched", "matched", "returned", "closed"] as const;
export const itemStates = ["kept", "due", "matched", "returned", "disposed"] as const;
