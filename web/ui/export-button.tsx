import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../lib/api.ts';
import { toCsv } from '../lib/csv.ts';
import { formatAmount } from '../lib/format.ts';
import { saveAsFile } from '../lib/save-as-file.ts';
import { Button } from './button.tsx';
import { csvHeader, csvRow, type DataColumn } from './data-table.tsx';
import { FieldError } from './field.tsx';

/** The most that calls give at once, and how many such pages a file takes. */
const pageSize = 100;
const pagesAtMost = 100;

/** Saves all that a list finds as a CSV file named after `what` it is and the day. */
export function ExportButton<Row extends object>({
  what,
  columns,
  readPage,
  isEmpty,
}: {
  what: string;
  columns: readonly DataColumn<Row>[];
  readPage: (page: number, pageSize: number) => Promise<{ list: Row[] }>;
  isEmpty: boolean;
}) {
  const exporting = useMutation({
    mutationFn: async () => {
      const rows: Row[] = [];
      for (let page = 1; page <= pagesAtMost; page += 1) {
        const { list } = await readPage(page, pageSize);
        rows.push(...list);
        if (list.length < pageSize) break;
      }
      return toCsv(
        csvHeader(columns),
        rows.map((row) => csvRow(columns, row)),
      );
    },
    onSuccess: (csv) => {
      const day = new Date().toISOString().slice(0, 10);
      saveAsFile(csv, `${what.replaceAll(' ', '-')}-${day}.csv`, 'text/csv;charset=utf-8');
    },
  });
  return (
    <>
      {exporting.error && (
        <FieldError>
          The export did not work: {messageOf(exporting.error) || 'Something went wrong'}
        </FieldError>
      )}
      <Button
        title={`All that is found, up to ${formatAmount(pageSize * pagesAtMost)} rows`}
        className="min-h-11!"
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
