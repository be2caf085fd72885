// SPDX-License-Identifier: Apache-2.0

import { type Figure, type FigureKind, formatChange, formatFigure } from '../lib/change.ts';

interface Compared {
  now: Figure;
  /** Undefined if there is nothing to compare with. */
  before: Figure | undefined;
  kind?: FigureKind;
}

/** A figure, with the earlier value and the change below it if known. */
export function ComparedFigure({ now, before, kind = 'amount' }: Compared) {
  return (
    <>
      {formatFigure(now, kind)}
      <Before now={now} before={before} kind={kind} />
    </>
  );
}

/** A figure's earlier value and the change, on a separate line; nothing if unknown. */
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
