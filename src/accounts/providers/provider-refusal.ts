import type { ProviderFault } from "./provider-contract";

/** The error that ends a sign-in by a provider: `fault` is for the person, `reason` for the log. */
export class ProviderRefusal extends Error {
  constructor(
    readonly fault: ProviderFault,
    readonly reason: string,
  ) {
    super(reason);
  }
}
