// SPDX-License-Identifier: Apache-2.0

import { type Figure, type FigureKind, formatChange, formatFigure } from './change.ts';

/** A figure; below it, where there is one, what it was in the earlier days and how it changed. */
export function ComparedFigure({
  now,
  before,
  kind = 'amount',
}: {
  now: Figure;
  /** Undefined where there is nothing to compare with. */
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
