import { lazy, type ComponentType } from 'react';
import type { Permission } from '../../domain/permissions.ts';

type SettingSection = {
  value: string;
  label: string;
  /** What else it is searched by: what is set in it, in other words. */
  words: string;
  /** Who sees it; left out: everyone who may view registers. */
  permission?: Permission;
  Content: ComponentType;
};

const parties = () => import('../features/registers/parties/PartySection.tsx');

/** The sections of the settings, each loaded when it is opened: one line a section. */
export const SETTING_GROUPS: readonly { title: string; sections: readonly SettingSection[] }[] = [
  {
    title: 'Parties',
    sections: [
      {
        value: 'reinsureds',
        label: 'Reinsureds',
        words: 'clients cedants',
        Content: lazy(async () => ({ default: (await parties()).Reinsureds })),
      },
      {
        value: 'insureds',
        label: 'Insureds',
        words: 'clients',
        Content: lazy(async () => ({ default: (await parties()).Insureds })),
      },
      {
        value: 'securities',
        label: 'Securities',
        words: 'reinsurers markets',
        Content: lazy(async () => ({ default: (await parties()).Securities })),
      },
      {
        value: 'london',
        label: 'London securities',
        words: 'lloyds syndicates reinsurers',
        Content: lazy(async () => ({ default: (await parties()).LondonSecurities })),
      },
    ],
  },
  {
    title: 'Placement',
    sections: [
      {
        value: 'classes',
        label: 'Classes',
        words: 'subclasses cover types large loss threshold',
        Content: lazy(async () => ({
          default: (await import('../features/registers/classes/ClassesSection.tsx')).ClassesSection,
        })),
      },
      {
        value: 'clauses',
        label: 'Clauses',
        words: 'wordings texts',
        Content: lazy(async () => ({
          default: (await import('../features/registers/clauses/ClausesSection.tsx')).ClausesSection,
        })),
      },
      {
        value: 'templates',
        label: 'Templates',
        words: 'policy form prefilled',
        permission: 'policies.view',
        Content: lazy(async () => ({
          default: (await import('../features/placements/form/TemplatesSection.tsx')).TemplatesSection,
        })),
      },
      {
        value: 'cancellation',
        label: 'Cancellation',
        words: 'short rate cover notes brokerage underwriting',
        Content: lazy(async () => ({
          default: (await import('../features/firm/UnderwritingSection.tsx')).UnderwritingSection,
        })),
      },
    ],
  },
  {
    title: 'Accounting',
    sections: [
      {
        value: 'currencies',
        label: 'Currencies and rates',
        words: 'exchange foreign',
        Content: lazy(async () => ({
          default: (await import('../features/registers/currencies/CurrenciesSection.tsx')).CurrenciesSection,
        })),
      },
      {
        value: 'books',
        label: 'Books',
        words: 'base currency time zone financial year second person maker checker brokerage income',
        Content: lazy(async () => ({
          default: (await import('../features/firm/BooksSection.tsx')).BooksSection,
        })),
      },
      {
        value: 'periods',
        label: 'Periods',
        words: 'close month year end reopen revaluation',
        Content: lazy(async () => ({
          default: (await import('../features/closing/PeriodsSection.tsx')).PeriodsSection,
        })),
      },
      {
        value: 'numbering',
        label: 'Numbering',
        words: 'numbers series format references',
        Content: lazy(async () => ({
          default: (await import('../features/firm/NumberingSection.tsx')).NumberingSection,
        })),
      },
      {
        value: 'banks',
        label: 'Bank accounts',
        words: 'iban client money office',
        Content: lazy(async () => ({
          default: (await import('../features/firm/BankAccountsSection.tsx')).BankAccountsSection,
        })),
      },
      {
        value: 'terms',
        label: 'Payment terms',
        words: 'instalments days due',
        Content: lazy(async () => ({
          default: (await import('../features/firm/PaymentTermsSection.tsx')).PaymentTermsSection,
        })),
      },
      {
        value: 'reminders',
        label: 'Reminders',
        words: 'letters overdue dunning',
        Content: lazy(async () => ({
          default: (await import('../features/firm/RemindersSection.tsx')).RemindersSection,
        })),
      },
      {
        value: 'taxes',
        label: 'Taxes and levies',
        words: 'vat withholding rates stamp duty',
        Content: lazy(async () => ({
          default: (await import('../features/firm/TaxesSection.tsx')).TaxesSection,
        })),
      },
      {
        value: 'accounts',
        label: 'Ledger accounts',
        words: 'chart general',
        Content: lazy(async () => ({
          default: (await import('../features/firm/AccountsSection.tsx')).AccountsSection,
        })),
      },
      {
        value: 'history',
        label: 'History',
        words: 'import opening balances former system',
        permission: 'firm.manage',
        Content: lazy(async () => ({
          default: (await import('../features/imports/history/HistorySection.tsx')).HistorySection,
        })),
      },
    ],
  },
  {
    title: 'Firm',
    sections: [
      {
        value: 'firm',
        label: 'Firm',
        words: 'name address licence registration tax number phone',
        Content: lazy(async () => ({
          default: (await import('../features/firm/FirmSection.tsx')).FirmSection,
        })),
      },
      {
        value: 'letterhead',
        label: 'Letterhead',
        words: 'logo documents papers',
        Content: lazy(async () => ({
          default: (await import('../features/firm/LetterheadSection.tsx')).LetterheadSection,
        })),
      },
      {
        value: 'branches',
        label: 'Branches',
        words: 'office code',
        Content: lazy(async () => ({
          default: (await import('../features/firm/BranchesSection.tsx')).BranchesSection,
        })),
      },
      {
        value: 'sessions',
        label: 'Sessions and retention',
        words: 'sign-in timeout idle hours kept for',
        Content: lazy(async () => ({
          default: (await import('../features/firm/SessionsSection.tsx')).SessionsSection,
        })),
      },
      {
        value: 'mail',
        label: 'Mail',
        words: 'sender email signature replies',
        Content: lazy(async () => ({
          default: (await import('../features/firm/MailSection.tsx')).MailSection,
        })),
      },
      {
        value: 'roles',
        label: 'Roles',
        words: 'permissions rights access second factor',
        permission: 'users.view',
        Content: lazy(async () => ({ default: (await import('../features/users/RolesSection.tsx')).RolesSection })),
      },
      {
        value: 'authority',
        label: 'Limits of authority',
        words: 'approval amounts lending',
        permission: 'users.view',
        Content: lazy(async () => ({
          default: (await import('../features/authority/LimitsSection.tsx')).LimitsSection,
        })),
      },
      {
        value: 'privacy',
        label: 'Personal data',
        words: 'erase gdpr data protection',
        permission: 'firm.manage',
        Content: lazy(async () => ({
          default: (await import('../features/privacy/PrivacySection.tsx')).PrivacySection,
        })),
      },
      {
        value: 'mail-texts',
        label: 'Mail texts',
        words: 'email wording subject',
        permission: 'firm.manage',
        Content: lazy(async () => ({
          default: (await import('../features/documents/MailTextsSection.tsx')).MailTextsSection,
        })),
      },
    ],
  },
];
