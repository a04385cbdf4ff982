/** A promise and what settles it. */
export interface Deferred<Value> {
  promise: Promise<Value>;
  resolve: (value: Value | PromiseLike<Value>) => void;
  reject: (reason?: unknown) => void;
}

/** What `Promise.withResolvers` gives, which Safari has from 17.4 on. */
export function deferred<Value>(): Deferred<Value> {
  let settle: Pick<Deferred<Value>, "resolve" | "reject"> | undefined;
  const promise = new Promise<Value>((resolve, reject) => {
    settle = { resolve, reject };
  });
  // A promise calls its function at once.
  if (!settle) throw new Error("The promise has not begun");
  return { promise, ...settle };
}
