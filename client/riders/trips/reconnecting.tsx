import { NoticeBanner } from "../../ui/notice-banner";
import { Spinner } from "../../ui/spinner";

/** Says that what is shown may lag behind; keep it mounted, so that it is read out. */
export function Reconnecting({ lost }: { lost: boolean }) {
  return (
    <div className="not-empty:mb-4" role="status">
      {lost && (
        <NoticeBanner action={<Spinner />} tone="warning">
          The live connection is lost. Reconnecting; meanwhile we look for news every few seconds.
        </NoticeBanner>
      )}
    </div>
  );
}
