import { type ComponentType, useCallback, useEffect, useState } from "react";
import { Button } from "../ui/button";
import { SkeletonRows } from "../ui/skeleton";

/** A part of a screen that is loaded once, when it is first needed or before that. */
interface Late<Props> {
  /** The part, once it is there. */
  fetched: ComponentType<Props> | null;
  fetch: () => Promise<ComponentType<Props>>;
}

/** A part that `load` brings. */
export function latePart<Props>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  const part: Late<Props> = {
    fetched: null,
    async fetch() {
      part.fetched ??= await load();
      return part.fetched;
    },
  };
  return part;
}

/** Has a part at hand before it is needed, where there may be no network; not before it is `wanted`. */
export function usePrepared<Props>(part: Late<Props>, wanted = true): void {
  useEffect(() => {
    // What does not come now is tried again when it is needed.
    if (wanted) part.fetch().catch(() => {});
  }, [part, wanted]);
}

/** Shows a late part; where it did not come, a button with the words `again` tries anew. */
export function LatePart<Props extends object>({
  part,
  props,
  again,
  rows = 1,
}: {
  part: Late<Props>;
  props: Props;
  again: string;
  /** How many rows of room are kept free for it, so that what stands below does not jump. */
  rows?: number;
}) {
  const [loaded, setLoaded] = useState(part.fetched && { Part: part.fetched });
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      setLoaded({ Part: await part.fetch() });
    } catch {
      setFailed(true);
    }
  }, [part]);
  useEffect(() => {
    if (!loaded) void load();
  }, [load, loaded]);
  if (loaded) return <loaded.Part {...props} />;
  if (!failed) return <SkeletonRows rows={rows} />;
  return (
    <Button className="!min-h-16" onClick={() => void load()} size="large" wide>
      {again}
    </Button>
  );
}
