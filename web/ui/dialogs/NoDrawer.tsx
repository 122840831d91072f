import { ErrorState, PageSkeleton } from '../notices/States.tsx';
import { Drawer, type DialogProps } from './Dialog.tsx';

type Props = Pick<DialogProps, 'onClose' | 'title' | 'size'> & { error: unknown; refetch: () => unknown };

/** A drawer whose record is not read yet: its skeleton, or why it is not there. */
export function NoDrawer({ error, refetch, ...drawer }: Props) {
  return (
    <Drawer open {...drawer}>
      {error === null ? <PageSkeleton /> : <ErrorState error={error} onRetry={() => void refetch()} />}
    </Drawer>
  );
}
