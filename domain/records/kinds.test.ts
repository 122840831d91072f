import { describe, expect, test } from 'vitest';
import { actionWords, AUDIT_ACTIONS, auditAction, keptActions } from './audit-actions.ts';
import { decidedStates, isKind, KIND_NAMES, KINDS, SLIP, titleOf, type Kind } from './kinds.ts';

describe('kinds of record', () => {
  test.each([
    ['policy', ['APPROVED', 'REJECTED']],
    ['endorsement', ['APPROVED', 'REJECTED']],
    ['receipt', ['APPROVED', 'REJECTED', 'REVERSED']],
    ['voucher', ['APPROVED', 'PAID', 'REJECTED', 'REVERSED']],
  ] as const)('somebody has decided a %s in these states', (kind, states) => {
    expect(decidedStates(KINDS[kind]).toSorted()).toEqual(states);
  });

  test('each begins as a draft and goes through approval, and says who may', () => {
    for (const name of KIND_NAMES) {
      const kind: Kind = KINDS[name];
      expect(kind.states['DRAFT']?.moves.submit, name).toEqual(['PENDING']);
      expect(kind.states['PENDING']?.moves.decide, name).toEqual(['APPROVED', 'REJECTED']);
      expect(kind.work, name).toContain(kind.create);
    }
  });

  test('no two have the same path or noun; a slip has its own', () => {
    const all: Kind[] = [...KIND_NAMES.map((name) => KINDS[name]), SLIP];
    expect(new Set(all.map(({ path }) => path)).size).toBe(all.length);
    expect(all.map(titleOf)).toEqual([
      'Policy',
      'Endorsement',
      'Claim',
      'Movement',
      'Receipt',
      'Voucher',
      'Adjustment',
      'Invoice',
      'Journal',
      'Slip',
    ]);
  });

  test('what is no kind is none', () => {
    expect(['policy', 'slip', 'note', ''].map(isKind)).toEqual([true, false, false, false]);
  });
});

describe('what the trail says was done', () => {
  test('each action is listed once', () => {
    expect(new Set(AUDIT_ACTIONS).size).toBe(AUDIT_ACTIONS.length);
  });
  test('rows of earlier versions are read in the words of today', () => {
    expect(['create', 'edit', 'edited', 'constructor', 'x'].map(auditAction)).toEqual([
      'added',
      'edited',
      'edited',
      'constructor',
      'x',
    ]);
    expect(keptActions(['edited', 'approved'])).toEqual(['edited', 'approved', 'edit']);
  });
  test('an action has its words, of a user others, and where it has none its name', () => {
    expect(actionWords('added')).toEqual({ what: 'added it' });
    expect(actionWords('added', 'USER')).toEqual({ what: 'invited the user' });
    expect(actionWords('rate_added')).toEqual({ what: 'rate added' });
    expect(actionWords('of_an_older_version')).toEqual({ what: 'of an older version' });
  });
});
