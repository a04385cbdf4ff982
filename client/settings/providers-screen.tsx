import type { Provider } from "../../src/dispatch/providers/provider-contract";
import { PageHeader } from "../ui/page-header";
import { ProviderCard } from "./providers/provider-card";
import { useSetupStep } from "./setup-step-context";

/** The outside services: which are connected, what happens without them, and a real test of each. */
export function ProvidersScreen({
  providers,
  publicUrl,
}: {
  providers: readonly Provider[];
  /** The server's public address. */
  publicUrl: string;
}) {
  const isSetupStep = useSetupStep() !== null;
  return (
    <div className="max-w-3xl">
      <PageHeader
        dense
        detail={
          isSetupStep
            ? "How riders and drivers get codes, confirmations and trip updates. Connect at least e-mail. Changes apply right away."
            : "Outside services that this server uses. Changes apply right away, without a restart. Passwords and keys are stored encrypted and never shown again."
        }
        title={isSetupStep ? "Messages" : "Providers"}
      />
      <ul className="grid gap-4">
        {providers.map((provider) => (
          <li key={provider.id}>
            <ProviderCard
              open={isSetupStep && provider.id === "mail"}
              provider={provider}
              publicUrl={publicUrl}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
