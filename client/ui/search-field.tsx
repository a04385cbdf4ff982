import { Search, X } from "lucide-react";
import type { ComponentProps } from "react";
import { classNames } from "./class-names";
import { IconButton } from "./icon-button";

export interface SearchFieldProps extends Omit<ComponentProps<"input">, "value" | "onChange"> {
  /** What is searched, as "Search reservations"; the accessible name and the placeholder. */
  label: string;
  value: string;
  onValue: (value: string) => void;
  dense?: boolean;
}

/** A search box with a clear button; Escape clears it too. */
export function SearchField({
  label,
  value,
  onValue,
  dense,
  className,
  ...input
}: SearchFieldProps) {
  return (
    <search className={classNames("relative block h-fit min-w-0", className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3 my-auto text-ink-faint"
        size={dense ? 16 : 18}
      />
      <input
        placeholder={label}
        {...input}
        aria-label={label}
        className={classNames("control !pe-11", dense ? "control-dense !ps-9" : "!ps-10")}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && value !== "") {
            event.preventDefault();
            event.stopPropagation();
            onValue("");
          }
          input.onKeyDown?.(event);
        }}
        type="search"
        value={value}
      />
      {value !== "" && (
        <IconButton
          className="!absolute inset-y-0 end-0 my-auto"
          dense={dense ?? false}
          icon={<X aria-hidden="true" size={16} />}
          label="Clear search"
          onClick={() => onValue("")}
        />
      )}
    </search>
  );
}
