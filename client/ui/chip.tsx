import { classNames } from "./class-names";

/** Returns the look of a chip, for links between options. */
export function chipStyle(isPressed: boolean): string {
  return classNames(
    "inline-flex min-h-7 items-center gap-1.5 whitespace-nowrap rounded-full border px-2 text-xs transition touch:min-h-11 touch:px-4 touch:text-sm",
    isPressed
      ? "border-accent-text bg-accent-surface font-medium text-accent-text"
      : "border-line bg-surface-raised text-ink-muted hover:border-line-strong hover:text-ink",
  );
}

/** One option of several in a row, pressed or not, with its count. Null shows no count. */
export function Chip({
  label,
  count,
  isPressed,
  onPress,
}: {
  label: string;
  count: number | string | null;
  isPressed: boolean;
  onPress: () => void;
}) {
  return (
    <button
      aria-pressed={isPressed}
      className={chipStyle(isPressed)}
      onClick={onPress}
      type="button"
    >
      {label}
      {count !== null && <span className="text-xs tabular-nums">{count}</span>}
    </button>
  );
}
