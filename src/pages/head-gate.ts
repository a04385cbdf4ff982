/**
 * Lets the head of a page leave before its loaders work. A loader's call is admitted first (session, permission,
 * what is asked for); then it waits here until the head has been sent. What decides the status never waits: calls that
 * name a row, or tell who is signed in. A refusal therefore still becomes a redirect, a 403 or a 404.
 */
export interface HeadGate {
  /** Resolves once all calls that are under way wait; never where all were answered, or one refused, before. */
  ready: Promise<"ready">;
  /** What a call waits for before it works; nothing where it needn't. */
  hold(): Promise<void> | undefined;
  /** As `hold`, for what is streamed after the page's shell. */
  holdDeferred(): Promise<void> | undefined;
  /** Follows a call from its start to its answer. */
  follow(call: () => Promise<Response>): Promise<Response>;
  /** The head has been sent. */
  open(): void;
  /** The shell has been sent. */
  releaseDeferredCalls(): void;
}

export function createHeadGate(): HeadGate {
  const ready = Promise.withResolvers<"ready">();
  const headSent = Promise.withResolvers<void>();
  const shellSent = Promise.withResolvers<void>();
  let underWay = 0;
  let held = 0;
  let deferredCalls = 0;
  let isOpen = false;
  let areDeferredCallsReleased = false;

  const areAllWaiting = () => !isOpen && held > 0 && held + deferredCalls === underWay;
  /** What follows from an answer, such as the next call, has begun by the next turn of the loop. */
  const checkWaiting = () => {
    if (areAllWaiting()) setImmediate(() => areAllWaiting() && ready.resolve("ready"));
  };
  const open = () => {
    isOpen = true;
    headSent.resolve();
  };
  return {
    ready: ready.promise,
    hold() {
      if (isOpen) return undefined;
      held++;
      checkWaiting();
      return headSent.promise;
    },
    holdDeferred() {
      if (areDeferredCallsReleased) return undefined;
      deferredCalls++;
      checkWaiting();
      return shellSent.promise;
    },
    async follow(call) {
      underWay++;
      const answer = await call();
      underWay--;
      if (!answer.ok) open();
      checkWaiting();
      return answer;
    },
    open,
    releaseDeferredCalls() {
      areDeferredCallsReleased = true;
      shellSent.resolve();
    },
  };
}
