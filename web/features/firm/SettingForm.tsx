import { useRef, type ReactNode } from 'react';
import { can, useSession } from '../../api/session.ts';
import { Button } from '../../ui/buttons/Button.tsx';
import { Fields } from '../../ui/forms/Fields.tsx';
import { ErrorSummary } from '../../ui/forms/FormPage.tsx';
import { Notice } from '../../ui/notices/Notice.tsx';
import { PageTitle } from '../../ui/layout/PageTitle.tsx';
import { useKeys } from '../../ui/hooks/use-keys.ts';
import type { SettingFormState } from './use-setting-form.ts';

type Props<V> = {
  title: string;
  detail?: ReactNode;
  state: SettingFormState<V>;
  /** Further buttons next to Save. */
  tools?: ReactNode;
  /** The second form of a page is headed as a part of it. */
  part?: boolean;
  children: ReactNode;
};

/** Whether the signed-in user may change the firm's settings. */
export function useMayManage(): boolean {
  return can(useSession(), 'firm.manage');
}

/** A page of settings: read by those who may see it, changed and saved by root. */
export function SettingForm<V>({ title, detail, state, tools, part = false, children }: Props<V>) {
  const mayManage = useMayManage();
  const { dirty, busy, save, discard, problems, refusal, stale } = state;
  const form = useRef<HTMLFormElement>(null);
  useKeys({
    'ctrl+s': (event) => {
      event.preventDefault();
      // Of two forms the one that is typed into, else the first.
      const typedInto = document.activeElement?.closest('form') ?? null;
      const isMeant = typedInto === null ? !part : typedInto === form.current;
      if (mayManage && dirty && !busy && isMeant) void save();
    },
  });
  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        if (mayManage && !busy) void save();
      }}
      className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-3"
    >
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        {part ? (
          <div className="min-w-0 flex-1 basis-80">
            <h2 className="text-base font-semibold">{title}</h2>
            {detail !== undefined && <p className="text-mute">{detail}</p>}
          </div>
        ) : (
          <PageTitle {...{ title, detail }} />
        )}
        <div className="no-print flex flex-wrap gap-2">
          {tools}
          {mayManage && (
            <>
              {dirty && <Button onClick={discard}>Discard changes</Button>}
              <Button
                type="submit"
                variant="primary"
                {...{ busy }}
                disabledReason={dirty ? undefined : 'Nothing was changed.'}
              >
                Save changes
              </Button>
            </>
          )}
        </div>
      </div>
      <ErrorSummary problems={problems} />
      {!mayManage && <Notice>Only root changes these settings.</Notice>}
      {stale && (
        <Notice tone="warn" action={<Button onClick={discard}>Load theirs</Button>}>
          Somebody else saved these settings while you changed them here.
        </Notice>
      )}
      {refusal !== null && (
        <div role="alert">
          <Notice tone="bad">{refusal}</Notice>
        </div>
      )}
      <Fields {...{ busy }}>
        <fieldset disabled={!mayManage} className="min-w-0 divide-y divide-line border-t border-line pt-4">
          {children}
        </fieldset>
      </Fields>
    </form>
  );
}
