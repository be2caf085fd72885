// SPDX-License-Identifier: Apache-2.0

import type { Difference } from '../lib/differences.ts';
import { pathWords } from '../lib/field-words.ts';
import { ArrowRight } from './icons/arrow-right.ts';

/** A change field by field: the values before and after. */
export function Differences({ changed }: { changed: readonly Difference[] }) {
  if (changed.length === 0) return <p className="text-muted">No changes.</p>;
  return (
    <dl className="grid gap-y-2">
      {changed.map(({ field, before, after }) => (
        <div key={field} className="grid gap-x-5 border-line-soft border-t pt-2 sm:grid-cols-[13rem_1fr]">
          <dt className="break-words text-muted" title={field}>
            {pathWords(field)}
          </dt>
          <dd className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
            {before !== undefined && <del className="break-all text-muted">{before}</del>}
            {before !== undefined && <ArrowRight size={15} className="text-muted" aria-label="became" />}
            {after !== undefined ? (
              <ins className="break-all font-medium text-text no-underline">{after}</ins>
            ) : (
              <span className="text-muted">gone</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
