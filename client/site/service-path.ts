import type { BookableService } from "../../src/content/content-values-contract";

const builtInServices: ReadonlySet<string> = new Set<BookableService>([
  "home-care",
  "language-translation",
  "depanage",
]);

/** Returns whether a service is built in, and so has its own page and form. */
export function isBuiltInService(slug: string): slug is BookableService {
  return builtInServices.has(slug);
}

/** Returns the path of a service's page. Built-in services have their own paths. */
export function servicePath(slug: string): string {
  return isBuiltInService(slug) ? `/${slug}` : `/services/${slug}`;
}
