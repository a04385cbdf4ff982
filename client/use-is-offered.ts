import { useRouteContext } from "@tanstack/react-router";
import { isOffered } from "../src/settings/services-rules";

/** Returns a function that says whether the operator offers a kind of trip, or the service that a page is about. */
export function useIsOffered(): (subject: string) => boolean {
  const { services } = useRouteContext({ from: "__root__" }).settings;
  return (what) => isOffered(services, what);
}
