import type { ServiceType } from "../../src/fares/contract";
import { useIsOffered } from "../use-is-offered";
import { serviceWords } from "./trip-words";

const kinds = Object.keys(serviceWords) as ServiceType[];

/** Returns the kinds of trips on offer, and those that are already in use. */
export function useOfferedKinds(usedServices: readonly ServiceType[] = []): ServiceType[] {
  const isOffered = useIsOffered();
  return kinds.filter((kind) => isOffered(kind) || usedServices.includes(kind));
}
