import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { classNames } from "../ui/class-names";
import { Glyph } from "../ui/glyph";
import { IconButton } from "../ui/icon-button";
import { useModal } from "../ui/use-modal";
import { type Country, countryOf } from "../../src/accounts/phones/phone-countries";
import {
  countriesIn,
  searchCountries,
  searchDebounceMs,
  typeAheadIndex,
  typeAheadMs,
  withCountriesFirst,
} from "./country-search";
import { Flag } from "./flag";
import { chevron, pickerStyle } from "./picker-style";
import { useWords } from "../words/use-words";

/** How many rows Page Up and Page Down skip. */
const ROWS_PER_PAGE = 8;

/**
 * The country of a phone number. Closed, it is a button on which typing letters selects another country. Open, it is a
 * searchable list: a sheet on a phone, below the field on a desktop. Choosing a country and Escape close it.
 */
export function CountryPicker({
  country,
  first,
  box,
  onChoose,
}: {
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** The countries shown before all others. */
  first: readonly string[];
  /** The element below which the list opens. */
  box: RefObject<HTMLElement | null>;
  /**
   * Called when a country is chosen. `fromList` is false if it was typed on the closed button, which keeps the focus.
   */
  onChoose: (iso2: string, fromList: boolean) => void;
}) {
  const t = useWords();
  const id = useId();
  const [open, setOpen] = useState(false);
  const all = countriesIn(t);
  const countryData = countryOf(country);
  const chosenCountry = all.find(({ iso2 }) => iso2 === countryData.iso2) ?? countryData;
  const topKey = first.join(" ");
  const orderedCountries = useMemo(() => withCountriesFirst(topKey.split(" "), all), [topKey, all]);
  const typeAheadKeys = useTypeAhead();

  const onKey = (event: KeyboardEvent) => {
    const isOpeningKey = ["ArrowDown", "ArrowUp", "Enter", " "].includes(event.key);
    const letters = typeAheadKeys.press(event);
    if (letters !== null) {
      event.preventDefault();
      const foundCountry = all[typeAheadIndex(all, letters, all.indexOf(chosenCountry))];
      if (foundCountry) onChoose(foundCountry.iso2, false);
    } else if (isOpeningKey) {
      event.preventDefault();
      setOpen(true);
    }
  };

  return (
    <>
      <button
        aria-controls={open ? `${id}-list` : undefined}
        aria-expanded={open}
        aria-haspopup="dialog"
        aria-label={t("Country")}
        className={pickerStyle}
        onClick={() => setOpen(true)}
        onKeyDown={onKey}
        role="combobox"
        title={chosenCountry.name}
        type="button"
      >
        <Flag iso2={chosenCountry.iso2} />
        <span className="sr-only">
          {chosenCountry.name} (+{chosenCountry.dialCode})
        </span>
        <Glyph className="text-ink-muted" d={chevron} size={16} />
      </button>
      <CountryDialog
        box={box}
        chosen={chosenCountry}
        topCount={orderedCountries.topCount}
        id={id}
        list={orderedCountries.list}
        onChoose={(iso2) => {
          setOpen(false);
          onChoose(iso2, true);
        }}
        onClose={() => setOpen(false)}
        open={open}
      />
    </>
  );
}

interface ListProps {
  id: string;
  list: readonly Country[];
  /** How many countries at the top of the list are separated from the rest. */
  topCount: number;
  chosen: Country;
  onChoose: (iso2: string) => void;
}

function CountryDialog({
  open,
  onClose,
  box,
  ...list
}: ListProps & {
  open: boolean;
  onClose: () => void;
  box: RefObject<HTMLElement | null>;
}) {
  const t = useWords();
  const ref = useModal(open, onClose);
  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return;
    // On a phone, focus in the search box would open the keyboard over the list.
    const start = matchMedia("(pointer: coarse)").matches ? "[role=listbox]" : "input";
    dialog.querySelector<HTMLElement>(start)?.focus();
    dialog.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "center" });
    return positionDialog(dialog, box.current);
  }, [open, ref, box]);
  return (
    <dialog
      aria-label={t("Choose a country")}
      className="country-list overflow-hidden bg-surface-raised p-0 shadow-lg"
      ref={ref}
    >
      {open && <CountryList {...list} onClose={onClose} />}
    </dialog>
  );
}

