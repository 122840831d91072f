import { execFileSync, spawnSync } from 'node:child_process';
import { add, minor, type Sums } from '../features/reports/money/journal.factories.ts';

const PROGRAM = process.env['HLEDGER'] ?? 'hledger';

/** Whether hledger is installed here; what needs it is skipped otherwise. */
export const hledgerIsThere = (): boolean => spawnSync(PROGRAM, ['--version']).status === 0;

function balance(journal: string, ...more: string[]): string {
  return execFileSync(PROGRAM, ['-f', '-', 'balance', '-N', '--flat', '-O', 'csv', ...more], {
    input: journal,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
}

function sumsOf(csv: string, key: (account: string, currency: string) => string): Sums {
  const sums: Sums = new Map();
  for (const line of csv.split('\n').slice(1).filter(Boolean)) {
    const [, account = '', amounts = ''] = /^"\w+:(\S+) .*","(.*)"$/.exec(line) ?? [];
    for (const amount of amounts.split(', ').filter((one) => one !== '0')) {
      const [currency = '', digits = ''] = amount.replaceAll(/^([A-Z]+) ?/g, '$1 ').split(' ');
      add(sums, key(account, currency), minor(digits));
    }
  }
  return sums;
}

/** What hledger makes of a journal of ours, by account in base and by account and currency; it throws where an entry does not balance. */
export const hledgerSums = (journal: string): { amounts: Sums; bases: Sums } => ({
  bases: sumsOf(balance(journal, '--cost'), (account) => account),
  amounts: sumsOf(balance(journal, 'not:tag:base-only'), (account, currency) => `${account} ${currency}`),
});
