import type { BookableService } from "../../src/content/content-values-contract";

const own: ReadonlySet<string> = new Set<BookableService>([
  "home-care",
  "language-translation",
  "depanage",
]);

/** Whether it is a built-in service. */
export function isBookable(slug: string): slug is BookableService {
  return own.has(slug);
}

/** The page of a service: built-in services have addresses of their own. */
export function servicePath(slug: string): string {
  return isBookable(slug) ? `/${slug}` : `/services/${slug}`;
}
