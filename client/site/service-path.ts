import type { BookableService } from "../../src/content/values-contract";

const own: ReadonlySet<string> = new Set<BookableService>([
  "home-care",
  "language-translation",
  "depanage",
]);

/** Whether it is one of the services that come with Livery. */
export function isBookable(slug: string): slug is BookableService {
  return own.has(slug);
}

/** The page of a service: those that come with Livery have addresses of their own. */
export function servicePath(slug: string): string {
  return isBookable(slug) ? `/${slug}` : `/services/${slug}`;
}
