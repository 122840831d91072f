import { KINDS, type Kind, rightsTo } from '../../../domain/records/kinds.ts';
import { can, type Session } from '../../api/session.ts';

export type DeskName = 'director' | 'money' | 'claims' | 'underwriting' | 'audit';

export type Sections = {
  /** What the role looks at first, beneath what all have. */
  desks: readonly DeskName[];
  premium: boolean;
  brokerage: boolean;
  dueToUs: boolean;
  dueToReinsurers: boolean;
  ageing: boolean;
  production: boolean;
  /** What waits for the user; nothing ever waits for who only reads. */
  work: boolean;
  /** All branches of the firm together, for root alone. */
  allBranches: boolean;
};

const DESK_ORDER: readonly DeskName[] = ['director', 'money', 'claims', 'underwriting', 'audit'];
const WORKS = Object.values(KINDS).flatMap((kind: Kind) => [...rightsTo('create', kind), ...rightsTo('decide', kind)]);

/** What a dashboard shows by role (product.md §5): what is not shown is not requested. */
export function sectionsFor(session: Session, together: boolean): Sections {
  const money = can(session, 'reports.money');
  const receivables = can(session, 'reports.receivables_ageing');
  // Claims may open the production reports, but their dashboard is of claims and their work.
  const production = money || (can(session, 'reports.production') && can(session, 'policies.create'));
  const director = money && can(session, 'policies.decide');
  const work = WORKS.some((permission) => can(session, permission));
  const desks: Record<DeskName, boolean> = {
    director,
    money: money && can(session, 'journals.create'),
    claims: can(session, 'claims.create'),
    underwriting: !money && can(session, 'policies.create') && can(session, 'reports.production'),
    // Who reads the books and does nothing in them.
    audit: money && !work,
  };
  return {
    desks: DESK_ORDER.filter((name) => desks[name]),
    premium: production,
    brokerage: money,
    dueToUs: money || receivables,
    dueToReinsurers: money,
    ageing: receivables,
    production,
    work,
    allBranches: together && can(session, 'firm.manage'),
  };
}