function CountryList({
  id,
  list,
  topCount,
  chosen,
  onChoose,
  onClose,
}: ListProps & { onClose: () => void }) {
  const t = useWords();
  const [query, setQuery] = useState("");
  const [appliedQuery, setAppliedQuery] = useState("");
  const [activeIndex, setActiveIndex] = useState(() => list.indexOf(chosen));
  const options = useRef<HTMLDivElement>(null);
  const typeAheadKeys = useTypeAhead();
  const foundCountries = searchCountries(appliedQuery, list);

  useEffect(() => {
    const timer = setTimeout(
      () => {
        setAppliedQuery(query);
        // An empty search selects the chosen country, any other search the best match.
        setActiveIndex(query.trim() === "" ? list.indexOf(chosen) : 0);
      },
      query === "" ? 0 : searchDebounceMs,
    );
    return () => clearTimeout(timer);
  }, [query, list, chosen]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are other rows
  useEffect(() => {
    options.current
      ?.querySelector(`[data-at="${activeIndex}"]`)
      ?.scrollIntoView({ block: "nearest" });
  }, [activeIndex, appliedQuery]);

  const chooseAt = (candidates: readonly Country[], at: number) => {
    const country = candidates[at];
    if (country) onChoose(country.iso2);
  };
  const move = (event: KeyboardEvent): boolean => {
    const lastIndex = foundCountries.length - 1;
    const indexByKey: Record<string, number> = {
      ArrowDown: activeIndex >= lastIndex ? 0 : activeIndex + 1,
      ArrowUp: activeIndex <= 0 ? lastIndex : activeIndex - 1,
      PageDown: Math.min(lastIndex, activeIndex + ROWS_PER_PAGE),
      PageUp: Math.max(0, activeIndex - ROWS_PER_PAGE),
    };
    const next = indexByKey[event.key];
    if (next === undefined) return false;
    event.preventDefault();
    setActiveIndex(next);
    return true;
  };
  const onSearchKey = (event: KeyboardEvent) => {
    if (move(event) || event.key !== "Enter") return;
    event.preventDefault();
    // Enter doesn't wait for the delayed search, but uses the current text.
    if (query === appliedQuery) chooseAt(foundCountries, activeIndex);
    else chooseAt(searchCountries(query, list), 0);
  };
  const onListKey = (event: KeyboardEvent) => {
    if (move(event)) return;
    const letters = typeAheadKeys.press(event);
    if (letters !== null) {
      event.preventDefault();
      const at = typeAheadIndex(foundCountries, letters, activeIndex);
      if (at >= 0) setActiveIndex(at);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      chooseAt(foundCountries, activeIndex);
    } else if (event.key === "Home" || event.key === "End") {
      event.preventDefault();
      setActiveIndex(event.key === "Home" ? 0 : foundCountries.length - 1);
    }
  };

  const activeElementId = foundCountries[activeIndex]
    ? `${id}-${foundCountries[activeIndex].iso2}`
    : undefined;
  return (
    <div className="flex h-full max-h-[inherit] flex-col">
      <div className="flex items-center gap-1 border-line border-b p-2">
        <div className="relative min-w-0 flex-1">
          <Glyph
            className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-faint"
            d="m21 21-4.3-4.3M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0"
            size={18}
          />
          <input
            aria-activedescendant={activeElementId}
            aria-autocomplete="list"
            aria-controls={`${id}-list`}
            aria-expanded="true"
            aria-label={t("Search countries")}
            autoComplete="off"
            autoCorrect="off"
            className="control !ps-10"
            enterKeyHint="done"
            onChange={(event) => setQuery(event.target.value)}
            onKeyDown={onSearchKey}
            placeholder={t("Country or code")}
            role="combobox"
            spellCheck={false}
            type="text"
            value={query}
          />
        </div>
        <IconButton
          icon={<Glyph d="M18 6 6 18M6 6l12 12" />}
          label={t("Close")}
          onClick={onClose}
        />
      </div>
      <div
        aria-activedescendant={activeElementId}
        aria-label={t("Countries")}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-1 focus-visible:-outline-offset-2"
        hidden={foundCountries.length === 0}
        id={`${id}-list`}
        onKeyDown={onListKey}
        ref={options}
        role="listbox"
        tabIndex={0}
      >
        {foundCountries.map((country, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the keyboard
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box or the list
          <div
            aria-selected={country === chosen}
            className={classNames(
              "country-option relative flex min-h-11 cursor-pointer items-center gap-3 rounded-md px-3 py-2",
              at === activeIndex && "bg-surface-sunken",
              appliedQuery.trim() === "" && at === topCount && at > 0 && "country-rest",
            )}
            data-at={at}
            id={`${id}-${country.iso2}`}
            key={country.iso2}
            onClick={() => onChoose(country.iso2)}
            onMouseDown={(event) => event.preventDefault()}
            onMouseMove={() => at !== activeIndex && setActiveIndex(at)}
            role="option"
          >
            <Flag iso2={country.iso2} lazy />
            <span className="min-w-0 flex-1 truncate">{country.name}</span>
            <span dir="ltr" className="text-ink-muted tabular-nums">
              +{country.dialCode}
            </span>
            <Glyph
              className={country === chosen ? "text-accent-text" : "invisible"}
              d="M20 6 9 17l-5-5"
              size={18}
            />
          </div>
        ))}
      </div>
      {foundCountries.length === 0 && (
        <p className="p-6 text-center text-ink-muted">
          {t(
            "No country by that name or code. Check the spelling, or type + and the whole number.",
          )}
        </p>
      )}
      <p className="sr-only" role="status">
        {appliedQuery.trim() === ""
          ? ""
          : foundCountries.length === 0
            ? t("No countries")
            : t.count(foundCountries.length, "1 country", "{n} countries")}
      </p>
    </div>
  );
}

/**
 * Collects letters typed in sequence, and resets one second after the last. A space counts only between letters: alone
 * it opens and selects.
 */
function useTypeAhead(): { press: (event: KeyboardEvent) => string | null } {
  const typed = useRef({ letters: "", at: Number.NEGATIVE_INFINITY });
  return {
    press: (event) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key.length !== 1 || ctrlKey || metaKey || altKey) return null;
      const now = Date.now();
      const before = now - typed.current.at < typeAheadMs ? typed.current.letters : "";
      if (key === " " && before === "") return null;
      typed.current = { letters: before + key, at: now };
      return typed.current.letters;
    },
  };
}

