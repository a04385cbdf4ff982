import { type ComponentType, createElement, useEffect, useState } from "react";

/** How long a failed load rests before the next try, ms. */
const AGAIN_MS = 2_000;

/**
 * What a page shows only after its first step or its first press: it is loaded as soon as the page
 * is alive, so that nobody waits for it at a press. Null until it is there. A network that is gone is
 * asked again. `load` is made once, outside the component.
 */
export function useLate<T extends object>(load: () => Promise<T>): T | null {
  const [part, setPart] = useState<T | null>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    void load().then(
      (found) => {
        if (!left) setPart(found);
      },
      () => {
        if (!left) timer = setTimeout(() => setTries(tries + 1), AGAIN_MS);
      },
    );
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [load, tries]);
  return part;
}

/**
 * A component whose code comes with the first one that is shown: nothing until then, on the server too,
 * which cannot wait for it.
 */
export function lateView<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let kept: { View: ComponentType<Props> } | null = null;
  const keep = async () => {
    kept ??= { View: await load() };
    return kept;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module is loaded
  return function Late(props: Props) {
    // Later ones are there at once.
    const [first] = useState(kept);
    const part = useLate(keep) ?? first;
    return part && createElement(part.View, props);
  };
}
