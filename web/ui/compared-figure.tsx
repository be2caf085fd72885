// SPDX-License-Identifier: Apache-2.0

import { type Figure, type FigureKind, formatChange, formatFigure } from '../lib/change.ts';

interface Compared {
  now: Figure;
  /** Undefined if there is nothing to compare with. */
  before: Figure | undefined;
  kind?: FigureKind;
}

/** A figure; below it, if known, its earlier value and the change. */
export function ComparedFigure({ now, before, kind = 'amount' }: Compared) {
  return (
    <>
      {formatFigure(now, kind)}
      <Before now={now} before={before} kind={kind} />
    </>
  );
}

/** The earlier value of a figure and the change, on a line of its own; nothing if none is known. */
export function Before({ now, before, kind = 'amount' }: Compared) {
  if (before === undefined || (before === null && now === null)) return null;
  return (
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
  );
}
