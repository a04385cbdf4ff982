/** What the senders of taps and of letters share. */
import type { ApiError } from "../api-error";

/** How long the first failed try rests, and how long any rests at most; each twice as long as the one before. */
export const FIRST_RETRY_MS = 2_000;
export const LONGEST_RETRY_MS = 30_000;

/** Whether the server has understood and will not take it; anything else is worth another try. */
export function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 423, 425, 429].includes(status);
}

/** One tab at a time; where the browser has no locks the server takes what comes twice once. */
export async function alone(name: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(name, work);
}
