/** `Promise.withResolvers`, which Safari has from 17.4 on. */
export function createDeferred<Value>(): PromiseWithResolvers<Value> {
  // A promise calls its function at once: both are set when read.
  const made = {} as PromiseWithResolvers<Value>;
  made.promise = new Promise((...settle) => {
    [made.resolve, made.reject] = settle;
  });
  return made;
}
