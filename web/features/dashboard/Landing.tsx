import { clsx } from 'clsx';
import { LinkButton } from '../../ui/buttons/Button.tsx';
import { paths } from '../../paths.ts';

const STEPS = [
  ['Place', 'Offer, write, sign down and approve local policies and London slips. The figures follow each keystroke.'],
  ['Account', 'Approval issues the debit note, the credit notes and one balanced journal. Nothing is keyed twice.'],
  ['Collect and pay', 'Receipts are allocated to notes; what has been received is released to each security.'],
  ['Claim', 'Cash calls go out by line at the date of loss, and are followed until the reinsured is paid.'],
  ['Report', 'Statements, ageing, renewals, trial balance: each figure opens down to the journal that made it.'],
] as const;

/** On a telephone the whole would be too small to read: the page beside its sidebar, at twice the size. */
const ENLARGED = 'max-sm:-ml-[35%] max-sm:w-[210%] max-sm:max-w-none';

/** What the product is, for visitors who have not signed in. */
export function Landing() {
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-4xl content-center gap-10 px-5 py-12">
      <title>Slipway</title>
      <header className="grid gap-4">
        <p className="flex items-center gap-2 text-base font-semibold">
          <img src="/icon.svg" alt="" width="24" height="24" />
          Slipway
        </p>
        <h1 className="max-w-2xl text-3xl font-semibold tracking-tight text-balance">
          From the slip to the settled claim, one set of books
        </h1>
        <p className="max-w-xl text-base text-mute">
          For the staff of an insurance and reinsurance brokerage: underwriting, claims, receivables, payables and
          reports, by branch and by role.
        </p>
        <div className="flex gap-2">
          <LinkButton variant="primary" href={paths.signIn}>
            Sign in
          </LinkButton>
          <LinkButton href={paths.signUp}>Create an account</LinkButton>
        </div>
      </header>
      <figure className="overflow-hidden rounded-xl border border-line shadow-2xl shadow-black/10">
        {(['light', 'dark'] as const).map((theme) => (
          <img
            key={theme}
            src={`/policy-${theme}.png`}
            alt="A policy: its parties, its money at a glance, the figures of each security and who decided it."
            width="1280"
            height="800"
            loading="lazy"
            className={clsx('h-auto w-full', ENLARGED, theme === 'dark' ? 'hidden dark:block' : 'dark:hidden')}
          />
        ))}
      </figure>
      <ol className="grid gap-px overflow-hidden rounded-xl border border-line bg-line sm:grid-cols-5">
        {STEPS.map(([name, text], index) => (
          <li key={name} className="bg-panel p-4">
            <p className="text-xs text-mute tabular-nums">{index + 1}</p>
            <h2 className="mt-1 font-semibold">{name}</h2>
            <p className="mt-1 text-mute">{text}</p>
          </li>
        ))}
      </ol>
    </main>
  );
}
