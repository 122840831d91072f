import * as claims from './claim-probes.ts';
import type { Control } from './control.ts';
import { released } from './release-probes.ts';

const ALL_IS_FREE = released('(free - held_back)::bigint', 'effective::bigint');
const claimsBecome = (
  now: string,
) => `create function other_claim() returns trigger language plpgsql as $f$ begin ${now}; return new; end $f$;
  create trigger other_claim before update on claims for each row execute function other_claim()`;
const CALLED_FORGOTTEN = claimsBecome('new.ours_called := 0');
const HALF_COLLECTED = `create function other_note() returns trigger language plpgsql as
    $f$ begin if new.purpose = 'CLAIM' then new.settled := new.amount / 2; end if; return new; end $f$;
  create trigger other_note before insert on notes for each row execute function other_note()`;
const MADE_GOOD_TWICE = `create function other_voucher() returns trigger language plpgsql as
    $f$ begin if new.kind = 'MAKE_GOOD' and new.status = 'PAID' then new.amount := new.amount * 2; end if; return new; end $f$;
  create trigger other_voucher before update on vouchers for each row execute function other_voucher()`;
const NEVER_OPEN = claimsBecome(`new.closed_on := date '2026-03-02'`);

/** The controls of claims. */
export const CLAIM_CONTROLS: readonly Control[] = [
  {
    name: 'the reinsured is paid what was collected on its claim',
    probe: claims.paidAsCollected,
    mutants: { 'what is not collected is free': { sql: ALL_IS_FREE } },
  },
  {
    name: 'no more of a claim is set off than was collected',
    probe: claims.setOffAsCollected,
    mutants: { 'what is not collected is free': { sql: ALL_IS_FREE } },
  },
  {
    name: 'what was made good for a claim stays while the reinsured is paid with it',
    probe: claims.madeGoodStays,
    mutants: { 'what is made good counts twice': { sql: MADE_GOOD_TWICE } },
  },
  {
    name: 'premium is settled net once its brokerage and taxes came in',
    probe: claims.netAsCollected,
    mutants: { 'half of each claim counts as collected': { sql: HALF_COLLECTED } },
  },
  {
    name: 'a policy whose claim was called is not cancelled from its first day',
    probe: claims.calledForbidsFlat,
    mutants: { 'what was called is forgotten': { sql: CALLED_FORGOTTEN } },
  },
  {
    name: 'premium is given back on an open claim for a reason alone',
    probe: claims.openAsksForReason,
    mutants: { 'claims are never open': { sql: NEVER_OPEN } },
  },
  {
    name: 'a claim is found at its stage and by the class of its policy',
    probe: claims.stageIsKept,
    mutants: {
      'not when it is approved': { sql: 'drop trigger touched_begin on claims; drop trigger touched_change on claims' },
      'not when money comes': { sql: 'drop trigger touched_claims on notes' },
      'not once its policy has another class': { sql: 'drop trigger claims_follow on policies' },
    },
  },
];
