import { useMemo } from "react";
import type { ContentItemAnswer, SaveContent } from "../../src/content/content-desk-contract";
import type { PageValue } from "../../src/content/content-values-contract";
import { useOffice } from "./calls";

/** The first page's texts and pictures: `change` replaces only what it names, in what they are at that moment. */
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
