import type { Rider } from "../../src/accounts/contract";

/** Whether a rider has given first and last name; nobody has not. */
export function profileComplete(rider: Rider | null): boolean {
  return Boolean(rider?.firstName?.trim() && rider.lastName?.trim());
}

/** First and last name as one text, empty when there is neither. */
export function fullName(rider: Rider | null): string {
  return [rider?.firstName, rider?.lastName].filter(Boolean).join(" ");
}
