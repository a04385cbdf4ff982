import { classNames } from "./class-names";

/** The mark: a way from one point to another, on the operator's colour. */
export function BrandMark({ size = 32, className }: { size?: number; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={classNames("shrink-0", className)}
      height={size}
      viewBox="0 0 32 32"
      width={size}
    >
      <rect className="fill-accent" height="32" rx="9" width="32" />
      <path
        className="stroke-accent-ink"
        d="M9.5 22.5c0-8 13-5 13-13"
        fill="none"
        strokeLinecap="round"
        strokeWidth="3"
      />
      <circle className="fill-accent-ink" cx="22.5" cy="9.5" r="3.5" />
      <circle
        className="fill-accent stroke-accent-ink"
        cx="9.5"
        cy="22.5"
        r="2.75"
        strokeWidth="2.5"
      />
    </svg>
  );
}

/** Mark and name. */
export function Brand({ name, large }: { name: string; large?: boolean }) {
  return (
    <span className={classNames("inline-flex min-w-0 items-center", large ? "gap-4" : "gap-2.5")}>
      <BrandMark size={large ? 56 : 28} />
      <span
        className={classNames(
          "truncate font-semibold tracking-tight",
          large ? "text-2xl" : "text-lg",
        )}
      >
        {name}
      </span>
    </span>
  );
}
