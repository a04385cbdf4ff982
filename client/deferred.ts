/** `Promise.withResolvers`, which Safari has from 17.4 on. */
export function createDeferred<Value>(): PromiseWithResolvers<Value> {
  // A promise calls its function at once: both are set when read.
  const deferred = {} as PromiseWithResolvers<Value>;
  deferred.promise = new Promise((...settle) => {
    [deferred.resolve, deferred.reject] = settle;
  });
  return deferred;
}
