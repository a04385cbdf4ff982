import { useCallback, useEffect, useState } from "react";
import { Button } from "../../ui/button";
import type { TripTalkProps } from "./trip-talk";
import { useWords } from "../../words/use-words";

type Part = typeof import("./trip-talk").default;

/** Code, calls and messages of a trip: loaded once the page itself is there. */
export function LateTripTalk(props: TripTalkProps) {
  const t = useWords();
  const [loaded, setLoaded] = useState<{ Part: Part } | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      const { default: Part } = await import("./trip-talk");
      setLoaded({ Part });
    } catch {
      setFailed(true);
    }
  }, []);
  useEffect(() => void load(), [load]);
  if (loaded) return <loaded.Part {...props} />;
  if (!failed) return null;
  return (
    <Button onClick={() => void load()} variant="secondary" wide>
      {t("Try again: call or write to your driver")}
    </Button>
  );
}
