import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { HistoryType } from '../../../contract/wallet.ts';
import { saveAsFile } from '../../lib/save-as-file.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { FieldError } from '../../ui/field.tsx';
import { SelectField } from '../../ui/select.tsx';
import { readWholeHistory } from './api.ts';
import { typeNames } from './breakdown.ts';
import { historyCsv } from './export-csv.ts';

/** Above the history: which type is shown, and all of it as a file. */
export function HistoryTools({
  type,
  onType,
  isEmpty,
}: {
  type: HistoryType | undefined;
  onType: (type: HistoryType | undefined) => void;
  isEmpty: boolean;
}) {
  const exporting = useMutation({
    mutationFn: async () => historyCsv(await readWholeHistory(type)),
    onSuccess: (csv) => saveAsFile(csv, fileName(type, new Date(serverNow())), 'text/csv;charset=utf-8'),
  });
  return (
    <div className="mb-5 grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <SelectField
          label="Type"
          className="w-full min-w-0 sm:w-64"
          value={type ?? ''}
          onChange={({ target }) => {
            exporting.reset();
            onType(historyTypeFrom(target.value));
          }}
        >
          <option value="">All types</option>
          {Object.entries(typeNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </SelectField>
        <Button
          className="max-sm:w-full"
          icon={<Download size={18} aria-hidden="true" />}
          disabled={isEmpty}
          busy={exporting.isPending && 'Exporting...'}
          onClick={() => exporting.mutate()}
        >
          Export CSV
        </Button>
      </div>
      {exporting.error && (
        <FieldError>
          <FailureText error={exporting.error} before="The export did not work: " />
        </FieldError>
      )}
    </div>
  );
}

/** A type of the address or of the list; anything else means all of them. */
export function historyTypeFrom(text: string | null): HistoryType | undefined {
  return text !== null && Object.hasOwn(typeNames, text) ? (text as HistoryType) : undefined;
}

/** "transactions-purchase-2026-11-21.csv" */
function fileName(type: HistoryType | undefined, now: Date): string {
  return ['transactions', type, `${now.toISOString().slice(0, 10)}.csv`].filter(Boolean).join('-');
}
