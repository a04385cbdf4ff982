/** What this browser keeps under a key: nothing where storage is full or forbidden, as in private windows. */
export function stored(storage: () => Storage, key: string) {
  return {
    /** What was kept, unread; null where there is nothing, or what is no JSON. */
    read(): unknown {
      try {
        return parseJson(storage().getItem(key) ?? "null");
      } catch {
        return null;
      }
    },
    keep(value: unknown): void {
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {
        // It lives with the page.
      }
    },
    forget(): void {
      try {
        storage().removeItem(key);
      } catch {
        // Nothing can have been kept where storage is forbidden.
      }
    },
  };
}

/** Null for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
