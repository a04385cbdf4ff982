/**
 * Code that loads after its page: a component with `lazy`, anything else with `useLazy`. The import is written where it
 * is used, as in `lazy(async () => (await import("./map-view")).MapView)`, and the bundler makes a file of the imported
 * module. A page is rendered in one piece, so the server shows the fallback of a lazy part until it has loaded. A part
 * that the server renders itself is a `lazyServed` one.
 */
import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";

/** How long to wait after a failed load before the next try, ms. */
const RETRY_DELAY_MS = 2_000;

/** A component whose code loads when the component is first shown. */
export interface LazyComponent<Props extends object> {
  (props: Props): ReactNode;
  /** Loads the code once. Rejects without a network. */
  preload: () => Promise<unknown>;
}

interface LazyOptions<Props extends object> {
  /** Shown until it has loaded; nothing by default. */
  pending?: ComponentType<Props>;
  /**
   * Shown if the code did not load, with `retry` for another try. Without this component, another try is made every 2
   * s.
   */
  failed?: ComponentType<Props & { retry: () => void }>;
}

/** Returns a component that `load` loads, when it is first rendered in the browser or preloaded. */
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
    // Components that are mounted later use the loaded code at once.
    const [loadedAtMount] = useState(loaded);
    const { loadedModule, hasFailed, retry } = useLoadedModule(preload, !failed);
    const part = loadedModule ?? loadedAtMount;
    if (part) return createElement(part.View, props);
    if (hasFailed && failed) return createElement(failed, { ...props, retry });
    return pending && createElement(pending, props);
  }
  return Object.assign(LazyView, { preload });
}

/**
 * Preloads a lazy component once the component that uses it is mounted, for places where there may be no network later;
 * not before `isWanted`.
 */
export function usePreload(part: Pick<LazyComponent<object>, "preload">, isWanted = true): void {
  useEffect(() => {
    // If it fails now, it loads when it is shown.
    if (isWanted) part.preload().catch(() => {});
  }, [part, isWanted]);
}

/**
 * Returns the result of `load`, which starts when the component that uses it is mounted, so that nobody waits for it at
 * a press; null until then. A failed load is retried. Create `load` once, outside the component.
 */
export function useLazy<T extends object>(load: () => Promise<T>): T | null {
  return useLoadedModule(load, true).loadedModule;
}

function useLoadedModule<T extends object>(load: () => Promise<T>, retriesAutomatically: boolean) {
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
        if (retriesAutomatically) timer = setTimeout(() => setTries(tries + 1), RETRY_DELAY_MS);
      },
    );
    return () => {
      isUnmounted = true;
      clearTimeout(timer);
    };
  }, [load, tries, retriesAutomatically]);
  return { loadedModule, hasFailed, retry: () => setTries(tries + 1) };
}
