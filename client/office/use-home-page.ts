import { useMemo } from "react";
import type { ContentItemAnswer, SaveContent } from "../../src/content/content-desk-contract";
import type { PageValue } from "../../src/content/content-values-contract";
import { useOffice } from "./calls";

/**
 * Reads and changes the first page's texts and pictures. `change` reads the current values and replaces only those
 * given.
 */
export function useHomePage() {
  const { api, call } = useOffice();
  return useMemo(() => {
    const path = api.admin.content[":kind"][":key"];
    const param = { kind: "page", key: "home" } as const;
    const get = () => call(path.$get({ param }));
    return {
      get,
      change: async (to: Partial<PageValue>): Promise<ContentItemAnswer> => {
        const { value, state, publishAt } = (await get()).item;
        const was = { value, state, publishAt };
        const json = { ...was, kind: "page", value: { ...value, ...to }, was } as SaveContent;
        return call(path.$put({ param, json }));
      },
    };
  }, [api, call]);
}
