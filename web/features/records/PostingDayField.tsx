import { useState } from 'react';
import { type Day } from '../../../domain/values/day.ts';
import { useFirmToday } from '../../api/firm-day.ts';
import { DayField } from '../../ui/fields/DayField.tsx';
import { showDay } from '../../ui/marks/format.ts';

/** The day on which an approval is booked while it is reviewed: '' is the firm's today. */
export type PostingDay = { value: string; onChange: (day: string) => void; chosen: { posting_day?: Day } };

export function usePostingDay(): PostingDay {
  const [value, onChange] = useState('');
  return { value, onChange, chosen: value === '' ? {} : { posting_day: value } };
}

/** "posted today", "posted on Nov 3, 2026". */
export function postedWords(posting: { day: Day } | undefined, today: Day): string {
  return posting === undefined || posting.day === today ? 'posted today' : `posted on ${showDay(posting.day)}`;
}

type Props = {
  posting: PostingDay;
  /** The day on which it is booked while none is chosen, and the first that may be. */
  of: { day: Day; from: Day | null } | undefined;
};

/** Asks for the posting day of an approval: today, or an earlier day of an open period. */
export function PostingDayField({ posting, of }: Props) {
  const today = useFirmToday();
  const from = of?.from ?? null;
  return (
    <DayField
      label="Posting day"
      value={posting.value === '' ? (of?.day ?? today) : posting.value}
      onChange={posting.onChange}
      today={today}
      max={today}
      {...(from !== null && { min: from })}
      hint={from === null ? 'Today, or an earlier day.' : `Today, or an earlier day from ${showDay(from)}.`}
    />
  );
}
