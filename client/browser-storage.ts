/** Browser storage under a key. Does nothing if storage is full or forbidden, as in private windows. */
export function storedItem(storage: () => Storage, key: string) {
  return {
    /** Reads the stored value, unchecked; null if there is none, or it is not JSON. */
    read(): unknown {
      try {
        return parseJson(storage().getItem(key) ?? "null");
      } catch {
        return null;
      }
    },
    write(value: unknown): void {
      try {
        storage().setItem(key, JSON.stringify(value));
      } catch {
        // Without storage, the value is lost with the page.
      }
    },
    forget(): void {
      try {
        storage().removeItem(key);
      } catch {
        // If storage is forbidden, nothing was stored.
      }
    },
  };
}

/** Parses JSON; null if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
