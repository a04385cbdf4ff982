import { NoticeBanner } from "../../ui/notice-banner";
import { Spinner } from "../../ui/spinner";
import { useWords } from "../../words/use-words";

/** Says that the page may be outdated. Keep it mounted, so that screen readers announce it. */
export function Reconnecting({ isConnectionLost }: { isConnectionLost: boolean }) {
  const t = useWords();
  return (
    <div className="not-empty:mb-4" role="status">
      {isConnectionLost && (
        <NoticeBanner action={<Spinner />} tone="warning">
          {t("Live connection lost. We’re reconnecting. Updates still arrive every few seconds.")}
        </NoticeBanner>
      )}
    </div>
  );
}
