import { useSyncExternalStore } from "react";
import { NoticeBanner } from "./notice-banner";
import { useWords } from "../words/use-words";

/** Shown while the browser is offline, because the page may be outdated. */
export function OfflineBanner() {
  const t = useWords();
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  );
  return (
    <div role="status">
      {!online && (
        <NoticeBanner isFullWidth tone="danger">
          {t("You are offline. What you see may be out of date.")}
        </NoticeBanner>
      )}
    </div>
  );
}

function subscribe(onChanged: () => void): () => void {
  window.addEventListener("online", onChanged);
  window.addEventListener("offline", onChanged);
  return () => {
    window.removeEventListener("online", onChanged);
    window.removeEventListener("offline", onChanged);
  };
}
