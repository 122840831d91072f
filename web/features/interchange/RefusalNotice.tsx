import { Notice } from '../../ui/notices/Notice.tsx';
import type { Refusal } from './use-placement-file.ts';

/** Why a file or a draft was refused, with the places in the file. */
export function RefusalNotice({ refusal }: { refusal: Refusal }) {
  return (
    <div role="alert">
      <Notice tone="bad" title={refusal.title}>
        {refusal.errors.length > 0 && (
          <PlaceList errors={refusal.errors.map((one) => ({ ...one, place: one.field }))} />
        )}
      </Notice>
    </div>
  );
}

export function PlaceList({ errors }: { errors: readonly { place: string; message: string }[] }) {
  return (
    <ul className="mt-1 grid gap-1">
      {errors.map(({ place, message }) => (
        <li key={`${place} ${message}`} className="wrap-anywhere">
          <code className="text-xs">{place}</code> <span>{message}</span>
        </li>
      ))}
    </ul>
  );
}
