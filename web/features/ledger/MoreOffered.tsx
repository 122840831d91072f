import { Notice } from '../../ui/notices/Notice.tsx';
import type { Beyond } from './use-found.ts';

type Props = {
  beyond: Beyond;
  /** What is offered: "500 notes that fall due first". */
  first: string;
};

/** Says that what is offered is the first of more, and that the others are looked for; or why that could not be done. */
export function MoreOffered({ beyond: { problem }, first }: Props) {
  return (
    <div role={problem === undefined ? undefined : 'alert'}>
      <Notice tone={problem === undefined ? 'info' : 'bad'}>
        {problem ?? `The ${first} are shown. Find others by their number, policy or insured.`}
      </Notice>
    </div>
  );
}
