import * as z from 'zod/mini';
import { type effectOfMovement, type getMovement, movementBody } from '../../../../domain/claims/movement-contract.ts';
import {
  MOVEMENT_AMOUNTS,
  MOVEMENT_LABELS,
  MOVEMENT_TYPES,
  type MovementType,
} from '../../../../domain/claims/states.ts';
import type { WireReply } from '../../../../domain/endpoint.ts';
import type { FieldError } from '../../../../domain/errors.ts';
import { bodyOf, emptyOf, type FormValues, valuesOf } from '../../../../domain/forms.ts';
import { readPositive } from '../../../../domain/ledger/amounts.ts';
import type { ClaimRecord } from '../form/claim-form.ts';

export type MovementRecord = WireReply<typeof getMovement>;
export type TypedEffect = WireReply<typeof effectOfMovement>;

/** The fields of the form, in its order. */
export const MOVEMENT_FORM = z.pick(movementBody, {
  type: true,
  movement_date: true,
  amount: true,
  ex_gratia: true,
  agreed: true,
  planned_on: true,
  payee: true,
  reason: true,
});
export type MovementValues = FormValues<typeof MOVEMENT_FORM>;

/** What a movement of a claim is about: the claim as its form needs it. */
export type Moved = Pick<ClaimRecord, 'id' | 'number' | 'currency' | 'stage' | 'cover'>;

/** A closed claim is reopened, or something comes back; an open one is not reopened. */
export function typesFor({ stage }: Pick<Moved, 'stage'>): { value: MovementType; label: string }[] {
  const closed = stage === 'CLOSED';
  return MOVEMENT_TYPES.filter((type) => (closed ? type === 'REOPEN' || type === 'SALVAGE' : type !== 'REOPEN')).map(
    (value) => ({ value, label: MOVEMENT_LABELS[value] }),
  );
}

export function blankMovement(claim: Pick<Moved, 'stage'>, today: string): MovementValues {
  const type = claim.stage === 'CLOSED' ? 'REOPEN' : 'CALL';
  return { ...emptyOf(MOVEMENT_FORM), type, movement_date: today };
}

export const valuesOfMovement = (movement: MovementRecord): MovementValues =>
  valuesOf(MOVEMENT_FORM, { ...movement, agreed: movement.agreed.map(({ id }) => id) });

export const hasAmount = (type: MovementType) => MOVEMENT_AMOUNTS[type] !== null;
/** What is asked of the securities on a day of its own. */
export const isAsked = (type: MovementType) => type === 'CALL' || type === 'FEE' || type === 'FINAL';

/** The form as it travels: what its type has no field for is not sent. */
export function bodyOfMovement(values: MovementValues) {
  const { type } = values;
  const exGratia = type === 'CALL' && values.ex_gratia;
  return bodyOf(MOVEMENT_FORM, {
    ...values,
    amount: hasAmount(type) ? values.amount : '',
    ex_gratia: exGratia,
    agreed: exGratia ? values.agreed : [],
    planned_on: isAsked(type) ? values.planned_on : '',
    payee: type === 'FEE' ? values.payee : '',
  });
}

/** What is wrong besides what the contract says: the amount, and what the claim as it is now does not allow. */
export function faultsOfMovement(
  { type, amount }: MovementValues,
  { currency, effect }: { currency: string; effect: TypedEffect | undefined },
): FieldError[] {
  if (!hasAmount(type)) return effect?.faults ?? [];
  const read = amount === '' ? 'Amount must be more than 0.' : readPositive(amount, currency);
  return typeof read === 'string' ? [{ field: 'amount', message: read }] : (effect?.faults ?? []);
}
