import { useRouteContext } from "@tanstack/react-router";
import { isOffered } from "../src/settings/services-rules";

/** Whether the operator offers a kind of trip, or what a page is about. */
export function useIsOffered(): (subject: string) => boolean {
  const { services } = useRouteContext({ from: "__root__" }).settings;
  return (what) => isOffered(services, what);
}
