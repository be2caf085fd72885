// SPDX-License-Identifier: Apache-2.0

import { useMutation } from '@tanstack/react-query';
import { toCsv } from '../lib/csv.ts';
import { formatAmount } from '../lib/format.ts';
import { saveAsFile } from '../lib/save-as-file.ts';
import { serverNow } from '../lib/server-time.ts';
import { maxRows, readWhole } from '../lib/whole-list.ts';
import { Button } from './button.tsx';
import { csvHeader, csvRow, type DataColumn } from './data-columns.ts';
import { FailureText } from './failure-text.tsx';
import { FieldError } from './field.tsx';
import { Download } from './icons/download.ts';

/** The largest page that these calls accept. */
const pageSize = 100;

/** Saves a CSV file named after its content (`what`) and the day. */
export function saveCsv(csv: string, what: string): void {
  const day = new Date(serverNow()).toISOString().slice(0, 10);
  saveAsFile(csv, `${what.replaceAll(' ', '-')}-${day}.csv`, 'text/csv;charset=utf-8');
}

/** Saves all results of a list as a CSV file, named after `what` and the day. */
export function ExportButton<Row extends object>({
  what,
  columns,
  rowKey,
  readPage,
  isEmpty,
}: {
  what: string;
  columns: readonly DataColumn<Row>[];
  rowKey: (row: Row) => string;
  readPage: (
    page: number,
    pageSize: number,
  ) => Promise<{ list: Row[]; total?: number; isEstimate?: boolean }>;
  isEmpty: boolean;
}) {
  const exporting = useMutation({
    mutationFn: async () => {
      const { rows, isCut } = await readWhole(
        pageSize,
        async (page) => {
          const { list, total, isEstimate } = await readPage(page, pageSize);
          return { list, total: isEstimate ? undefined : total };
        },
        rowKey,
      );
      const cells = rows.map((row) => csvRow(columns, row));
      return { csv: await toCsv(csvHeader(columns), cells), isCut };
    },
    onSuccess: ({ csv }) => saveCsv(csv, what),
  });
  return (
    <>
      {exporting.error && (
        <FieldError>
          <FailureText error={exporting.error} before="The export failed: " />
        </FieldError>
      )}
      {exporting.data?.isCut && (
        <p role="status" className="self-center text-muted text-sm">
          The file has only the first {formatAmount(maxRows)} rows. Narrow the search to get the others.
        </p>
      )}
      <Button
        title={`All results, up to ${formatAmount(maxRows)} rows`}
        className="min-h-11! max-sm:grow"
        icon={<Download size={18} aria-hidden="true" />}
        disabled={isEmpty}
        busy={exporting.isPending && 'Exporting...'}
        onClick={() => exporting.mutate()}
      >
        Export CSV
      </Button>
    </>
  );
}
