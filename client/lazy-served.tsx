import { type ComponentType, createElement, lazy, memo, Suspense, useState } from "react";

/** Of the server: parts that are served and not loaded yet, and the loading of those before. */
const unloadedParts = new Set<() => Promise<unknown>>();
let pendingPreparation: Promise<unknown> = Promise.resolve();

/** Written by the build into what browsers load. */
declare const IN_BROWSER: true | undefined;

/**
 * A part of a public page for which its first load has no room: the server renders it like the rest, its program
 * comes right after the page's. Until then its links lead on and its form is a plain one; without a network it
 * stays so. Its properties must stay the same for as long as they say the same: another rendering before it has
 * come would empty it.
 */
export function lazyServed<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loadedComponent: ComponentType<Props> | undefined;
  const preload = async () => {
    loadedComponent ??= await load();
    return { default: loadedComponent };
  };
  if (typeof IN_BROWSER === "undefined") unloadedParts.add(preload);
  const LazyComponent = lazy(() => preload().catch(() => new Promise<never>(() => {})));
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where a module is loaded
  const Part = memo(function Served(props: Props) {
    // Kept while mounted: typed values must not be lost when the code has loaded.
    const [LoadedComponent] = useState<ComponentType<Props>>(
      () => loadedComponent ?? LazyComponent,
    );
    return <Suspense fallback={null}>{createElement(LoadedComponent, props)}</Suspense>;
  });
  return Object.assign(Part, { preload });
}

/** Loads the served parts of all modules that are there: the server renders no page before. */
export async function loadServedParts(): Promise<void> {
  let seen: unknown;
  // What has been loaded may have parts of its own.
  do {
    const parts = [...unloadedParts];
    unloadedParts.clear();
    if (parts.length > 0)
      pendingPreparation = Promise.all([pendingPreparation, ...parts.map((load) => load())]);
    seen = pendingPreparation;
    await pendingPreparation;
  } while (seen !== pendingPreparation || unloadedParts.size > 0);
}
