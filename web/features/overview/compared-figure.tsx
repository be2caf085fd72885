// SPDX-License-Identifier: Apache-2.0

import { type Figure, type FigureKind, formatChange, formatFigure } from './change.ts';

/** A figure; below it, if known, its value in the earlier days and the change. */
export function ComparedFigure({
  now,
  before,
  kind = 'amount',
}: {
  now: Figure;
  /** Undefined if there is nothing to compare with. */
  before: Figure | undefined;
  kind?: FigureKind;
}) {
  return (
    <>
      {formatFigure(now, kind)}
      {before !== undefined && (before !== null || now !== null) && (
        <span className="block font-normal font-sans text-muted text-xs">
          {now === before ? (
            'as before'
          ) : (
            <>
              before {formatFigure(before, kind)},{' '}
              <span className="inline-block">{formatChange(now, before, kind)}</span>
            </>
          )}
        </span>
      )}
    </>
  );
}
