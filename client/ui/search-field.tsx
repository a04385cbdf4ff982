import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { Glyph } from "./glyph";
import { IconButton } from "./icon-button";
import { useWords } from "../words/use-words";

interface SearchFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  /** The records that are searched, such as "Search reservations". It is the accessible name and the placeholder. */
  label: string;
  value: string;
  onValue: (value: string) => void;
  dense?: boolean;
}

/** A search box with a clear button. Escape clears it too. */
export function SearchField({
  label,
  value,
  onValue,
  dense,
  className,
  ...input
}: SearchFieldProps) {
  const t = useWords();
  return (
    <search className={classNames("relative block h-fit min-w-0", className)}>
      <Glyph
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-faint"
        d="m21 21-4.3-4.3M3 11a8 8 0 1 0 16 0 8 8 0 1 0-16 0"
        size={dense ? 16 : 18}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: in Safari's own, Escape leaves a dialog around it open */}
      <input
        placeholder={label}
        {...input}
        aria-label={label}
        className={classNames(
          "control text-ellipsis !pe-11",
          // Without the clear button or a shortcut key, the text uses their space.
          value === "" && "pointer-coarse:!pe-3",
          dense ? "control-dense !ps-9" : "!ps-10",
        )}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && value !== "") {
            event.preventDefault();
            event.stopPropagation();
            onValue("");
          }
          input.onKeyDown?.(event);
        }}
        role="searchbox"
        inputMode="search"
        type="text"
        value={value}
      />
      {value !== "" && (
        <IconButton
          className="!absolute inset-y-0 end-0 my-auto"
          dense={dense ?? false}
          icon={<Glyph d="M18 6 6 18M6 6l12 12" size={16} />}
          label={t("Clear search")}
          onClick={() => onValue("")}
        />
      )}
    </search>
  );
}
