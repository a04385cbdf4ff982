import { useCallback, useEffect, useState } from "react";
import { ErrorState } from "../ui/error-state";
import { Skeleton } from "../ui/skeleton";
import type { ConversationProps } from "./conversation";
import { useWords } from "../words/use-words";

type Part = typeof import("./conversation").default;

/** The conversation, loaded when it is shown; a load that fails can be tried again. */
export function LateConversation(props: ConversationProps) {
  const t = useWords();
  const [loaded, setLoaded] = useState<{ Part: Part } | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      const { default: Part } = await import("./conversation");
      setLoaded({ Part });
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => void load(), [load]);
  if (loaded) return <loaded.Part key={props.tripId} {...props} />;
  if (failed)
    return (
      <ErrorState
        message={t("The messages could not be loaded. Please check your connection.")}
        onRetry={load}
      />
    );
  return (
    <div aria-busy="true" role="status">
      <span className="sr-only">{t("Loading messages")}</span>
      <Skeleton className="h-10 w-3/5" />
    </div>
  );
}
