import { Link, useRouter } from "@tanstack/react-router";
import type { Settings } from "../../src/settings/contract";
import { classNames } from "./class-names";

/** The brand mark: a line from one point to another, on the operator's colour. */
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

/** A logo narrower than this ratio of width to height contains no name, so the name is shown beside it. */
const MARK_ASPECT = 1.6;

/** The operator's logo, or mark and name. */
export function Brand({ name, large }: { name: string; large?: boolean }) {
  // Outside of pages, for example offline, there is no router.
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | undefined;
  const logo = router?.options.context?.settings?.logo;
  const wide = logo && logo.light.width / logo.light.height >= MARK_ASPECT;
  if (wide) return <BrandLogo alt={name} large={large} logo={logo} />;
  return (
    <span className={classNames("inline-flex min-w-0 items-center", large ? "gap-4" : "gap-2.5")}>
      {logo ? <BrandLogo alt="" large={large} logo={logo} /> : <BrandMark size={large ? 56 : 28} />}
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

/** The brand in the frame of a page, as a link to the home page. */
export function BrandLink({ brand, className }: { brand: string; className: string }) {
  return (
    <Link
      className={`flex items-center rounded-sm ${className}`}
      activeOptions={{ exact: true }}
      to="/"
    >
      <Brand name={brand} />
    </Link>
  );
}

/** The operator's own logo, with its space reserved before it loads. */
function BrandLogo({
  logo: { light, dark },
  alt,
  large,
}: {
  logo: NonNullable<Settings["logo"]>;
  /** The alternative text; "" if the name is beside the logo. */
  alt: string;
  large?: boolean | undefined;
}) {
  return (
    <picture className="contents">
      {dark && (
        <source
          height={dark.height}
          media="(prefers-color-scheme: dark)"
          srcSet={dark.url}
          width={dark.width}
        />
      )}
      <img
        alt={alt}
        className={classNames("w-auto object-contain", large ? "h-16 max-w-72" : "h-8 max-w-44")}
        height={light.height}
        src={light.url}
        width={light.width}
      />
    </picture>
  );
}
