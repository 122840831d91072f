import { RateText } from '../../../ui/marks/Figures.tsx';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';

type Props = { security: { name: string }; line: string; href?: string };

/** A security over its line: one column, so that the figures are in sight on a telephone. */
export function SecurityLine({ security, line, href }: Props) {
  const name = (
    <span dir="auto" className="block max-w-40 truncate sm:max-w-64" title={security.name}>
      {security.name}
    </span>
  );
  return (
    <>
      {href === undefined ? (
        name
      ) : (
        <AppLink href={href} className="block rounded hover:underline">
          {name}
        </AppLink>
      )}
      <span className="block text-xs text-mute">
        <RateText value={line} />
      </span>
    </>
  );
}
