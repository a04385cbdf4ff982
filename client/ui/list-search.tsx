import { useEffect, useRef, useState } from "react";
import { SearchField } from "./search-field";

const DEBOUNCE_MS = 250;

/** A page's own search: tells what was typed once typing has rested. */
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
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => search.current(text.trim() || undefined), DEBOUNCE_MS);
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

/** Reads `q` of an address; what makes no sense is left out. */
export function readListSearch(raw: Record<string, unknown>): { q?: string } {
  const q = typeof raw.q === "number" ? String(raw.q) : raw.q;
  return { q: typeof q === "string" && q !== "" ? q.slice(0, 200) : undefined };
}

/** Reads `tab` of an address, the part of a page; the page knows which it has. */
export function readTab({ tab }: Record<string, unknown>): { tab?: string } {
  return typeof tab === "string" ? { tab } : {};
}

/** Reads the words of an address by which a list is narrowed; what is no text is left out. */
export function readFilters<Name extends string>(
  raw: Record<string, unknown>,
  ...names: readonly Name[]
): { [name in Name]?: string } {
  const found: { [name in Name]?: string } = {};
  for (const name of names) {
    const value = raw[name];
    if (typeof value === "string" && value !== "") found[name] = value.slice(0, 100);
  }
  return found;
}
