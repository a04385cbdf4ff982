import { useRouter } from "@tanstack/react-router";
import { NotFoundArt } from "../ui/not-found-art";
import { TrackingFrame } from "./tracking-frame";

/** The page of a link that doesn't exist; `text` is its heading. */
export function UnknownLink({ text }: { text: string }) {
  const { settings } = useRouter().options.context;
  return (
    <TrackingFrame settings={settings}>
      <div className="grid justify-items-center gap-4 text-center">
        <NotFoundArt />
        <h1 className="font-normal text-base">{text}</h1>
      </div>
    </TrackingFrame>
  );
}
