import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { LockedFields } from "../../src/settings/configured-settings-contract";
import { read } from "../api";
import type { FormOptions } from "../forms/use-form";
import { useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { useSetupStep } from "./setup-step-context";

/** Returns a function that updates the screen to the new settings, including colour and frame. */
export function useSettingsRefresh() {
  const { api } = useOffice();
  const router = useRouter();
  return useCallback(async () => {
    const settings = await read(api.settings.$get());
    router.update({ ...router.options, context: { ...router.options.context, settings } });
    await router.invalidate();
  }, [api, router]);
}

/**
 * Keeps the form of one settings topic. After a concurrent change nothing is lost: saving again overwrites only the
 * fields typed here.
 */
export function useSettingsForm<Rules extends object>({
  first,
  send,
  ...options
}: Pick<FormOptions<Rules, unknown>, "validate"> & {
  /** The current values, and the version of all settings. */
  first: { rules: Rules; version: number; locked?: LockedFields };
  send: (json: Rules & { version: number }) => Promise<unknown>;
  /** Shown after saving. */
  successText: string;
}) {
  const refresh = useSettingsRefresh();
  const step = useSetupStep();
  const form = useStaffForm<Rules, unknown>({
    ...options,
    initialValues: first.rules,
    send: (typedRules) => send({ ...typedRules, version: first.version }),
    onSaved: async () => {
      await refresh();
      await step?.next();
    },
  });
  return {
    ...form,
    /** Works as in every form, but values set by the environment can't be changed here. */
    field: <Name extends Parameters<typeof form.field>[0]>(name: Name) => {
      const variableName = first.locked?.[name];
      return {
        ...form.field(name),
        ...(variableName !== undefined && {
          disabled: true,
          hint: `This setting comes from ${variableName} in the server’s environment. To change the setting on this page, remove that variable.`,
        }),
      };
    },
  };
}
