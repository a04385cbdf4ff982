import { type ComponentType, createElement, lazy, memo, Suspense, useState } from "react";

/** On the server: the served parts that are not loaded yet, and the loading of earlier ones. */
const unloadedParts = new Set<() => Promise<unknown>>();
let pendingLoads: Promise<unknown> = Promise.resolve();

/** The build defines it in the code that browsers load. */
declare const IN_BROWSER: true | undefined;

/**
 * A part of a public page that is too large for the page's first load. The server renders it with the page, and its
 * program loads right after the page's. Until then, and without a network, its links work and its form is a plain one.
 * Its props must stay the same objects until they change: rendering it again before its program has loaded would empty
 * it.
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
    // The component is kept while mounted, because typed values must not be lost when the code has loaded.
    const [LoadedComponent] = useState<ComponentType<Props>>(
      () => loadedComponent ?? LazyComponent,
    );
    return <Suspense fallback={null}>{createElement(LoadedComponent, props)}</Suspense>;
  });
  return Object.assign(Part, { preload });
}

/** Loads the served parts of all loaded modules. The server renders no page before that. */
export async function loadServedParts(): Promise<void> {
  let awaitedLoads: unknown;
  // A loaded part may have parts of its own.
  do {
    const parts = [...unloadedParts];
    unloadedParts.clear();
    if (parts.length > 0)
      pendingLoads = Promise.all([pendingLoads, ...parts.map((load) => load())]);
    awaitedLoads = pendingLoads;
    await pendingLoads;
  } while (awaitedLoads !== pendingLoads || unloadedParts.size > 0);
}
