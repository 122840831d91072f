import { DOCUMENT_LABELS } from '../../../domain/documents/contract.ts';
import type { Tone } from '../../ui/Badge.tsx';
import { changesIn } from './history-changes.ts';

type Facts = Readonly<Record<string, unknown>>;
type Words = { what: string; tone?: Tone };

const WORDS: Readonly<Record<string, Words>> = {
  saved: { what: 'made it' },
  create: { what: 'added it' },
  edited: { what: 'changed it' },
  edit: { what: 'changed it' },
  status: { what: 'changed its status' },
  submitted: { what: 'submitted it for approval', tone: 'warn' },
  withdrawn: { what: 'took it back to draft' },
  approved: { what: 'approved it', tone: 'good' },
  rejected: { what: 'rejected it', tone: 'bad' },
  allocated: { what: 'allocated some of what was left', tone: 'good' },
  paid: { what: 'paid it', tone: 'good' },
  reversed: { what: 'reversed it', tone: 'bad' },
  disabled: { what: 'disabled it', tone: 'bad' },
  account_proposed: { what: 'proposed a bank account', tone: 'warn' },
  account_confirmed: { what: 'confirmed the bank account', tone: 'good' },
  account_refused: { what: 'refused the bank account', tone: 'bad' },
  account_withdrawn: { what: 'withdrew the bank account' },
  merged_into: { what: 'merged it into another', tone: 'bad' },
  merged_from: { what: 'merged another into it' },
  attached: { what: 'attached a file' },
  detached: { what: 'removed a file' },
  renewed: { what: 'renewed it', tone: 'good' },
  not_renewed: { what: 'marked it not renewed', tone: 'warn' },
  to_be_renewed: { what: 'took back that it is not renewed' },
  renewal_notice: { what: 'sent a renewal notice', tone: 'info' },
  note_deleted: { what: 'deleted a note' },
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function documentWords(verb: string, facts: Facts): Words {
  const kind = textOf(facts['kind']);
  return { what: `${verb} ${(DOCUMENT_LABELS[kind] ?? 'document').toLowerCase()} ${textOf(facts['number'])}` };
}

/** What somebody did, as their name is followed by it. */
export function wordsOf(action: string, facts: Facts): Words {
  if (action === 'made') return documentWords('made', facts);
  if (action === 'sent') return { ...documentWords('sent', facts), tone: 'info' };
  if (action === 'superseded') return { ...documentWords('replaced', facts), tone: 'warn' };
  return WORDS[action] ?? { what: action.replaceAll('_', ' ') };
}

/** From whose record of which number it was read, when it came as a file. */
function sourceWords(source: unknown): string[] {
  const { number, sender } = (source ?? {}) as Facts;
  return textOf(number) === '' ? [] : [`from a file: ${textOf(number)} of ${textOf(sender)}`];
}

/** More about it: the file, the reason, how many it was sent to, the values that changed. */
export function detailOf(action: string, facts: Facts): string {
  const reason = textOf(facts['reason']);
  const { recipients } = facts;
  const sent = (action === 'sent' || action === 'renewal_notice') && typeof recipients === 'number';
  return [
    ...(textOf(facts['file']) === '' ? [] : [textOf(facts['file'])]),
    ...sourceWords(facts['source']),
    ...(sent ? [`by mail to ${recipients} ${recipients === 1 ? 'address' : 'addresses'}`] : []),
    ...(reason === '' ? [] : [`“${reason}”`]),
    ...changesIn(facts),
  ].join(' · ');
}
