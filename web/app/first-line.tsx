// SPDX-License-Identifier: Apache-2.0

import { useGreeting } from './use-greeting.ts';

const prize = 'gift cards.';

/** The promise, as the heading of welcome pages. */
export function FirstLine({ id, className }: { id?: string; className: string }) {
  return (
    <h1 id={id} className={`wrap-anywhere ${className}`}>
      {useGreeting().promise.slice(0, -prize.length)}
      <span className="text-gold">{prize}</span>
    </h1>
  );
}
