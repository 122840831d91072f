import { AppError } from '../../../domain/errors.ts';

/** Unique keys that people break: what is there already, and the field at which a form says so. */
type Taken = { what: string; field?: string };
const TAKEN: Readonly<Record<string, Taken>> = {
  parties_name_once: { what: 'A party with this name', field: 'name' },
  bank_account_proposed_once: { what: 'An account that waits for confirmation' },
  cover_types_name_once: { what: 'A class with this name', field: 'name' },
  clause_code_once: { what: 'A clause with this code', field: 'code' },
  users_email_key_key: { what: 'A user with this email address' },
  security_replaced_once: { what: 'A replacement of this security on this policy from this day' },
  template_name_once: { what: 'A template with this name' },
  umr_once: { what: 'A slip with this UMR' },
  payment_terms_code_once: { what: 'Payment terms with this code', field: 'code' },
  ledger_accounts_pkey: { what: 'An account with this code', field: 'code' },
  branches_code_key: { what: 'A branch with this code', field: 'code' },
  bank_account_once: { what: 'This account of the bank in this currency', field: 'number' },
  taxes_code_key: { what: 'A tax with this code', field: 'code' },
  authority_limit_once: { what: 'A limit of this role for this kind of record', field: 'kind' },
  certificate_once: { what: 'A certificate of this tax with this number', field: 'certificate' },
  net_settlement_once: { what: 'A net settlement of this note' },
  threshold_once: { what: 'A threshold from this day', field: 'valid_from' },
  event_name_once: { what: 'An event with this name', field: 'name' },
  budget_once: { what: 'A budget of this class for this year', field: 'class' },
  saved_view_once: { what: 'A view with this name', field: 'name' },
  currencies_code_key: { what: 'A currency with this code', field: 'code' },
};

/** All other constraints whose breach somebody else's work, or too much of it, explains. */
const REFUSED: Readonly<Record<string, () => AppError>> = {
  party_was_merged: () => new AppError('STALE'),
  parties_can_merge: () => new AppError('STALE'),
  bank_account_active_once: () => new AppError('STALE'),
  maker_is_not_checker: () => new AppError('SELF_DECISION'),
  payer_is_not_checker: () => new AppError('SELF_DECISION'),
  debit_note_once: () => new AppError('STALE'),
  credit_note_once: () => new AppError('STALE'),
  entry_once: () => new AppError('STALE'),
  revaluation_once: () => new AppError('STALE'),
  year_closed_once: () => new AppError('STALE'),
  reversed_once: () => new AppError('STALE'),
  settled_within_note: () => new AppError('OVER_ALLOCATED', { note: 'the note' }),
  outstanding_within_item: () => new AppError('OVER_ALLOCATED', { note: 'the note' }),
  allocated_within_receipt: () => new AppError('RECEIPT_SPENT', { left: 'less' }),
  committed_within_part: () => new AppError('STALE'),
  committed_within_tax: () => new AppError('STALE'),
  // What a voucher gives back was taken back by one that was paid since. M15.
  paid_within_committed: () => new AppError('TAKEN_BACK'),
  advanced_within_committed: () => new AppError('TAKEN_BACK'),
  fee_within_note: () => new AppError('STALE'),
  movement_number_once: () => new AppError('STALE'),
  claim_note_once: () => new AppError('STALE'),
  endorsement_number_once: () => new AppError('STALE'),
  statement_place_once: () => new AppError('STALE'),
  bank_line_once: () => new AppError('STALE'),
  voucher_in_one_file: () => new AppError('STALE'),
  maker_is_not_approver: () => new AppError('SELF_DECISION'),
  line_matched_once: () => new AppError('STALE'),
  receipt_matched_once: () => new AppError('STALE'),
  voucher_matched_once: () => new AppError('STALE'),
  made_good_matched_once: () => new AppError('STALE'),
  reminder_once: () => new AppError('REMINDED'),
  remittance_once: () => new AppError('ADVISED'),
  statement_of_party_once: () => new AppError('STALE'),
  statement_follows: () => new AppError('STALE'),
  finished_stays: () => new AppError('STALE'),
  reconciliation_followed_once: () => new AppError('STALE'),
};

/** The error that a person reads when a constraint of the schema stops a write; null of one that only a fault breaks. */
export function constraintError(constraint: string): AppError | null {
  const taken = TAKEN[constraint];
  if (taken) return new AppError('DUPLICATE', { what: taken.what });
  return REFUSED[constraint]?.() ?? null;
}

/** Does a write that may break a unique key, and answers that at the field of its form. §8. */
export async function orDuplicate<T>(write: Promise<T>, words: Partial<Taken> = {}): Promise<T> {
  try {
    return await write;
  } catch (error) {
    const { constraint = '' } = error as { constraint?: string };
    const { what, field } = { what: '', ...TAKEN[constraint], ...words };
    if (TAKEN[constraint]?.field === undefined || field === undefined) throw error;
    throw new AppError('DUPLICATE', { what }, [{ field, message: `${what} already exists.` }]);
  }
}
