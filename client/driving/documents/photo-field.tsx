import { Camera, X } from "lucide-react";
import { type ChangeEvent, useEffect, useId, useRef, useState } from "react";
import { readChosenFile, UnusableFileError } from "../../files/chosen-file";
import { IconButton } from "../../ui/icon-button";
import { useWords } from "../../words/use-words";

/** A field that takes photos with the camera, scales each one down and shows it before it is sent. */
export function PhotoField({
  label,
  hint,
  photos,
  maxPhotos,
  onPhotos,
}: {
  label: string;
  hint: string;
  photos: readonly Blob[];
  /** The largest number of photos. */
  maxPhotos: number;
  onPhotos: (photos: Blob[]) => void;
}) {
  const t = useWords();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState<string | null>(null);
  const takePhotos = async (event: ChangeEvent<HTMLInputElement>) => {
    const chosenFiles = [...(event.target.files ?? [])].slice(0, maxPhotos - photos.length);
    event.target.value = "";
    setFault(null);
    const usablePhotos: Blob[] = [];
    for (const file of chosenFiles)
      try {
        usablePhotos.push((await readChosenFile(file, "photo")).blob);
      } catch (error) {
        if (!(error instanceof UnusableFileError)) throw error;
        setFault(t.known(error.message));
      }
    if (usablePhotos.length > 0) onPhotos([...photos, ...usablePhotos]);
  };
  return (
    <div>
      <p className="mb-2 flex items-baseline justify-between gap-2 font-medium text-sm">
        {label}
        <span className="font-normal text-ink-faint text-xs">{t("Optional")}</span>
      </p>
      {photos.length > 0 && (
        <ul className="mb-2 grid grid-cols-3 gap-2">
          {photos.map((photo, at) => (
            <PhotoPreview
              key={photoKey(photo)}
              name={
                maxPhotos === 1
                  ? t("Remove the photo")
                  : t("Remove photo {number}", { number: at + 1 })
              }
              onRemove={() => {
                onPhotos(photos.filter((other) => other !== photo));
                input.current?.focus();
              }}
              photo={photo}
            />
          ))}
        </ul>
      )}
      {photos.length < maxPhotos && (
        <label
          className="flex min-h-14 cursor-pointer items-center justify-center gap-2 rounded-md border border-line-strong border-dashed px-4 font-medium focus-within:outline-2 focus-within:outline-focus hover:bg-surface-sunken"
          htmlFor={id}
        >
          <Camera aria-hidden="true" size={20} />
          {photos.length === 0 ? t("Take a photo") : t("Add another photo")}
          <input
            accept="image/*"
            aria-describedby={`${id}-hint`}
            aria-label={label}
            capture="environment"
            className="sr-only"
            id={id}
            multiple={maxPhotos > 1}
            onChange={(event) => void takePhotos(event)}
            ref={input}
            type="file"
          />
        </label>
      )}
      <p className="mt-1.5 text-ink-muted text-sm" id={`${id}-hint`}>
        {hint}
      </p>
      <p className="text-danger-ink text-sm" role="alert">
        {fault}
      </p>
    </div>
  );
}

let lastPhotoKey = 0;
const keys = new WeakMap<Blob, number>();

/** Returns a number for each blob, given when it is first shown, because blobs have no names. */
function photoKey(photo: Blob): number {
  const key = keys.get(photo) ?? ++lastPhotoKey;
  keys.set(photo, key);
  return key;
}

function PhotoPreview({
  photo,
  name,
  onRemove,
}: {
  photo: Blob;
  name: string;
  onRemove: () => void;
}) {
  const [src, setSrc] = useState<string>();
  useEffect(() => {
    const objectUrl = URL.createObjectURL(photo);
    setSrc(objectUrl);
    return () => URL.revokeObjectURL(objectUrl);
  }, [photo]);
  return (
    <li className="relative">
      <img
        alt=""
        className="aspect-square w-full rounded-md bg-surface-sunken object-cover"
        src={src}
      />
      <span className="absolute end-1 top-1 rounded-full bg-surface-raised">
        <IconButton icon={<X aria-hidden="true" size={18} />} label={name} onClick={onRemove} />
      </span>
    </li>
  );
}
