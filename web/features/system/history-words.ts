import { DOCUMENT_LABELS } from '../../../domain/documents/labels.ts';
import { actionWords, type ActionWords } from '../../../domain/records/audit-actions.ts';
import { changesIn } from './history-changes.ts';

type Facts = Readonly<Record<string, unknown>>;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const OF_PAPERS = ['made', 'sent', 'superseded'];

/** What somebody did, as their name is followed by it; of a paper, which one. */
export function wordsOf(action: string, facts: Facts): ActionWords {
  const words = actionWords(action);
  if (!OF_PAPERS.includes(action)) return words;
  const paper = (DOCUMENT_LABELS[textOf(facts['kind'])] ?? 'document').toLowerCase();
  return { ...words, what: `${words.what} ${paper} ${textOf(facts['number'])}` };
}

/** From whose record of which number it was read, when it came as a file. */
function sourceWords(source: unknown): string[] {
  const { number, sender } = (source ?? {}) as Facts;
  return textOf(number) === '' ? [] : [`from a file: ${textOf(number)} of ${textOf(sender)}`];
}

/** More about it: the file, the reason, how many it was sent to, the values that changed. */
export function detailOf(action: string, facts: Facts): string {
  const reason = textOf(facts['reason']);
  const { recipients, strangers } = facts;
  const sent = (action === 'sent' || action === 'renewal_notice') && typeof recipients === 'number';
  return [
    ...(textOf(facts['answered_by']) === '' ? [] : [textOf(facts['answered_by'])]),
    ...(textOf(facts['file']) === '' ? [] : [textOf(facts['file'])]),
    ...sourceWords(facts['source']),
    ...(sent ? [`by mail to ${recipients} ${recipients === 1 ? 'address' : 'addresses'}`] : []),
    ...(typeof strangers === 'number' ? [`${strangers} of them confirmed as unknown`] : []),
    ...(textOf(facts['lent_by']) === '' ? [] : [`by a right that ${textOf(facts['lent_by'])} lent`]),
    ...(reason === '' ? [] : [`“${reason}”`]),
    ...changesIn(facts),
  ].join(' · ');
}
