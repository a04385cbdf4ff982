import { classNames } from "../ui/class-names";

/** The drawings of `client/public/illustrations.svg`, by the names of their symbols. */
export type IllustrationName =
  | "airport"
  | "ride"
  | "hourly"
  | "home-care"
  | "language-translation"
  | "depanage"
  | "company"
  | "events"
  | "fleet"
  | "service"
  | "office"
  | "team"
  | "history"
  | "blog"
  | "faq";

const serviceDrawings: ReadonlySet<string> = new Set<IllustrationName>([
  "airport",
  "ride",
  "hourly",
  "home-care",
  "language-translation",
  "depanage",
  "company",
  "events",
]);

/** Returns the drawing of a service by its slug. The operator's own services share one drawing. */
export function serviceDrawing(slug: string): IllustrationName {
  return serviceDrawings.has(slug) ? (slug as IllustrationName) : "service";
}

/**
 * One of Livery's drawings, in the colours of the theme and the operator's accent. Decorative, because the text beside
 * it says the same. One file holds all of them and needs no script.
 */
export function Illustration({ name, className }: { name: IllustrationName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      className={classNames(
        "block h-auto w-full rounded-lg bg-accent-surface text-accent",
        className,
      )}
      fill="none"
      height="200"
      strokeLinecap="round"
      strokeLinejoin="round"
      viewBox="0 0 320 200"
      width="320"
    >
      <use href={`/illustrations.svg#${name}`} />
    </svg>
  );
}
