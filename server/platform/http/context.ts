import type { LentRight } from '../../../domain/authority/rules.ts';
import type { HeldRole, Permission } from '../../../domain/permissions.ts';
import type { Day } from '../../../domain/values/day.ts';
import type { Database } from '../db/pool.ts';
import type { AuditEntry } from '../audit/audit.ts';

export type Firm = {
  name: string;
  baseCurrency: string;
  timeZone: string;
  /** Days after its approval in which a call of a claim is due. */
  claimDays: number;
  brokerageRecognition: 'DEBIT_NOTE' | 'RECEIPT';
  makerChecker: boolean;
  /** The month that its financial year begins with, 1 to 12. */
  yearStart: number;
  /** A session ends after so many minutes without a call. */
  idleMinutes: number;
};

export type BranchRef = { id: number; code: string; name: string };

export type SessionUser = {
  id: number;
  name: string;
  email: string;
  isRoot: boolean;
  /** Roles by branch id, with what they allow; root holds ROLE_ROOT in every branch. */
  roles: ReadonlyMap<number, readonly HeldRole[]>;
  /** Rights that others lend to them now, by branch id. */
  lent: ReadonlyMap<number, readonly LentRight[]>;
  /** A role held requires a second factor and none was added yet. */
  secondFactorNeeded: boolean;
};

/** Who asks, from the session alone. */
export type Caller = {
  sessionId: string;
  user: SessionUser;
  /** The session's active branch. */
  branch: BranchRef;
  branches: readonly BranchRef[];
  firm: Firm;
};

/** What every signed-in handler works with: its transaction, its caller, and the branches it may touch. */
export type Ctx = Caller & {
  db: Database;
  /** Branches in which the caller holds the endpoint's permission, narrowed by the request: also what row-level security sees. */
  scope: readonly number[];
  today: Day;
  /** What the caller wants a document as. */
  accepts: 'json' | 'pdf';
  now: Date;
  can: (permission: Permission, branchId: number) => boolean;
  audit: (entry: AuditEntry) => Promise<void>;
};

/** What a handler without a session works with. */
export type PublicCtx = {
  db: Database;
  now: Date;
  address: string;
  /** What logs and the trail call that address: alike for the same one, and of no use without the signing key. */
  addressId: string;
  /** What the browser calls itself. */
  agent: string;
};
