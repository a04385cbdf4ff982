import { lazy } from "../lazy";
import { ErrorState } from "../ui/error-state";
import { Skeleton } from "../ui/skeleton";
import { useWords } from "../words/use-words";
import type { ConversationProps } from "./conversation";

/** The conversation of a trip, whose id is its `key`. A failed load can be repeated. */
export const LazyConversation = lazy<ConversationProps>(
  async () => (await import("./conversation")).default,
  { pending: ConversationSkeleton, failed: ConversationFailed },
);

function ConversationSkeleton() {
  const t = useWords();
  return (
    <div aria-busy="true" role="status">
      <span className="sr-only">{t("Loading messages")}</span>
      <Skeleton className="h-10 w-3/5" />
    </div>
  );
}

function ConversationFailed({ retry }: { retry: () => void }) {
  const t = useWords();
  return (
    <ErrorState
      message={t("The messages could not be loaded. Please check your connection.")}
      onRetry={retry}
    />
  );
}
