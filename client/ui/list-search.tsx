import { useEffect, useRef, useState } from "react";
import { SearchField } from "./search-field";
import { searchText } from "./search-text";

const DEBOUNCE_MS = 250;

/** A page's own search, which reports the text once typing has paused. */
export function ListSearch({
  label,
  value,
  dense = false,
  onSearch,
}: {
  label: string;
  dense?: boolean;
  value: string;
  onSearch: (q: string | undefined) => void;
}) {
  const [text, setText] = useState(value);
  const search = useRef(onSearch);
  search.current = onSearch;
  const latest = useRef({ value, reported: value });
  useEffect(() => {
    const before = latest.current;
    if (value !== before.value) {
      latest.current = { value, reported: value };
      // Changed elsewhere, for example by a link. Newer typed text stays.
      if (value !== before.reported && text.trim() === before.value) return setText(value);
    }
    const typed = text.trim();
    if (typed === value) return;
    const timer = setTimeout(() => {
      latest.current.reported = typed;
      search.current(typed || undefined);
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <SearchField
      className="w-full sm:w-72"
      dense={dense}
      label={label}
      onValue={setText}
      value={text}
    />
  );
}

/** Reads `q` from an address and ignores invalid values. */
export function readListSearch(raw: Record<string, unknown>): { q?: string } {
  return { q: searchText(raw.q) };
}

/** Reads `tab`, a part of the page, from an address. The page checks whether it exists. */
export function readTab({ tab }: Record<string, unknown>): { tab?: string | undefined } {
  return { tab: typeof tab === "string" ? tab : undefined };
}

/**
 * Reads the filters of a list from an address. A value that isn't text becomes empty, because a missing key would keep
 * the raw value.
 */
export function readFilters<Name extends string>(
  raw: Record<string, unknown>,
  ...names: readonly Name[]
): { [name in Name]?: string | undefined } {
  const filters: { [name in Name]?: string | undefined } = {};
  for (const name of names) {
    const value = raw[name];
    filters[name] = typeof value === "string" && value !== "" ? value.slice(0, 64) : undefined;
  }
  return filters;
}
