/** The search parameters that report the outcome of a Google or Apple sign-in. */
import type { Provider, ProviderFault } from "../../../src/accounts/providers/provider-contract";

/** The faults are listed separately from their texts, which no other page needs. */
const faults: Record<ProviderFault, true> = {
  cancelled: true,
  expired: true,
  other_browser: true,
  refused: true,
  unverified: true,
  unreachable: true,
  other_account: true,
  taken: true,
  signed_out: true,
  busy: true,
  failed: true,
};

/** Reads a fault from an address; undefined for anything else. */
export function readFault(value: unknown): ProviderFault | undefined {
  return typeof value === "string" && Object.hasOwn(faults, value)
    ? (value as ProviderFault)
    : undefined;
}

/** Reads a provider from an address; undefined for anything else. */
export function readProvider(value: unknown): Provider | undefined {
  return value === "google" || value === "apple" ? value : undefined;
}
