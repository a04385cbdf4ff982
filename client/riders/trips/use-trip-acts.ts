import { useRouter } from "@tanstack/react-router";
import { ApiError } from "../../api-error";
import { useActs } from "../../forms/use-acts";
import { useWords } from "../../words/use-words";

/** What a rider does to a trip: whatever is refused, the page shows the trip as it is, and `failed` is done. */
export function useTripActs(failed?: () => void) {
  const t = useWords();
  const router = useRouter();
  return useActs({
    words: (error) => {
      if (!(error instanceof ApiError)) throw error;
      return error.code === "reservation.stale"
        ? t("Your trip has changed in this moment. Please look at it again.")
        : error.message;
    },
    failed: () => {
      failed?.();
      return router.invalidate();
    },
  });
}
