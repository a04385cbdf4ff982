import { Button } from "../../ui/button";
import { NoticeBanner } from "../../ui/notice-banner";

/** Under a list: the way to its next page, and why the last one did not come. */
export function MoreRows({
  shown,
  busy,
  failure,
  onMore,
}: {
  shown: boolean;
  busy: boolean;
  failure: string | null;
  onMore: () => void;
}) {
  return (
    <>
      <div role="alert">
        {failure !== null && (
          <div className="mt-4">
            <NoticeBanner tone="danger">{failure}</NoticeBanner>
          </div>
        )}
      </div>
      {shown && (
        <div className="mt-4 flex justify-center">
          <Button
            busy={busy}
            busyLabel="Loading..."
            onClick={onMore}
            size="small"
            variant="secondary"
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}
