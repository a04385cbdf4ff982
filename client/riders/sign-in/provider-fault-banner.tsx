import type { Provider, ProviderFault } from "../../../src/accounts/providers/provider-contract";
import { useWords } from "../../words/use-words";
import { NoticeBanner } from "../../ui/notice-banner";
import { faultWords } from "./provider-words";

/** Shows why a sign-in with a provider failed. */
export function ProviderFaultBanner({
  fault,
  provider,
}: {
  fault: ProviderFault;
  provider: Provider;
}) {
  const t = useWords();
  return (
    <div role="alert">
      <NoticeBanner tone={fault === "cancelled" ? "info" : "danger"}>
        {faultWords(fault, provider, t)}
      </NoticeBanner>
    </div>
  );
}
