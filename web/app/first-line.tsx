// SPDX-License-Identifier: Apache-2.0

import { promise } from '../../contract/games/games.ts';

const prize = 'gift cards.';
const before = promise.slice(0, -prize.length);

/** The promise, as the heading of welcome pages. */
export function FirstLine({ id, className }: { id?: string; className: string }) {
  return (
    <h1 id={id} className={`wrap-anywhere ${className}`}>
      {before}
      <span className="text-gold">{prize}</span>
    </h1>
  );
}
