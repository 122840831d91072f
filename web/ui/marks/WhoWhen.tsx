import { InstantText } from './Figures.tsx';
import { UserLink } from './NameLink.tsx';

/** Who did something, over when. */
export function WhoWhen({ who, at }: { who: { id: number; name: string }; at: string | null | undefined }) {
  return (
    <>
      <UserLink user={who} />
      {at != null && (
        <span className="block text-xs text-mute">
          <InstantText value={at} />
        </span>
      )}
    </>
  );
}