/**
 * Places an open list below its field, or above it if there is more room. Also gives the style sheet the space above a
 * phone's keyboard. Returns a function that stops it.
 */
function positionDialog(dialog: HTMLDialogElement, box: HTMLElement | null): () => void {
  const place = () => {
    const visibleHeight = window.visualViewport?.height ?? window.innerHeight;
    dialog.style.setProperty("--seen", `${visibleHeight}px`);
    if (!box) return;
    const { top, bottom, left, width } = box.getBoundingClientRect();
    const spaceBelow = window.innerHeight - bottom;
    const hasRoomBelow = spaceBelow >= 320 || spaceBelow >= top;
    const availableHeight = Math.max(200, (hasRoomBelow ? spaceBelow : top) - 16);
    const height = Math.min(416, availableHeight);
    dialog.style.setProperty("--left", `${left}px`);
    dialog.style.setProperty("--width", `${width}px`);
    dialog.style.setProperty("--height", `${height}px`);
    dialog.style.setProperty("--top", `${hasRoomBelow ? bottom + 4 : top - 4 - height}px`);
  };
  place();
  window.visualViewport?.addEventListener("resize", place);
  window.addEventListener("resize", place);
  return () => {
    window.visualViewport?.removeEventListener("resize", place);
    window.removeEventListener("resize", place);
  };
}
