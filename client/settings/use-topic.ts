import { useRouter } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { mergeEdits } from "../../src/audit/edit-rules";
import { read } from "../api";
import { useSave } from "../office/use-save";
import { useOffice } from "../office/calls";

/** What a topic's call answers: its rules, and the version of all settings. */
type TopicAnswer<Rules> = { rules: Rules; version: number };

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
 * The form of one topic of the settings: what is typed in it, and saving it. When somebody else saved
 * first nothing is lost: `saveOver` saves what is typed over theirs, and leaves theirs where nothing was.
 */
export function useTopic<Rules extends object>({
  first,
  check,
  load,
  send,
  done,
}: {
  first: TopicAnswer<Rules>;
  /** What is wrong in what was typed, by the names of the fields; null when it can be sent. */
  check?: (rules: Rules) => Record<string, string> | null;
  load: () => Promise<TopicAnswer<Rules>>;
  send: (json: Rules & { version: number }) => Promise<TopicAnswer<Rules>>;
  /** Said once it is saved. */
  done: string;
}) {
  const refresh = useFreshSettings();
  const saving = useSave();
  const [rules, setRules] = useState(first.rules);
  // As they were before anything was typed.
  const [was, setWas] = useState(first.rules);
  const [version, setVersion] = useState(first.version);
  const change = (to: Partial<Rules>) => {
    saving.touch();
    setRules((old) => ({ ...old, ...to }));
  };

  const sendOver = async (typed: Rules, seen: number) => {
    const faults = check?.(typed);
    if (faults) return saving.refuse(faults);
    const saved = await saving.save(() => send({ ...typed, version: seen }), done);
    if (!saved) return;
    setRules(saved.rules);
    setWas(saved.rules);
    setVersion(saved.version);
    await refresh();
  };
  const saveOver = async () => {
    const latest = await saving.load(load);
    if (latest) await sendOver(mergeEdits(was, latest.rules, rules).merged, latest.version);
  };
  const submit = () => sendOver(rules, version);
  return { rules, change, saving, submit, saveOver, version, setVersion };
}
