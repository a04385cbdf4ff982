import { Button } from "../../ui/button";
import { NoticeBanner } from "../../ui/notice-banner";
import type { Pages } from "./use-pages";

/** The row below a list, which loads the next page and shows why loading failed. */
export function MoreRows({ nextCursor, more, busy, failure }: Pages) {
  return (
    <>
      <div role="alert">
        {failure !== null && (
          <div className="mt-4">
            <NoticeBanner tone="danger">{failure}</NoticeBanner>
          </div>
        )}
      </div>
      {nextCursor !== null && (
        <div className="mt-4 flex justify-center">
          <Button
            busy={busy}
            busyLabel="Loading..."
            onClick={more}
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
