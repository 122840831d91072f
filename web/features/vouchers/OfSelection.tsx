import { LinkButton } from '../../ui/buttons/Button.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';

type Props = {
  /** Ids of policies and slips, as the address has them. */
  policies: string;
  /** Where all is shown. */
  all: string;
};

/** The policies that a selection named, divided by commas. */
export const selectedIn = (policies: string): ReadonlySet<string> => new Set(policies.split(','));

/** Says that what is shown is of selected policies alone, and leads to all of it. */
export function OfSelection({ policies, all }: Props) {
  const count = selectedIn(policies).size;
  return (
    <Notice
      action={
        <LinkButton size="sm" href={all}>
          Show all
        </LinkButton>
      }
    >
      {count === 1 ? 'Of the selected policy alone.' : `Of the ${count} selected policies alone.`}
    </Notice>
  );
}
