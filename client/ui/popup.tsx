import { CircleCheck, CircleX, Info } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import { useWords } from "../words/use-words";
import { phrase } from "../words/words";

export type PopupKind = "success" | "error" | "info";

interface PopupProps {
  open: boolean;
  onClose: () => void;
  kind: PopupKind;
  /** The title; by default "Success", "Error" or "Info". */
  title?: string;
  children: ReactNode;
  /** The label of the button; by default "OK". */
  action?: string;
}

const kinds = {
  success: {
    title: phrase("Success"),
    Icon: CircleCheck,
    colour: "bg-success-surface text-success-ink",
  },
  error: { title: phrase("Error"), Icon: CircleX, colour: "bg-danger-surface text-danger-ink" },
  info: { title: phrase("Info"), Icon: Info, colour: "bg-info-surface text-info-ink" },
};

/** A message that stays until it is closed, with one button. */
export function Popup({ open, onClose, kind, title, children, action }: PopupProps) {
  const t = useWords();
  const { title: defaultTitle, Icon, colour } = kinds[kind];
  return (
    <Dialog
      actions={
        <Button autoFocus onClick={onClose}>
          {action ?? t("OK")}
        </Button>
      }
      icon={
        <span className={`grid size-12 place-content-center rounded-full ${colour}`}>
          <Icon aria-hidden="true" size={24} />
        </span>
      }
      onClose={onClose}
      open={open}
      title={title ?? t.of<string>(defaultTitle)}
    >
      {children}
    </Dialog>
  );
}
