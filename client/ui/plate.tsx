import { classNames } from "./class-names";

/** A number plate, to be found among the cars at the kerb. */
export function Plate({ plate, large }: { plate: string; large?: boolean }) {
  return (
    <span
      className={classNames(
        "inline-block whitespace-nowrap rounded-sm border-2 border-line-strong bg-surface-raised px-3 py-1 font-semibold tabular-nums tracking-wide",
        large ? "rounded-md px-4 py-2 text-xl" : "text-lg",
      )}
    >
      <span className="sr-only">Plate </span>
      {plate}
    </span>
  );
}
