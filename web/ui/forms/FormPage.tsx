import { clsx } from 'clsx';
import { Children, useId, useRef, type ReactNode } from 'react';
import { Button } from '../buttons/Button.tsx';
import { MoneyText } from '../marks/Figures.tsx';
import { InSteps } from '../layout/InSteps.tsx';
import { PageTitle } from '../layout/PageTitle.tsx';
import { focusRing } from '../styles.ts';
import { Fields } from './Fields.tsx';
import { useKeys } from '../hooks/use-keys.ts';

export type FormProblem = { field: string; message: string };

/** What a form comes to, seen while its rail is not beside it. */
export type FormFigure = { label: string; /** Decimal text of the wire. */ value: string; currency: string };

type FormPageProps = {
  title: string;
  detail?: ReactNode;
  children: ReactNode;
  /** Figures that follow each keystroke; sticky next to the form. */
  rail?: ReactNode;
  /** The figure that is never out of sight: in a foot where there is no room for the rail, beside Submit on a telephone. */
  figure?: FormFigure;
  /** All that is wrong, in the order of the form; `field` is the id of the field. */
  problems?: readonly FormProblem[];
  /** A refusal that belongs to no field. */
  notice?: ReactNode;
  submit: { label: string; onSubmit: () => void; disabledReason?: string | undefined };
  /** Left out where there are no drafts. */
  draft?: { label?: string; onSave: () => void; disabledReason?: string | undefined };
  onCancel: () => void;
  busy?: boolean;
};

/** How many sections are drawn before the others: what a screen shows of a form. */
const AT_ONCE = 2;

/** The page of a form. Ctrl+S saves the draft, Ctrl+Enter submits, Esc leaves (what was typed is kept by `useKeptInput`). */
export function FormPage(props: FormPageProps) {
  const { title, detail, children, rail, figure, problems = [], notice, submit, draft, onCancel, busy = false } = props;
  const sections = Children.toArray(children);
  const form = useRef<HTMLFormElement>(null);
  const leaveField = () => {
    // A field puts its figure in form when it is left; a key press alone would send what is half typed.
    if (document.activeElement instanceof HTMLElement && form.current?.contains(document.activeElement)) {
      const element = document.activeElement;
      element.blur();
      element.focus();
    }
  };
  useKeys({
    'ctrl+s': (event) => {
      event.preventDefault();
      leaveField();
      if (busy) return;
      if (draft !== undefined) draft.onSave();
      else submit.onSubmit();
    },
    'ctrl+enter': (event) => {
      event.preventDefault();
      leaveField();
      if (!busy && submit.disabledReason === undefined) submit.onSubmit();
    },
    escape: () => onCancel(),
  });
  const send = (
    <Button
      variant="primary"
      busy={busy}
      disabledReason={submit.disabledReason}
      onClick={submit.onSubmit}
      aria-keyshortcuts="Control+Enter"
    >
      {submit.label}
    </Button>
  );
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        // Enter in a field does not send a long form: its buttons and keys do.
        event.preventDefault();
      }}
      className="mx-auto grid w-full max-w-7xl grid-cols-[minmax(0,1fr)] gap-4"
    >
      <div className="sticky top-12 z-30 -mx-4 flex flex-wrap items-center justify-between gap-2 border-b border-line bg-bg/95 px-4 py-2.5 backdrop-blur max-sm:static">
        <PageTitle title={title} {...(detail === undefined ? {} : { detail })} />
        <div className="flex flex-wrap items-center gap-2">
          <Button variant="ghost" className="px-2.5" onClick={onCancel}>
            Cancel
          </Button>
          {draft !== undefined && (
            <Button
              busy={busy}
              disabledReason={draft.disabledReason}
              onClick={draft.onSave}
              aria-keyshortcuts="Control+S"
            >
              {draft.label ?? 'Save draft'}
            </Button>
          )}
          <span className="max-sm:hidden">{send}</span>
        </div>
      </div>
      <ErrorSummary problems={problems} />
      {notice}
      <div className={rail === undefined ? 'min-w-0' : 'grid gap-6 xl:grid-cols-[minmax(0,1fr)_288px]'}>
        <Fields {...{ busy }} className="min-w-0 divide-y divide-line">
          {sections.slice(0, AT_ONCE)}
          <InSteps>{sections.slice(AT_ONCE)}</InSteps>
        </Fields>
        {rail !== undefined && (
          <aside
            aria-label="Beside the form"
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys
            tabIndex={0}
            className={clsx(
              'grid content-start gap-4 rounded-lg xl:sticky xl:top-32 xl:-m-1 xl:max-h-[calc(100dvh-8.5rem)] xl:self-start xl:overflow-y-auto xl:p-1',
              focusRing,
            )}
          >
            {rail}
          </aside>
        )}
      </div>
      <div
        data-form-foot
        className={clsx(
          'no-print sticky bottom-0 z-30 -mx-4 -mb-4 flex items-center justify-between gap-3 border-t border-line bg-bg/95 px-4 py-2.5 backdrop-blur',
          figure === undefined ? 'sm:hidden' : 'xl:hidden',
        )}
      >
        {figure === undefined ? <span /> : <Figure {...figure} />}
        <span className="sm:hidden">{send}</span>
      </div>
    </form>
  );
}

function Figure({ label, value, currency }: FormFigure) {
  return (
    <p className="min-w-0">
      <span className="block text-xs text-mute">{label}</span>
      <MoneyText strong withCurrency {...{ value, currency }} />
    </p>
  );
}

/** All that is wrong, each line leading to its field. */
export function ErrorSummary({ problems }: { problems: readonly FormProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <div role="alert" className="rounded-lg border border-bad/30 bg-badsoft px-3.5 py-2.5">
      <p className="font-medium">
        {problems.length === 1 ? 'One field needs attention.' : `${problems.length} fields need attention.`}
      </p>
      <ul className="mt-1 grid gap-x-6 gap-y-0.5 sm:grid-cols-2 lg:grid-cols-3">
        {problems.map((problem) => (
          <li key={`${problem.field} ${problem.message}`}>
            <a
              href={`#${problem.field}`}
              onClick={(event) => {
                event.preventDefault();
                const field = document.getElementById(problem.field);
                field?.scrollIntoView({ block: 'center' });
                field?.focus({ preventScroll: true });
              }}
              className={`inline-block min-h-6 rounded text-bad underline underline-offset-2 ${focusRing}`}
            >
              {problem.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

type FormSectionProps = { title: string; hint?: ReactNode; columns?: 1 | 2 | 3; children: ReactNode };

const COLUMNS = { 1: '', 2: 'sm:grid-cols-2', 3: 'sm:grid-cols-2 lg:grid-cols-3' } as const;

/** A section of the slip: its name on the left, its fields in one to three columns. A field spans with `col-span-full`. */
export function FormSection({ title, hint, columns = 3, children }: FormSectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-6 gap-y-3 py-5 first:pt-1 md:grid-cols-[180px_minmax(0,1fr)] max-sm:placed-near max-sm:[contain-intrinsic-block-size:auto_50rem]"
    >
      <div>
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {hint !== undefined && <div className="mt-0.5 text-mute">{hint}</div>}
      </div>
      <div className={`grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-x-4 gap-y-3 ${COLUMNS[columns]}`}>
        {children}
      </div>
    </section>
  );
}
