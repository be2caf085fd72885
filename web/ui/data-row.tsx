// SPDX-License-Identifier: Apache-2.0

// biome-ignore-all lint/a11y/noRedundantRoles: the roles are lost in browsers when `display` changes, unless they are said.
import { FlexRender, type Row, type RowData } from '@tanstack/react-table';
import { type ReactNode, useState } from 'react';
import { cx } from '../lib/class-names.ts';
import { type Features, getPlace } from './data-columns.ts';
import { ChevronRight } from './icons/chevron-right.ts';
import { SelectBox } from './select-box.tsx';
import type { Selection } from './use-selection.ts';

/**
 * A row of a DataTable. On narrow screens it starts collapsed; expanding it shows values without a place in the line.
 */
export function DataRow<Data extends RowData>({
  row,
  name,
  isDimmed,
  selection,
}: {
  row: Row<Features, Data>;
  /** The row's unique name, for screen readers. */
  name: string;
  isDimmed: boolean;
  selection?: Selection<Data>;
}) {
  const [isOpen, setOpen] = useState(false);
  const cells = row.getAllCells();
  return (
    <tr
      role="row"
      data-open={isOpen || undefined}
      data-dimmed={isDimmed || undefined}
      className={cx(
        'border-line-soft border-b transition-colors duration-100 last:border-b-0 hover:bg-ink-2',
        selection?.isSelected(row.id) && 'bg-storm-deep/25!',
      )}
    >
      {selection && (
        <td role="cell" data-place="select">
          <SelectBox
            label={`Select ${name}`}
            checked={selection.isSelected(row.id)}
            onChange={(isRange) => selection.press(row.id, isRange)}
            className="-ml-3"
          />
        </td>
      )}
      <td role="cell" data-place="toggle">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={`More about ${name}`}
          onClick={() => setOpen(!isOpen)}
          className="grid size-11 place-items-center text-muted hover:text-text focus-visible:-outline-offset-4"
        >
          <ChevronRight
            size={18}
            aria-hidden="true"
            className={cx('transition-transform duration-100', isOpen && 'rotate-90')}
          />
        </button>
      </td>
      {cells.map((cell) => {
        const meta = cell.column.columnDef.meta ?? {};
        return (
          <td
            key={cell.id}
            role="cell"
            data-place={getPlace(meta)}
            data-label={String(cell.column.columnDef.header)}
            className={cx(
              'align-middle',
              meta.isFigure && 'num xl:text-right',
              meta.isLong && 'xl:max-w-64',
              meta.isTitle && 'font-semibold',
              meta.isActions && 'xl:text-right',
            )}
          >
            <FlexRender cell={cell} />
          </td>
        );
      })}
    </tr>
  );
}

/** Text in a cell that replaces its heading, because a collapsed row on a phone has none. */
export function InsteadOfHeading({ children }: { children: ReactNode }) {
  return <span className="hidden max-sm:shut:inline">{children}</span>;
}
