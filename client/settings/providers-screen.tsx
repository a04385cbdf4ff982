import type { Provider } from "../../src/dispatch/providers/provider-contract";
import { PageHeader } from "../ui/page-header";
import { ProviderCard } from "./providers/provider-card";
import { useStepFrame } from "./step-frame";

/** The services of others: which the server is connected with, what holds without them, and a real test of each. */
export function ProvidersScreen({
  providers,
  publicUrl,
}: {
  providers: readonly Provider[];
  /** The server's own address. */
  publicUrl: string;
}) {
  const isStep = useStepFrame() !== null;
  return (
    <div className="max-w-3xl">
      <PageHeader
        dense
        detail={
          isStep
            ? "How codes, confirmations and news of trips reach people. Connect e-mail at least: it works at once."
            : "Services of others that this server uses. A change applies at once, without a restart. Passwords and keys are stored encrypted and never shown again."
        }
        title={isStep ? "Messages" : "Providers"}
      />
      <ul className="grid gap-4">
        {providers.map((provider) => (
          <li key={provider.id}>
            <ProviderCard
              open={isStep && provider.id === "mail"}
              provider={provider}
              publicUrl={publicUrl}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
