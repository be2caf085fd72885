// SPDX-License-Identifier: Apache-2.0

import { useMutation } from '@tanstack/react-query';
import { type CsvValue, toCsv } from '../lib/csv.ts';
import { Button } from './button.tsx';
import { saveCsv } from './export-button.tsx';

/** Saves rows as a CSV file, named after its content. */
export function CsvButton({
  what,
  fields,
  rows,
}: {
  what: string;
  fields: readonly string[];
  rows: readonly CsvValue[][];
}) {
  const saving = useMutation({
    mutationFn: () => toCsv(fields, rows),
    onSuccess: (csv) => saveCsv(csv, what.toLowerCase()),
  });
  return (
    <Button
      size="sm"
      aria-label={`Export CSV: ${what}`}
      busy={saving.isPending && 'Exporting...'}
      onClick={() => saving.mutate()}
    >
      CSV
    </Button>
  );
}
