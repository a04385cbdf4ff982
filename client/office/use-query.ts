import { useCallback, useEffect, useRef, useState } from "react";
import { failureText, LeftPageError } from "./calls";

/**
 * Loads a panel's data on mount and again with `load`. `request` must keep its identity: another function is another
 * query, and the panel waits for its answer.
 */
export function useQuery<Answer>(request: () => Promise<Answer>) {
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const latestRequest = useRef(0);
  const load = useCallback(async () => {
    latestRequest.current += 1;
    const ownRequest = latestRequest.current;
    try {
      const newAnswer = await request();
      // Ignores an answer to an earlier query, or one older than what is shown.
      if (ownRequest !== latestRequest.current) return;
      setAnswer(newAnswer);
      setFailure(null);
    } catch (error) {
      if (ownRequest === latestRequest.current && !(error instanceof LeftPageError))
        setFailure(failureText(error));
    }
  }, [request]);
  useEffect(() => {
    setAnswer(null);
    setFailure(null);
    void load();
  }, [load]);
  return { answer, setAnswer, failure, load };
}
