import type { WireReply } from '../../../domain/endpoint.ts';
import type { coverType } from '../../../domain/registers/classes.ts';
import { showCount } from '../../ui/fields/whole-number.ts';

export type Uses = WireReply<typeof coverType.one>['uses'];

// Counts are exact to 10,000.
export const countOf = (count: number) => (count > 10_000 ? 'more than 10,000' : showCount(count));

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${countOf(count)} ${many}`);

/** "3 drafts, 1 policy waiting for approval and 12 policies in force"; '' when there are none. */
export function usesList(uses: NonNullable<Uses>): string {
  const parts = [
    ...(uses.drafts > 0 ? [counted(uses.drafts, 'draft', 'drafts')] : []),
    ...(uses.waiting > 0
      ? [counted(uses.waiting, 'policy waiting for approval', 'policies waiting for approval')]
      : []),
    ...(uses.inForce > 0 ? [counted(uses.inForce, 'policy in force', 'policies in force')] : []),
  ];
  const last = parts.pop();
  return parts.length === 0 ? (last ?? '') : `${parts.join(', ')} and ${last}`;
}

/**
 * The policies that making a class or clause inactive leaves unchanged; nothing for those who may not see policies. §4
 * registers.
 */
export function keptSentence(uses: Uses): string {
  if (uses === null) return '';
  const list = usesList(uses);
  return list === ''
    ? 'No draft and no policy in force in your branches names it. '
    : `In your branches ${list} ${uses.drafts + uses.waiting + uses.inForce === 1 ? 'keeps' : 'keep'} it. `;
}

/** What disabling a currency affects. */
export function currencySentence(uses: Uses, code: string): string {
  if (uses === null) return '';
  const { drafts } = uses;
  const others = usesList({ ...uses, drafts: 0 });
  const one = uses.waiting + uses.inForce === 1;
  const list = [
    ...(drafts > 0
      ? [
          `In your branches ${counted(drafts, 'draft is', 'drafts are')} in ${code}: ${drafts === 1 ? 'it' : 'they'} cannot be saved again before it is active or the currency is another.`,
        ]
      : []),
    ...(others === ''
      ? []
      : [`${others.charAt(0).toUpperCase()}${others.slice(1)} ${one ? 'stays as it is' : 'stay as they are'}.`]),
  ];
  return list.length === 0 ? `No draft and no policy in force in your branches is in ${code}. ` : `${list.join(' ')} `;
}
