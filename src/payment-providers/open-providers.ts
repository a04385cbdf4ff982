/** Opens the connected payment providers with the operator's keys. */
import type { Deps } from "../deps";
import { connectedConfig } from "../settings/connections/connection-queries";
import { readOperator } from "../settings/queries";
import { flutterwaveProvider } from "./flutterwave";
import { momoProvider } from "./mtn-momo";
import type { PaymentProvider } from "./provider";
import type { PaymentProviderId } from "./provider-contract";
import { stripeProvider } from "./stripe";

/** Returns the provider, or null if it isn't connected. */
export function openProvider(deps: Deps, id: PaymentProviderId): PaymentProvider | null {
  const { stripe, flutterwave, momo } = connectedConfig(deps);
  const readOperatorContact = () => {
    const { brand, email } = readOperator(deps);
    return { brand, operatorEmail: email };
  };
  switch (id) {
    case "stripe":
      return stripe && stripeProvider(stripe);
    case "flutterwave":
      return (
        flutterwave &&
        flutterwaveProvider(flutterwave, {
          now: deps.now,
          ...readOperatorContact(),
        })
      );
    case "mtn_momo":
      return (
        momo &&
        momoProvider(momo, {
          now: deps.now,
          signs: (payment, signature) => deps.keys.verify("payment", payment, signature),
        })
      );
  }
}
