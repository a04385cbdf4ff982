import { useState } from "react";
import type {
  ProviderId,
  ProviderTest,
  TestProvider,
} from "../../../src/dispatch/providers/provider-contract";
import type { useActions } from "../../forms/use-actions";
import { useOffice } from "../../office/calls";

export type ConnectionTest = ReturnType<typeof useConnectionTest>;

/** Tests a service with saved or typed settings, and keeps the result. */
export function useConnectionTest(
  id: ProviderId,
  { act }: Pick<ReturnType<typeof useActions>, "act">,
) {
  const { api, call } = useOffice();
  const [phone, setPhone] = useState("");
  const [result, setResult] = useState<ProviderTest | null>(null);
  return {
    phone,
    setPhone,
    result,
    run: (fields?: TestProvider["fields"]) => {
      setResult(null);
      const json: TestProvider = { ...(id === "sms" && { phone }), ...(fields && { fields }) };
      const { test } = api.admin.settings.providers[":id"];
      return act("test", () => call(test.$post({ param: { id }, json })), setResult);
    },
  };
}
