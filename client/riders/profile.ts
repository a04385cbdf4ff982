import { fullName as nameOf, hasCompleteName } from "../../src/accounts/name-rules";
import { ApiError } from "../api-error";
import type { Say } from "../words/words";
import type { Rider } from "../../src/accounts/contract";

/** Returns whether a rider has given their names; false without a rider. */
export function isProfileComplete(rider: Rider | null): boolean {
  return rider !== null && hasCompleteName(rider);
}

/** Returns the first and last name as one text; empty if there is neither. */
export function fullName(rider: Rider | null): string {
  return rider ? nameOf(rider) : "";
}

/** Returns the message for a profile that was not saved: the server's own if it sent one. */
export function profileFailureText(failure: unknown, t: Say): string {
  if (!(failure instanceof ApiError)) {
    return (failure instanceof Error && failure.message) || t("Failed to update profile");
  }
  if (failure.code === "network") return t("Failed to update profile");
  if (failure.code === "unknown") return t("Something went wrong!");
  return Object.values(failure.fields)[0] ?? failure.message;
}
