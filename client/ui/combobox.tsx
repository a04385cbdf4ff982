import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { classNames } from "./class-names";
import { Field, type FieldProps } from "./field";
import { Spinner } from "./spinner";
import { useWords } from "../words/use-words";

/** The delay between typing and searching, in ms. */
const searchDebounceMs = 250;

interface ComboboxProps<Option> extends FieldProps {
  /** The text of the box. */
  text: string;
  onText: (text: string) => void;
  /**
   * Finds options for the typed text. Called once typing has paused for `debounceMs`. An answer that arrives after a
   * later search is dropped, and its signal aborted. `show` displays early results while the rest is loading; the final
   * answer should begin with the same ones.
   */
  search: (
    query: string,
    signal: AbortSignal,
    show: (options: readonly Option[]) => void,
  ) => Promise<readonly Option[]>;
  onSelect: (option: Option) => void;
  optionKey: (option: Option) => string;
  /** Returns the option's text, which is also put into the box when the option is chosen. */
  optionText: (option: Option) => string;
  optionDetail?: (option: Option) => ReactNode;
  optionIcon?: (option: Option) => ReactNode;
  /** Options shown when the box is opened empty, such as recent places. */
  suggestions?: readonly Option[];
  /** The fewest characters that start a search. */
  minLength?: number;
  placeholder?: string;
  prefix?: ReactNode;
  name?: string;
  id?: string;
  noneText?: string;
  /** The delay between typing and searching, in ms; 0 for a list in memory. */
  debounceMs?: number;
  /** How long the list stays open after the box loses the focus, in ms. */
  closeDelayMs?: number;
  "aria-required"?: boolean | undefined;
}

type SearchState<Option> =
  | { kind: "idle" }
  | { kind: "loading" }
  | { kind: "options"; options: readonly Option[] }
  | { kind: "failed" };

/**
 * Loads the results for a query once typing has paused. `onFirst` receives the index to highlight when the first
 * results arrive, -1 for none. Also returns a function that clears the results.
 */
