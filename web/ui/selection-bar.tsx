// SPDX-License-Identifier: Apache-2.0

import { useRef } from 'react';
import { toCsv } from '../lib/csv.ts';
import { formatAmount, plural } from '../lib/format.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { Button } from './button.tsx';
import { csvHeader, csvRow, type DataColumn } from './data-columns.ts';
import { saveCsv } from './export-button.tsx';
import { Download } from './icons/download.ts';
import { X } from './icons/x.ts';
import { SelectBox } from './select-box.tsx';
import { type BulkAction, useBulkRun } from './use-bulk-run.ts';
import type { Selection } from './use-selection.ts';

interface SelectionBarProps<Row extends object> {
  selection: Selection<Row>;
  /** The rows of the page. */
  page: readonly Row[];
  /** A row: "gift card". */
  one: string;
  /** The rows: "gift cards". */
  what: string;
  columns: readonly DataColumn<Row>[];
  getKey: (row: Row) => string;
  getName: (row: Row) => string;
  actions: readonly BulkAction<Row>[];
}

/**
 * Above a list: selects its whole page, shows how many rows are selected, and offers actions on them. Above an empty
 * list it stays mounted but hidden, because somebody else may empty the list while a dialog here still has to report on
 * its rows.
 */
export function SelectionBar<Row extends object>(props: SelectionBarProps<Row>) {
  const { selection, page, one, what, columns, getKey, getName, actions } = props;
  const count = page.length;
  const box = useRef<HTMLElement>(null);
  const words = { one, many: what };
  const bulk = useBulkRun<Row>({ getKey, what: words, onDone: selection.drop, onUndone: selection.add });
  const { rows } = selection;
  /** The pressed button may be gone by then. */
  const focusBox = () => requestAnimationFrame(() => box.current?.focus());
  function clear(): void {
    selection.selectAll(false);
    focusBox();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would announce a form.
    <div
      role="group"
      aria-label={`Selected ${what}`}
      hidden={count === 0}
      className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-2 sm:-mb-3 xl:pl-2.5"
    >
      <SelectBox
        boxRef={box}
        label={`Select all ${plural(count, one, what)} on this page`}
        checked={selection.all}
        onChange={() => selection.selectAll(selection.all !== true)}
        className="-ml-3"
      />
      <HowMany selected={rows.length} count={count} />
      {rows.length === 0 &&
        actions.map((action) => <AllButton key={action.label} {...{ action, page }} onPress={bulk.begin} />)}
      {rows.length > 0 && (
        <div className="flex flex-wrap gap-2">
          <ActionButtons actions={actions} onPress={(action) => bulk.begin(action, rows)} />
          <ExportSelected what={what} columns={columns} rows={rows} />
          <Button size="sm" icon={<X size={16} aria-hidden="true" />} onClick={clear}>
            Clear selection
          </Button>
        </div>
      )}
      {bulk.run && (
        <BulkDialog
          run={bulk.run}
          what={words}
          getKey={getKey}
          getName={getName}
          onStart={(run, entries) => void bulk.start(run, entries).then(focusBox)}
          onStop={bulk.stop}
          onClose={() => {
            bulk.close();
            focusBox();
          }}
        />
      )}
    </div>
  );
}

function ActionButtons<Row extends object>({
  actions,
  onPress,
}: {
  actions: readonly BulkAction<Row>[];
  onPress: (action: BulkAction<Row>) => void;
}) {
  return actions.map((action) => (
    <Button
      key={action.label}
      size="sm"
      kind={action.isDanger ? 'danger' : 'ghost'}
      onClick={() => onPress(action)}
    >
      {action.label}
    </Button>
  ));
}

/** Saves selecting them first. One row has its own button. */
function AllButton<Row>({
  action,
  page,
  onPress,
}: {
  action: BulkAction<Row>;
  page: readonly Row[];
  onPress: (action: BulkAction<Row>, rows: readonly Row[]) => void;
}) {
  const open = page.filter((row) => !action.obstacle?.(row));
  if (!action.all || open.length < 2) return null;
  return (
    <Button size="sm" onClick={() => onPress(action, open)}>
      {action.all(open.length)}
    </Button>
  );
}

function HowMany({ selected, count }: { selected: number; count: number }) {
  return (
    <p role="status" className="relative -ml-3 mr-auto text-muted text-sm">
      {selected === 0 ? (
        <>
          <span aria-hidden="true">Select all</span>
          <span className="sr-only">Nothing selected</span>
        </>
      ) : (
        `${formatAmount(selected)} of ${formatAmount(count)} selected`
      )}
    </p>
  );
}

function ExportSelected<Row extends object>({
  what,
  columns,
  rows,
}: Pick<SelectionBarProps<Row>, 'what' | 'columns'> & { rows: readonly Row[] }) {
  async function save(): Promise<void> {
    const cells = rows.map((row) => csvRow(columns, row));
    saveCsv(await toCsv(csvHeader(columns), cells), `selected ${what}`);
  }
  return (
    <Button size="sm" icon={<Download size={16} aria-hidden="true" />} onClick={() => void save()}>
      Export selected
    </Button>
  );
}
