import { useRouter } from "@tanstack/react-router";
import { LostArt } from "../ui/lost-art";
import { TrackFrame } from "./track-frame";

/** The page of a link that leads to nothing; `text` is its heading. */
export function UnknownLink({ text }: { text: string }) {
  const { settings } = useRouter().options.context;
  return (
    <TrackFrame settings={settings}>
      <div className="grid justify-items-center gap-4 text-center">
        <LostArt />
        <h1 className="font-normal text-base">{text}</h1>
      </div>
    </TrackFrame>
  );
}
