/** Rules shared by the senders of taps and of uploads. */
import type { ApiError } from "../api-error";

/** The wait after the first failed try, and the longest wait, ms. Each wait is twice the one before. */
export const FIRST_RETRY_MS = 2_000;
export const LONGEST_RETRY_MS = 30_000;

/** Whether the server has refused permanently. Any other failure is worth another try. */
export function isRefusal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && ![401, 408, 423, 425, 429].includes(status);
}

/** Runs `work` in one tab at a time. Without browser locks, idempotency keys prevent duplicates. */
export async function runAlone(name: string, work: () => Promise<void>): Promise<void> {
  if (!navigator.locks) return work();
  await navigator.locks.request(name, work);
}
