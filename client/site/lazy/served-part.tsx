import { type ComponentType, createElement, lazy, memo, Suspense, useState } from "react";

/** A part of a page, see `servedPart`. */
interface ServedPart<Props extends object> {
  Part: ComponentType<Props>;
  /** Loads it, once: before it is rendered on the server. */
  prepare: () => Promise<void>;
}

/**
 * A part of a page for which its first load has no room: the server renders it like the rest, its program comes
 * right after the page's. Until then its links lead on and its form is a plain one. Its properties must
 * stay the same for as long as they say the same: another rendering before it has come would empty it.
 */
export function servedPart<Props extends object>(
  fetchPart: () => Promise<ComponentType<Props>>,
): ServedPart<Props> {
  let ready: ComponentType<Props> | undefined;
  const load = async () => {
    ready ??= await fetchPart();
    return { default: ready };
  };
  // Without a network it stays what the server made of it, and its form works as it is.
  const Coming = lazy(() => load().catch(() => new Promise<never>(() => {})));
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module is loaded
  function Part(props: Props) {
    // For as long as it stands: what is typed in it must not go when the program has come.
    const [Shown] = useState<ComponentType<Props>>(() => ready ?? Coming);
    return <Suspense fallback={null}>{createElement(Shown, props)}</Suspense>;
  }
  return {
    Part: memo(Part) as unknown as ComponentType<Props>,
    prepare: async () => {
      await load();
    },
  };
}
