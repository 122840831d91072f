import { inPolicyCurrency } from '../../../../domain/claims/limits.ts';
import { oursOf } from '../../../../domain/claims/shares.ts';
import { LIMIT_BASIS_LABELS } from '../../../../domain/claims/states.ts';
import { formatAmount } from '../../../../domain/values/money.ts';
import { PAR, parseExchangeRate, parseRate } from '../../../../domain/values/rate.ts';
import { claimHref } from '../../../paths.ts';
import { AppLink } from '../../../ui/buttons/AppLink.tsx';
import { Card } from '../../../ui/layout/Card.tsx';
import { MoneyText } from '../../../ui/marks/Figures.tsx';
import { FiguresPanel, type FigureRow } from '../../../ui/marks/FiguresPanel.tsx';
import { Notice } from '../../../ui/notices/Notice.tsx';
import { unitsOf } from '../../ledger/wire-amounts.ts';
import type { ClaimValues, CoverAtLoss } from './claim-form.ts';
import { COVER_RULE_LABELS } from '../claim-words.ts';
import { showDay } from '../../../ui/marks/format.ts';

/** What the loss raises against its cover, rule by rule; the claim is kept all the same. */
export function CoverWarnings({ warnings }: Pick<CoverAtLoss, 'warnings'>) {
  return warnings.map(({ rule, sentence }) => (
    <Notice key={rule} tone="warn" title={COVER_RULE_LABELS[rule]}>
      {sentence}
    </Notice>
  ));
}

/** Claims of the policy with a loss within three days: the same one is not entered twice. */
export function PossibleDuplicates({ duplicates }: Pick<CoverAtLoss, 'duplicates'>) {
  if (duplicates.length === 0) return null;
  return (
    <Card title="Possible duplicates">
      <ul className="grid gap-2">
        {duplicates.map((twin) => (
          <li key={twin.id}>
            <AppLink
              href={claimHref(twin.id)}
              target="_blank"
              className="inline-flex min-h-6 items-center rounded text-link tabular-nums hover:underline"
            >
              {twin.number}
            </AppLink>
            <span className="block text-mute">
              {showDay(twin.data_loss_date)} ·{' '}
              <MoneyText withCurrency value={twin.claimreserve} currency={twin.currency} />
            </span>
            {twin.claim_desc !== '' && <span className="line-clamp-2 text-mute wrap-anywhere">{twin.claim_desc}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function limitRows(cover: CoverAtLoss): FigureRow[] {
  const days = cover.notification_days;
  return [
    { label: 'Sum insured', value: cover.sum_insured, note: LIMIT_BASIS_LABELS[cover.limit_basis] },
    { label: 'Left of the limit', value: cover.limit_left },
    ...(cover.excess_amount === null ? [] : [{ label: 'Excess', value: cover.excess_amount }]),
    ...(cover.cash_loss_limit === null ? [] : [{ label: 'Cash-loss limit', value: cover.cash_loss_limit }]),
    ...(days === null ? [] : [{ label: 'To be notified in', value: `${days} days`, kind: 'text' as const }]),
    { label: 'Our share', value: cover.share, kind: 'rate', level: 'total' },
  ];
}

/** The policy as at the date of loss: what it covers and who bore it. */
export function CoverFigures({ cover }: { cover: CoverAtLoss }) {
  return (
    <FiguresPanel
      title="Cover at the loss"
      currency={cover.policy.currency}
      rows={[
        ...limitRows(cover),
        ...cover.lines.map(({ security, line }) => ({
          label: security.name,
          value: line,
          kind: 'rate' as const,
          level: 'sub' as const,
        })),
      ]}
      {...(cover.excess !== '' && {
        footer: <p className="text-xs text-mute wrap-anywhere">Excess: {cover.excess}</p>,
      })}
    />
  );
}

/** Ours of the reserve as typed, and whether the limit leaves as much. */
function ReserveFigures({ values, cover }: { values: ClaimValues; cover: CoverAtLoss }) {
  const policyCurrency = cover.policy.currency;
  const currency = values.currency === '' ? policyCurrency : values.currency;
  const reserve = unitsOf(values.claimreserve, currency);
  const share = parseRate(values.claim_share === '' ? cover.share : values.claim_share);
  const typed = currency === policyCurrency ? PAR : parseExchangeRate(values.exchange_rate);
  const rate = typeof typed === 'bigint' ? typed : PAR;
  const over =
    inPolicyCurrency(reserve, { currency, policyCurrency, rate }) > unitsOf(cover.limit_left, policyCurrency);
  const ours = typeof share === 'bigint' ? oursOf(reserve, share) : 0n;
  return (
    <>
      <FiguresPanel
        live
        title="This claim"
        {...{ currency }}
        rows={[
          { label: 'Reserve, 100%', value: formatAmount(reserve, currency), ...(over && { tone: 'bad' as const }) },
          { label: 'Ours', value: formatAmount(ours, currency), level: 'total' },
        ]}
      />
      {over && <Notice tone="warn">The reserve is above what the limit leaves.</Notice>}
    </>
  );
}

type Props = { values: ClaimValues; cover: CoverAtLoss | undefined; error: Error | null };

/** Next to the first form: the cover as at the date of loss, what it raises, claims that may be the same. */
export function CoverRail({ values, cover, error }: Props) {
  if (error !== null && cover === undefined)
    return (
      <Notice tone="bad" title="The cover cannot be shown">
        {error.message}
      </Notice>
    );
  if (cover === undefined)
    return <Notice>Choose the policy: its cover, lines and limit at the date of loss are shown here.</Notice>;
  const dated = values.data_loss_date !== '';
  return (
    <>
      {dated && <CoverWarnings warnings={cover.warnings} />}
      {dated && <PossibleDuplicates duplicates={cover.duplicates} />}
      <ReserveFigures {...{ values, cover }} />
      <CoverFigures {...{ cover }} />
      {!dated && <p className="text-xs text-mute">As today; the date of loss decides.</p>}
    </>
  );
}
