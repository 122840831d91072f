import { describe, expect, test } from 'vitest';
import { PERMISSION_GROUPS, PERMISSION_WORDS } from '../permission-words.ts';
import { isBuiltIn, MATRIX, PERMISSIONS, permissionsOf, RESERVED_PERMISSIONS, ROLES } from '../permissions.ts';
import { describeAgent } from './agent.ts';
import { missingRights, toggled } from './role-rights.ts';

describe('the rights of a role', () => {
  test('each is in one group, with words of its own', () => {
    const grouped = PERMISSION_GROUPS.flatMap(({ rights }) => rights);
    expect(grouped.toSorted()).toEqual([...PERMISSIONS].toSorted());
    const labels = PERMISSIONS.map((one) => PERMISSION_WORDS[one].label);
    expect(new Set(labels).size).toBe(PERMISSIONS.length);
  });

  test('come with what they need and leave with what needs them', () => {
    expect(toggled([], 'policy_documents.generate', true)).toEqual([
      'policies.view',
      'policy_documents.view',
      'policy_documents.generate',
    ]);
    expect(toggled(['policies.view', 'policies.create', 'claims.view'], 'policies.view', false)).toEqual([
      'claims.view',
    ]);
    expect(missingRights(['vouchers.pay', 'audit.view_branch'])).toEqual(['vouchers.view', 'audit.view']);
  });

  test.each(ROLES.filter((role) => role !== 'ROLE_ROOT'))(
    '%s holds nothing that needs what it lacks, and nothing of root’s',
    (role) => {
      expect(missingRights(MATRIX[role])).toEqual([]);
      expect(MATRIX[role].filter((one) => RESERVED_PERMISSIONS.includes(one))).toEqual([]);
    },
  );

  test('of a built-in role are the matrix’s, whatever is stored; of an own one those stored that may be given', () => {
    expect(permissionsOf('ROLE_CASHIER', ['firm.manage'])).toBe(MATRIX.ROLE_CASHIER);
    expect(permissionsOf('ROLE_OWN', ['vouchers.pay', 'firm.manage', 'roles.manage', 'no.such'])).toEqual([
      'vouchers.pay',
    ]);
    expect(isBuiltIn('constructor')).toBe(false);
  });
});

describe('a browser in words', () => {
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0 Safari/537.36 Edg/130.0',
      'Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari on iPhone',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8.5.0', ''],
    ['<script>alert(1)</script>', ''],
    ['', ''],
  ])('%s', (header, words) => expect(describeAgent(header)).toBe(words));
});
