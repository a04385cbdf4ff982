import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import type { Locked } from "../../src/settings/configured-contract";
import { read } from "../api";
import type { FormOptions } from "../forms/use-form";
import { useOffice } from "../office/calls";
import { useStaffForm } from "../office/use-staff-form";
import { useStepFrame } from "./step-frame";

/** Has the screen show the settings as they are now: colour and frame included. */
export function useFreshSettings() {
  const { api } = useOffice();
  const router = useRouter();
  return useCallback(async () => {
    const settings = await read(api.settings.$get());
    router.update({ ...router.options, context: { ...router.options.context, settings } });
    await router.invalidate();
  }, [api, router]);
}

/**
 * The form of one topic of the settings. When somebody else saved first nothing is lost: sending once more
 * saves what is typed over theirs, and leaves theirs where nothing was.
 */
export function useTopic<Rules extends object>({
  first,
  send,
  ...options
}: Pick<FormOptions<Rules, unknown>, "check"> & {
  /** The rules as they are, and the version of all settings. */
  first: { rules: Rules; version: number; locked?: Locked };
  send: (json: Rules & { version: number }) => Promise<unknown>;
  /** Said once it is saved. */
  done: string;
}) {
  const refresh = useFreshSettings();
  const step = useStepFrame();
  const form = useStaffForm<Rules, unknown>({
    ...options,
    initial: first.rules,
    send: (typed) => send({ ...typed, version: first.version }),
    saved: async () => {
      await refresh();
      await step?.next();
    },
  });
  return {
    ...form,
    /** As of every form; what the environment says cannot be changed here. */
    field: <Name extends Parameters<typeof form.field>[0]>(name: Name) => {
      const variable = first.locked?.[name];
      return {
        ...form.field(name),
        ...(variable !== undefined && {
          disabled: true,
          hint: `This is set by ${variable} in the server’s environment. Remove it there to change it here.`,
        }),
      };
    },
  };
}
