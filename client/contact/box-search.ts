/** Search parameters of the contact messages. */
import type { ContactBox } from "../../src/contact/contact-desk-contract";
import { searchText } from "../ui/search-text";

const contactBoxes = ["mine", "closed", "spam"] as const satisfies readonly ContactBox[];

export interface BoxSearch {
  q?: string | undefined;
  /** Open messages by default. */
  box?: (typeof contactBoxes)[number] | undefined;
  /** The message shown beside the list. */
  open?: string | undefined;
}

/** Reads an address and ignores invalid values. */
export function readBoxSearch(raw: Record<string, unknown>): BoxSearch {
  return {
    q: searchText(raw.q),
    box: contactBoxes.find((each) => each === raw.box),
    open: searchText(raw.open, 64),
  };
}

/** Returns the search parameters as the query of the call. */
export function boxQuery({ q, box }: BoxSearch, cursor?: string) {
  return { ...(box && { box }), ...(q && { q }), ...(cursor && { cursor }) };
}
