import { useMutation } from '@tanstack/react-query';
import { type CsvValue, toCsv } from '../../lib/csv.ts';
import { Button } from '../../ui/button.tsx';
import { saveCsv } from '../../ui/export-button.tsx';

/** Saves the figures of a plot as a file named after it. */
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
