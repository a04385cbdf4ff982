/**
 * Code that loads after its page, in one way: a component by `lazy`, anything else by `useLazy`. The import
 * is written where it is used, as `lazy(async () => (await import("./map-view")).MapView)`; the bundler makes a file
 * of what it names. A page is rendered in one piece, so that the server shows the fallback of a lazy part until
 * it is there; a part that it renders itself is a `lazyServed` one.
 */
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";

/** How long a failed load rests before the next try, ms. */
const REFRESH_INTERVAL_MS = 2_000;

/** A component whose code comes with the first one that is shown. */
export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** Loads it, once; rejects without a network. */
  preload: () => Promise<unknown>;
}

interface LazyOptions<Props extends object> {
  /** Shown until it has loaded; nothing by default. */
  pending?: ComponentType<Props>;
  /** Shown where it did not come, with `retry` for another try. Without it another try is made every 2 s. */
  failed?: ComponentType<Props & { retry: () => void }>;
}

/** A component that `load` brings, on its first rendering in the browser or when it is preloaded. */
export function lazy<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { pending, failed }: LazyOptions<Props> = {},
): LazyComponent<Props> {
  let loaded: { View: ComponentType<Props> } | null = null;
  const preload = async () => {
    loaded ??= { View: await load() };
    return loaded;
  };
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module is loaded
  function LazyView(props: Props) {
    // Later ones are there at once.
    const [first] = useState(loaded);
    const { found, hasFailed, retry } = useLoadedModule(preload, !failed);
    const part = found ?? first;
    if (part) return createElement(part.View, props);
    if (hasFailed && failed) return createElement(failed, { ...props, retry });
    return pending && createElement(pending, props);
  }
  return Object.assign(LazyView, { preload });
}

/** Loads a lazy component as soon as its user is awake, where there may be no network later; not before `isWanted`. */
export function usePreload(part: Pick<LazyComponent<object>, "preload">, isWanted = true): void {
  useEffect(() => {
    // What does not come now is tried again when it is shown.
    if (isWanted) part.preload().catch(() => {});
  }, [part, isWanted]);
}

/**
 * What `load` brings, as soon as its user is awake, so that nobody waits for it at a press; null until then. A
 * failed load is retried. `load` is made once, outside the component.
 */
export function useLazy<T extends object>(load: () => Promise<T>): T | null {
  return useLoadedModule(load, true).found;
}

function useLoadedModule<T extends object>(load: () => Promise<T>, canRetryLater: boolean) {
  const [loadedModule, setLoadedModule] = useState<T | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let isUnmounted = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    setHasFailed(false);
    load().then(
      (part) => {
        if (!isUnmounted) setLoadedModule(part);
      },
      () => {
        if (isUnmounted) return;
        setHasFailed(true);
        if (canRetryLater) timer = setTimeout(() => setTries(tries + 1), REFRESH_INTERVAL_MS);
      },
    );
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [load, tries, canRetryLater]);
  return { found: loadedModule, hasFailed, retry: () => setTries(tries + 1) };
}
