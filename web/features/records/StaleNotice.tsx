import { useQueryClient } from '@tanstack/react-query';
import { AppLink, useGo } from '../../ui/buttons/AppLink.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { Button, buttonClass } from '../../ui/buttons/Button.tsx';

type Props = { id: number; href: (id: number) => string; onStartOver: () => void };

/** Someone else saved it meanwhile: what was typed stays until the user has seen what is there now. */
export function StaleNotice({ id, href, onStartOver }: Props) {
  const go = useGo();
  const client = useQueryClient();
  const startOver = async () => {
    onStartOver();
    await client.invalidateQueries();
    go(href(id), { replace: true });
  };
  return (
    <div role="alert">
      <Notice tone="bad" title="Someone else changed this since you opened it">
        <p>
          Your input is still here and was not saved. Compare it with what is there now in another tab, then leave your
          changes, open it again and enter what is still needed.
        </p>
        <div className="mt-2 mb-1 flex flex-wrap gap-2">
          <AppLink href={href(id)} target="_blank" className={buttonClass('default', 'sm')}>
            See what is there now
          </AppLink>
          <Button size="sm" onClick={() => void startOver()}>
            Leave my changes
          </Button>
        </div>
      </Notice>
    </div>
  );
}
