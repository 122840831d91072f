import { lazy, type ComponentType } from 'react';
import type { Permission } from '../../domain/permissions.ts';

type SettingSection = {
  value: string;
  label: string;
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
        Content: lazy(async () => ({ default: (await parties()).Reinsureds })),
      },
      { value: 'insureds', label: 'Insureds', Content: lazy(async () => ({ default: (await parties()).Insureds })) },
      {
        value: 'securities',
        label: 'Securities',
        Content: lazy(async () => ({ default: (await parties()).Securities })),
      },
      {
        value: 'london',
        label: 'London securities',
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
        Content: lazy(async () => ({
          default: (await import('../features/registers/classes/ClassesSection.tsx')).ClassesSection,
        })),
      },
      {
        value: 'clauses',
        label: 'Clauses',
        Content: lazy(async () => ({
          default: (await import('../features/registers/clauses/ClausesSection.tsx')).ClausesSection,
        })),
      },
      {
        value: 'templates',
        label: 'Templates',
        permission: 'policies.view',
        Content: lazy(async () => ({
          default: (await import('../features/placements/form/TemplatesSection.tsx')).TemplatesSection,
        })),
      },
      {
        value: 'cancellation',
        label: 'Cancellation',
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
        Content: lazy(async () => ({
          default: (await import('../features/registers/currencies/CurrenciesSection.tsx')).CurrenciesSection,
        })),
      },
      {
        value: 'books',
        label: 'Books',
        Content: lazy(async () => ({
          default: (await import('../features/firm/BooksSection.tsx')).BooksSection,
        })),
      },
      {
        value: 'periods',
        label: 'Periods',
        Content: lazy(async () => ({
          default: (await import('../features/closing/PeriodsSection.tsx')).PeriodsSection,
        })),
      },
      {
        value: 'numbering',
        label: 'Numbering',
        Content: lazy(async () => ({
          default: (await import('../features/firm/NumberingSection.tsx')).NumberingSection,
        })),
      },
      {
        value: 'banks',
        label: 'Bank accounts',
        Content: lazy(async () => ({
          default: (await import('../features/firm/BankAccountsSection.tsx')).BankAccountsSection,
        })),
      },
      {
        value: 'terms',
        label: 'Payment terms',
        Content: lazy(async () => ({
          default: (await import('../features/firm/PaymentTermsSection.tsx')).PaymentTermsSection,
        })),
      },
      {
        value: 'reminders',
        label: 'Reminders',
        Content: lazy(async () => ({
          default: (await import('../features/firm/RemindersSection.tsx')).RemindersSection,
        })),
      },
      {
        value: 'taxes',
        label: 'Taxes and levies',
        Content: lazy(async () => ({
          default: (await import('../features/firm/TaxesSection.tsx')).TaxesSection,
        })),
      },
      {
        value: 'accounts',
        label: 'Ledger accounts',
        Content: lazy(async () => ({
          default: (await import('../features/firm/AccountsSection.tsx')).AccountsSection,
        })),
      },
      {
        value: 'history',
        label: 'History',
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
        Content: lazy(async () => ({
          default: (await import('../features/firm/FirmSection.tsx')).FirmSection,
        })),
      },
      {
        value: 'letterhead',
        label: 'Letterhead',
        Content: lazy(async () => ({
          default: (await import('../features/firm/LetterheadSection.tsx')).LetterheadSection,
        })),
      },
      {
        value: 'branches',
        label: 'Branches',
        Content: lazy(async () => ({
          default: (await import('../features/firm/BranchesSection.tsx')).BranchesSection,
        })),
      },
      {
        value: 'sessions',
        label: 'Sessions and retention',
        Content: lazy(async () => ({
          default: (await import('../features/firm/SessionsSection.tsx')).SessionsSection,
        })),
      },
      {
        value: 'mail',
        label: 'Mail',
        Content: lazy(async () => ({
          default: (await import('../features/firm/MailSection.tsx')).MailSection,
        })),
      },
      {
        value: 'roles',
        label: 'Roles',
        permission: 'users.view',
        Content: lazy(async () => ({ default: (await import('../features/users/RolesSection.tsx')).RolesSection })),
      },
      {
        value: 'authority',
        label: 'Limits of authority',
        permission: 'users.view',
        Content: lazy(async () => ({
          default: (await import('../features/authority/LimitsSection.tsx')).LimitsSection,
        })),
      },
      {
        value: 'privacy',
        label: 'Personal data',
        permission: 'firm.manage',
        Content: lazy(async () => ({
          default: (await import('../features/privacy/PrivacySection.tsx')).PrivacySection,
        })),
      },
      {
        value: 'mail-texts',
        label: 'Mail texts',
        permission: 'firm.manage',
        Content: lazy(async () => ({
          default: (await import('../features/documents/MailTextsSection.tsx')).MailTextsSection,
        })),
      },
    ],
  },
];