function useSearch<Option>({
  query,
  search,
  minLength,
  debounceMs,
  onFirst,
}: Pick<ComboboxProps<Option>, "search"> & {
  query: string | null;
  minLength: number;
  debounceMs: number;
  onFirst: (active: number) => void;
}): [found: SearchState<Option>, forget: () => void] {
  const [searchState, setSearchState] = useState<SearchState<Option>>({ kind: "idle" });
  const latest = useRef({ search, onFirst });
  latest.current = { search, onFirst };
  useEffect(() => {
    if (query === null || query.trim().length < minLength) {
      setSearchState({ kind: "idle" });
      return;
    }
    const controller = new AbortController();
    setSearchState({ kind: "loading" });
    const timer = setTimeout(async () => {
      let hasShownOptions = false;
      const show = (options: readonly Option[]) => {
        if (controller.signal.aborted) return;
        setSearchState({ kind: "options", options });
        // Later results are appended, so a highlighted option stays in place.
        if (!hasShownOptions) latest.current.onFirst(options.length > 0 ? 0 : -1);
        hasShownOptions = options.length > 0;
      };
      try {
        show(await latest.current.search(query.trim(), controller.signal, show));
      } catch {
        if (!controller.signal.aborted) setSearchState({ kind: "failed" });
      }
    }, debounceMs);
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [query, minLength, debounceMs]);
  return [searchState, () => setSearchState({ kind: "idle" })];
}

/**
 * A text box with suggestions, which follows the ARIA combobox pattern with a listbox: arrows move through the options,
 * Enter chooses one, Escape closes the list. The focus never leaves the box.
 */
export function Combobox<Option>({
  label,
  hint,
  error,
  optional,
  dense,
  labelHidden,
  className,
  text,
  onText,
  search,
  onSelect,
  optionKey,
  optionText,
  optionDetail,
  optionIcon,
  suggestions = [],
  minLength = 2,
  placeholder,
  prefix,
  name,
  id,
  noneText: noneTextProp,
  debounceMs = searchDebounceMs,
  closeDelayMs = 0,
  "aria-required": required,
}: ComboboxProps<Option>) {
  const t = useWords();
  const noneText = noneTextProp ?? t("Nothing found. Check the spelling, or try a place nearby.");
  const listId = useId();
  const [open, setOpen] = useState(false);
  const [activeIndex, setActiveIndex] = useState(-1);
  // The typed text to search for; null after an option was chosen, because its text isn't searched for.
  const [query, setQuery] = useState<string | null>(null);
  const [searchState, clearResults] = useSearch({
    query,
    search,
    minLength,
    debounceMs,
    onFirst: setActiveIndex,
  });
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.children[activeIndex]?.scrollIntoView({ block: "nearest" });
  }, [activeIndex]);

  const visibleOptions =
    searchState.kind === "options"
      ? searchState.options
      : searchState.kind === "idle" && text === ""
        ? suggestions
        : [];
  const statusText =
    searchState.kind === "failed"
      ? t("The search did not answer. Try again in a moment.")
      : searchState.kind === "options" && searchState.options.length === 0
        ? noneText
        : null;
  const isShown =
    open && (visibleOptions.length > 0 || statusText !== null || searchState.kind === "loading");

  const closeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(closeTimer.current), []);
  const close = () => {
    setOpen(false);
    setActiveIndex(-1);
  };
  const closeAfterDelay = () => {
    if (closeDelayMs === 0) close();
    else closeTimer.current = setTimeout(close, closeDelayMs);
  };
  const selectOption = (option: Option) => {
    onText(optionText(option));
    setQuery(null);
    clearResults();
    close();
    onSelect(option);
  };
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step !== 0) {
      event.preventDefault();
      setOpen(true);
      if (visibleOptions.length > 0)
        setActiveIndex((activeIndex + step + visibleOptions.length) % visibleOptions.length);
      return;
    }
    if (event.key === "Escape" && isShown) {
      event.preventDefault();
      event.stopPropagation();
      return close();
    }
    const option = visibleOptions[activeIndex];
    if (event.key === "Enter" && isShown && option !== undefined) {
      event.preventDefault();
      selectOption(option);
    }
  };

  return (
    <Field {...{ label, hint, error, optional, dense, labelHidden, className, id }}>
      {(control) => (
        <div className="relative">
          {prefix && (
            <span className="pointer-events-none absolute inset-y-0 start-0 z-1 flex w-11 items-center justify-center text-ink-faint">
              {prefix}
            </span>
          )}
          <input
            {...control}
            aria-activedescendant={
              isShown && activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined
            }
            aria-autocomplete="list"
            aria-controls={isShown ? listId : undefined}
            aria-expanded={isShown}
            aria-required={required}
            autoComplete="off"
            className={classNames(
              "control !pe-11",
              dense && "control-dense",
              prefix !== undefined && "!ps-11",
            )}
            name={name}
            onBlur={closeAfterDelay}
            onChange={(event) => {
              onText(event.target.value);
              setQuery(event.target.value);
              setOpen(true);
            }}
            onFocus={(event) => {
              clearTimeout(closeTimer.current);
              event.target.select();
              if (text === "") setOpen(true);
            }}
            onKeyDown={onKey}
            placeholder={placeholder}
            role="combobox"
            type="text"
            value={text}
          />
          {searchState.kind === "loading" && open && (
            <span className="absolute inset-y-0 end-3 flex items-center text-ink-faint">
              <Spinner />
            </span>
          )}
          <div
            className="absolute inset-x-0 top-full z-20 mt-1 overflow-hidden rounded-lg border border-line bg-surface-raised shadow-lg"
            hidden={!isShown || (visibleOptions.length === 0 && statusText === null)}
          >
            <div
              aria-label={label}
              className="max-h-80 overflow-y-auto p-1"
              hidden={visibleOptions.length === 0}
              id={listId}
              ref={list}
              role="listbox"
            >
              {(isShown ? visibleOptions : []).map((option, at) => (
                <OptionRow
                  active={at === activeIndex}
                  detail={optionDetail?.(option)}
                  icon={optionIcon?.(option)}
                  id={`${listId}-${at}`}
                  key={optionKey(option)}
                  onActive={() => setActiveIndex(at)}
                  onPickOption={() => selectOption(option)}
                  text={optionText(option)}
                />
              ))}
            </div>
            {statusText && <p className="px-4 py-3 text-ink-muted text-sm">{statusText}</p>}
          </div>
          <span className="sr-only" role="status">
            {isShown && searchState.kind === "options" && statusText === null
              ? t("Results: {n}", { n: visibleOptions.length })
              : (isShown && statusText) || ""}
          </span>
        </div>
      )}
    </Field>
  );
}

/** One of the options. */
function OptionRow({
  id,
  active,
  text,
  detail,
  icon,
  onActive,
  onPickOption,
}: {
  id: string;
  active: boolean;
  text: string;
  detail: ReactNode;
  icon: ReactNode;
  onActive: () => void;
  onPickOption: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the keyboard
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the box
    <div
      aria-selected={active}
      className={classNames(
        "flex min-h-12 cursor-pointer items-center gap-3 rounded-md px-3 py-2",
        active && "bg-surface-sunken",
      )}
      id={id}
      onClick={onPickOption}
      // A press must not take the focus, because the blur would close the list before the click.
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onActive}
      role="option"
    >
      {icon !== undefined && <span className="shrink-0 text-ink-faint">{icon}</span>}
      <span className="min-w-0">
        <span className="block truncate">{text}</span>
        {detail !== undefined && (
          <span className="block truncate text-ink-muted text-sm">{detail}</span>
        )}
      </span>
    </div>
  );
}
