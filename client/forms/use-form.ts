import { type FormEvent, useRef, useState } from "react";
import { mergeEdits } from "../../src/audit/edit-rules";
import { useWords } from "../words/use-words";
import { type ActionsOptions, useActions } from "./use-actions";

/** The names of the fields that hold a `Value`. */
type FieldsByName<Typed, Value> = {
  [Name in keyof Typed & string]: Typed[Name] extends Value ? Name : never;
}[keyof Typed & string];

interface ChangeEvent {
  target: { value: string };
}

export interface FormOptions<Typed extends object, Answer> extends ActionsOptions {
  /**
   * The initial values of the fields; may be a new object at each render, with the same values. When
   * they change, as by what somebody else has saved, untouched fields follow and typed ones stay.
   */
  initialValues: Typed;
  /** Fields that may not be empty. */
  requiredFields?: readonly FieldsByName<Typed, string>[];
  /** Errors in the typed values, by the names of the fields; nothing is sent then. */
  validate?: (typed: Typed) => Readonly<Record<string, string | false | null | undefined>>;
  /** Sends the typed values; may throw `FieldFaults`. */
  send: (typed: Typed) => Promise<Answer>;
  /** Done once it is saved; until it is done the form stays busy. */
  onSaved?: (answer: Answer, typed: Typed) => unknown;
  /** For dispatch: its fields are small. */
  dense?: boolean;
}

export type FormState = Pick<
  ReturnType<typeof useForm>,
  "ref" | "busy" | "acting" | "failure" | "code" | "submit" | "markTouched" | "isUnsaved"
>;

/**
 * A form: what is typed, what is wrong with it, and sending it. Its fields are
 * `<TextField {...form.field("name")} label="Name" />` within `<Form form={form}>`. What was typed stays
 * whatever becomes of it.
 */
export function useForm<Typed extends object, Answer>({
  initialValues,
  requiredFields = [],
  validate,
  send,
  onSaved,
  dense = false,
  ...options
}: FormOptions<Typed, Answer>) {
  const t = useWords();
  const actions = useActions(options);
  const [typed, setTyped] = useState(initialValues);
  const [baseline, setBaseline] = useState({ shown: initialValues, base: initialValues });
  const isTouched = useRef(false);

  if (JSON.stringify(baseline.shown) !== JSON.stringify(initialValues)) {
    setBaseline({ shown: initialValues, base: initialValues });
    setTyped(mergeEdits(baseline.base, initialValues, typed).merged);
  }

  const set = (changes: Partial<Typed>) => {
    isTouched.current = true;
    setTyped((old) => ({ ...old, ...changes }));
    actions.clearFaults(Object.keys(changes));
  };
  /** One field's part of a change: its name and its value are of one type by what hands them over. */
  const put = (name: keyof Typed, value: unknown) => set({ [name]: value } as Partial<Typed>);

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const missing = requiredFields.filter((name) => !String(typed[name]).trim());
    const foundFaults = Object.entries({
      ...Object.fromEntries(missing.map((name) => [name, t("This field is required.")])),
      ...validate?.(typed),
    }).filter((entry): entry is [string, string] => Boolean(entry[1]));
    if (foundFaults.length > 0) return actions.refuse(Object.fromEntries(foundFaults));
    await actions.act(
      "submit",
      () => send(typed),
      (answer) => {
        isTouched.current = false;
        // Values typed while the form was being sent override the sent ones.
        setBaseline((old) => ({ ...old, base: typed }));
        return onSaved?.(answer, typed);
      },
    );
  };

  return {
    ...actions,
    typed,
    /** Changes fields from elsewhere than their controls. */
    set,
    submit,
    /** Empties the form again, for the next one. */
    reset: () => {
      isTouched.current = false;
      setTyped(initialValues);
      actions.clear();
    },
    /** Says that something was typed which is not among `typed`. */
    markTouched: () => {
      isTouched.current = true;
    },
    /** Whether leaving loses something that was typed. */
    isUnsaved: () => isTouched.current,
    /** For a text field, a text area or a select, whose options are what the field can be. */
    field: <Name extends FieldsByName<Typed, string>>(name: Name) => ({
      name,
      dense,
      value: typed[name],
      error: actions.fault(name),
      onChange: ({ target }: ChangeEvent) => put(name, target.value),
    }),
    /** For a checkbox. */
    checkbox: <Name extends FieldsByName<Typed, boolean>>(name: Name) => ({
      name,
      checked: typed[name],
      error: actions.fault(name),
      onChange: ({ target }: { target: { checked: boolean } }) => put(name, target.checked),
    }),
    /** For what hands over the value itself, such as radio cards. */
    choice: <Name extends keyof Typed & string>(name: Name) => ({
      name,
      value: typed[name],
      error: actions.fault(name),
      onValue: (value: Typed[Name]) => put(name, value),
    }),
    /** For a field of the type file. */
    file: (name: FieldsByName<Typed, File | null>) => ({
      name,
      dense,
      type: "file",
      error: actions.fault(name),
      onChange: ({ target }: { target: HTMLInputElement }) => put(name, target.files?.[0] ?? null),
    }),
  };
}
