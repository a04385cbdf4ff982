import type { Provider, ProviderFault } from "../../../src/accounts/providers/provider-contract";
import { useWords } from "../../words/use-words";
import { NoticeBanner } from "../../ui/notice-banner";
import { faultWords } from "./provider-words";

/** Says what became of a way by a provider that led to nothing. */
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
