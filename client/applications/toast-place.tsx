import { useLate } from "../late";

const loadToasts = async () => {
  const { Toasts } = await import("../ui/tell");
  return { Toasts };
};

/** Where the vehicle's step says what became of the VIN. */
export function ToastPlace() {
  const late = useLate(loadToasts);
  return late && <late.Toasts />;
}
