// SPDX-License-Identifier: Apache-2.0

import { useMutation, useQuery } from '@tanstack/react-query';
import type { HistoryType } from '../../../contract/wallet.ts';
import { profileQuery } from '../../lib/query.ts';
import { saveAsFile } from '../../lib/save-as-file.ts';
import { serverNow } from '../../lib/server-time.ts';
import { Button } from '../../ui/button.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { FieldError } from '../../ui/field.tsx';
import { Download } from '../../ui/icons/download.ts';
import { ShieldCheck } from '../../ui/icons/shield-check.ts';
import { SelectField } from '../../ui/select.tsx';
import { readWholeHistory } from './api.ts';
import { typeNames } from './breakdown.ts';
import { historyCsv } from './export-csv.ts';
import { readSealedStatement } from './seals/check-statement.ts';

/**
 * Above the history: a filter by type, and the whole history as a file, either for spreadsheets or with its seal
 * proofs.
 */
export function HistoryTools({
  type,
  onType,
  isEmpty,
}: {
  type: HistoryType | undefined;
  onType: (type: HistoryType | undefined) => void;
  isEmpty: boolean;
}) {
  const playerId = useQuery(profileQuery).data?._id ?? '';
  const exporting = useMutation({
    mutationFn: async () => historyCsv(await readWholeHistory(type)),
    onSuccess: (csv) => saveAsFile(csv, fileName(type, 'csv'), 'text/csv;charset=utf-8'),
  });
  const proving = useMutation({
    mutationFn: async () => readSealedStatement(await readWholeHistory(type), playerId),
    onSuccess: (statement) =>
      saveAsFile(JSON.stringify(statement, null, 2), fileName(type, 'json'), 'application/json'),
  });
  const failed = exporting.error ?? proving.error;
  return (
    <div className="mb-5 grid gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-3">
        <SelectField
          label="Type"
          className="w-full min-w-0 sm:w-64"
          value={type ?? ''}
          onChange={({ target }) => {
            exporting.reset();
            proving.reset();
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
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3 max-sm:w-full max-sm:[&>*]:px-3 sm:flex">
          <Button
            icon={<ShieldCheck size={18} aria-hidden="true" />}
            disabled={isEmpty || playerId === ''}
            busy={proving.isPending && 'Exporting...'}
            onClick={() => proving.mutate()}
          >
            Export proofs
          </Button>
          <Button
            icon={<Download size={18} aria-hidden="true" />}
            disabled={isEmpty}
            busy={exporting.isPending && 'Exporting...'}
            onClick={() => exporting.mutate()}
          >
            Export CSV
          </Button>
        </div>
      </div>
      {failed && (
        <FieldError>
          <FailureText error={failed} before="The export failed: " />
        </FieldError>
      )}
    </div>
  );
}

/** The type in the address or filter; any other value means all types. */
export function historyTypeFrom(text: string | null): HistoryType | undefined {
  return text !== null && Object.hasOwn(typeNames, text) ? (text as HistoryType) : undefined;
}

/** "transactions-purchase-2026-11-21.csv" */
function fileName(type: HistoryType | undefined, ending: string): string {
  const day = new Date(serverNow()).toISOString().slice(0, 10);
  return ['transactions', type, `${day}.${ending}`].filter(Boolean).join('-');
}
