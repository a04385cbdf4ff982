import { type FormEvent, useRef, useState } from "react";
import { mergeEdits } from "../../src/audit/edit-rules";
import { useWords } from "../words/use-words";
import { type ActionsOptions, useActions } from "./use-actions";

/** The names of the fields with a `Value`. */
type FieldsByName<Typed, Value> = {
  [Name in keyof Typed & string]: Typed[Name] extends Value ? Name : never;
}[keyof Typed & string];

interface ChangeEvent {
  target: { value: string };
}

export interface FormOptions<Typed extends object, Answer> extends ActionsOptions {
  /**
   * The initial values of the fields. May be a new object at each render with the same values. When they change, for
   * example after somebody else has saved, untouched fields follow and typed ones stay.
   */
  initialValues: Typed;
  /** Fields that may not be empty. */
  requiredFields?: readonly FieldsByName<Typed, string>[];
  /** Errors in the typed values, by the names of the fields; nothing is sent then. */
  validate?: (typed: Typed) => Readonly<Record<string, string | false | null | undefined>>;
  /** Sends the typed values; may throw `FieldFaults`. */
  send: (typed: Typed) => Promise<Answer>;
  /** Called once the form is saved. The form stays busy until its promise settles. */
  onSaved?: (answer: Answer, typed: Typed) => unknown;
  /** Whether the fields are small, as in dispatch. */
  dense?: boolean;
}

export type FormState = Pick<
  ReturnType<typeof useForm>,
  "ref" | "busy" | "acting" | "failure" | "code" | "submit" | "markTouched" | "isUnsaved"
>;

/**
 * A form: its typed values, their errors, and sending it. Its fields are `<TextField {...form.field("name")}
 * label="Name" />` within `<Form form={form}>`. Typed values stay, whatever the server answers.
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
  /** Sets one field. The callers make sure that the value has the type of the field. */
  const setField = (name: keyof Typed, value: unknown) => set({ [name]: value } as Partial<Typed>);

  const submit = async (event?: FormEvent) => {
    event?.preventDefault();
    const missing = requiredFields.filter((name) => !String(typed[name]).trim());
    const faultEntries = Object.entries({
      ...Object.fromEntries(missing.map((name) => [name, t("This field is required.")])),
      ...validate?.(typed),
    }).filter((entry): entry is [string, string] => Boolean(entry[1]));
    if (faultEntries.length > 0) return actions.refuse(Object.fromEntries(faultEntries));
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
    /** Changes fields other than through their controls. */
    set,
    submit,
    /** Resets the form to its initial values, for the next entry. */
    reset: () => {
      isTouched.current = false;
      setTyped(initialValues);
      setBaseline({ shown: initialValues, base: initialValues });
      actions.clear();
    },
    /** Marks the form as edited, for input that is not among `typed`. */
    markTouched: () => {
      isTouched.current = true;
    },
    /** Whether leaving the page loses typed values. */
    isUnsaved: () => isTouched.current,
    /** Returns the props of a text field, a text area or a select whose options are the possible values. */
    field: <Name extends FieldsByName<Typed, string>>(name: Name) => ({
      name,
      dense,
      value: typed[name],
      error: actions.fault(name),
      onChange: ({ target }: ChangeEvent) => setField(name, target.value),
    }),
    /** Returns the props of a checkbox. */
    checkbox: <Name extends FieldsByName<Typed, boolean>>(name: Name) => ({
      name,
      checked: typed[name],
      error: actions.fault(name),
      onChange: ({ target }: { target: { checked: boolean } }) => setField(name, target.checked),
    }),
    /** Returns the props of a control that passes the value itself, such as radio cards. */
    choice: <Name extends keyof Typed & string>(name: Name) => ({
      name,
      value: typed[name],
      error: actions.fault(name),
      onValue: (value: Typed[Name]) => setField(name, value),
    }),
    /** Returns the props of a file field. */
    file: (name: FieldsByName<Typed, File | null>) => ({
      name,
      dense,
      type: "file",
      error: actions.fault(name),
      onChange: ({ target }: { target: HTMLInputElement }) =>
        setField(name, target.files?.[0] ?? null),
    }),
  };
}
