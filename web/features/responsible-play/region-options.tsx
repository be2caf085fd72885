// SPDX-License-Identifier: Apache-2.0

import { sortRegions } from './play-words.ts';

/** Options for choosing a region, sorted by name. */
export function RegionOptions({ regions }: { regions: readonly string[] }) {
  return (
    <>
      <option value="">Choose...</option>
      {sortRegions(regions).map(([region, name]) => (
        <option key={region} value={region}>
          {name}
        </option>
      ))}
    </>
  );
}
