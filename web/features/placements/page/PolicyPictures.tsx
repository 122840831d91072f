import { paymentSchedule } from '../../../../domain/endorsements/standing.ts';
import { useFirmToday } from '../../../api/firm-day.ts';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import type { PolicyRecord } from '../form/policy-values.ts';
import { PeriodLine } from './PeriodLine.tsx';
import { glanceOf } from './policy-head.ts';
import { SharesCard } from './SharesCard.tsx';

/** What the reinsured of an approved policy pays and when; none before. */
export function useSchedule({ id, status }: PolicyRecord) {
  const query = { policy: String(id) };
  return useEndpoint(paymentSchedule, { query }, { enabled: status === 'APPROVED' }).data;
}

/** The money at a glance, with what of it is late or due when. */
export const useGlance = (record: PolicyRecord) => glanceOf(record, useSchedule(record));

/** Beside the record: its period with its payments, and who carries how much while no endorsement changed it. */
export function PolicyPictures({ record }: { record: PolicyRecord }) {
  const schedule = useSchedule(record);
  const today = useFirmToday();
  return (
    <>
      {record.status === 'APPROVED' && (
        <PeriodLine
          start={record.insurance_start_date}
          end={record.current.insurance_end_date}
          instalments={schedule?.instalments}
          currency={record.currency}
          {...{ today }}
        />
      )}
      {record.current.endorsements === 0 && <SharesCard record={record} />}
    </>
  );
}
