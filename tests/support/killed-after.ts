// SPDX-License-Identifier: Apache-2.0

import { Readable } from 'node:stream';

type Work<Given extends unknown[], Result> = (...given: Given) => Promise<Result>;

/** Simulates a kill: after that many steps each one throws 'killed', the last of them after it took effect. */
export function killedAfter(steps: number) {
  let left = steps;
  return <Given extends unknown[], Result>(work: Work<Given, Result>): Work<Given, Result> =>
    async (...given) => {
      if (left <= 0) throw new Error('killed');
      const result = await work(...given);
      if (--left > 0) return result;
      // A process that ends closes its files too.
      if (result instanceof Readable) result.destroy();
      throw new Error('killed');
    };
}
