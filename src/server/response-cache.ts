/**
 * Caches answers that are expensive to get. Simultaneous questions for the same key are asked once. When the cache is
 * full, it drops the answer that was least recently requested.
 */

export interface ResponseCache<Answer> {
  /** Returns the cached answer without asking. */
  get(key: string): Answer | undefined;
  /**
   * Returns the cached answer, or the result of `ask`, which is called once for all who wait for the key. `ask` says
   * how long its answer may be cached; 0 means not at all. If `ask` fails, it fails for all who wait, and the next
   * caller asks again.
   *
   * When `signal` is aborted, the answer is undefined at once. The question is dropped if nobody else waits for it.
   */
  find(
    key: string,
    ask: (signal: AbortSignal) => Promise<{ answer: Answer; cacheMs: number }>,
    signal: AbortSignal | undefined,
  ): Promise<Answer | undefined>;
}

/** Makes a response cache. `maxEntries` is the number of cached answers. `now` is in ms. */
export function createResponseCache<Answer>(options: {
  maxEntries: number;
  now: () => number;
}): ResponseCache<Answer> {
  const { maxEntries, now } = options;
  const entryByKey = new Map<string, { answer: Answer; until: number }>();
  const questionByKey = new Map<string, Question<Answer>>();

  function get(key: string): Answer | undefined {
    const entry = entryByKey.get(key);
    if (!entry) return undefined;
    entryByKey.delete(key);
    if (entry.until <= now()) return undefined;
    entryByKey.set(key, entry);
    return entry.answer;
  }

  function keep(key: string, answer: Answer, cacheMs: number): void {
    if (cacheMs <= 0) return;
    entryByKey.set(key, { answer, until: now() + cacheMs });
    const oldest = entryByKey.keys().next();
    if (entryByKey.size > maxEntries && !oldest.done) entryByKey.delete(oldest.value);
  }

  function begin(key: string, ask: Parameters<ResponseCache<Answer>["find"]>[1]): Question<Answer> {
    const abort = new AbortController();
    const answer = ask(abort.signal)
      .then((result) => {
        // If nobody waited any longer, `ask` was aborted and its answer is not cached.
        if (!abort.signal.aborted) keep(key, result.answer, result.cacheMs);
        return result.answer;
      })
      .finally(() => {
        if (questionByKey.get(key) === question) questionByKey.delete(key);
      });
    const question = { answer, waiting: 0, abort };
    questionByKey.set(key, question);
    return question;
  }

  return {
    get,
    async find(key, ask, signal) {
      const cachedAnswer = get(key);
      if (cachedAnswer !== undefined) return cachedAnswer;
      if (signal?.aborted) return undefined;
      const question = questionByKey.get(key) ?? begin(key, ask);
      question.waiting++;
      const aborted = Promise.withResolvers<undefined>();
      const leave = () => {
        if (--question.waiting === 0) {
          question.abort.abort();
          if (questionByKey.get(key) === question) questionByKey.delete(key);
        }
        aborted.resolve(undefined);
      };
      signal?.addEventListener("abort", leave);
      try {
        return await Promise.race([question.answer, aborted.promise]);
      } finally {
        signal?.removeEventListener("abort", leave);
      }
    },
  };
}

type Question<Answer> = { answer: Promise<Answer>; waiting: number; abort: AbortController };
