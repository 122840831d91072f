import { can, useSession } from '../../api/session.ts';
import { claimsTab, paths } from '../../paths.ts';
import { PageTabs } from '../ledger/PageTabs.tsx';

const TABS = [
  { label: 'Claims', href: paths.claims, report: false },
  { label: 'Recovery', href: claimsTab('recovery'), report: false },
  { label: 'Events', href: claimsTab('events'), report: false },
  { label: 'Register', href: paths.claimRegister, report: true },
  { label: 'Against premium', href: paths.claimResults, report: true },
  { label: 'Large losses', href: paths.largeLosses, report: true },
] as const;

type ClaimTab = (typeof TABS)[number]['label'];

/** Claims, what securities owe on them, and the reports of claims, each a step away. */
export function ClaimTabs({ current }: { current: ClaimTab }) {
  const session = useSession();
  const views = can(session, 'claims.view');
  const reports = can(session, 'reports.production');
  const tabs = TABS.filter((tab) => (tab.report ? reports : views));
  return (
    <PageTabs label="Claims" tabs={tabs.map(({ label, href }) => ({ label, href, current: label === current }))} />
  );
}
