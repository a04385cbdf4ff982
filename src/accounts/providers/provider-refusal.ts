import type { ProviderFault } from "./provider-contract";

/** A way by a provider that ends here: `fault` is for the person, `reason` for the log. */
export class ProviderRefusal extends Error {
  constructor(
    readonly fault: ProviderFault,
    readonly reason: string,
  ) {
    super(reason);
  }
}
