// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { ApiError, referenceOfFault } from '../lib/api.ts';
import { cx } from '../lib/class-names.ts';
import { Copy } from './icons/copy.ts';

/**
 * A failed request's id in the server's log, to quote to support. Nothing if no answer came. It confirms copying
 * itself, because public pages have no toasts.
 * @param onlyFaults hides it for refusals, whose message says what to do
 */
export function Reference({
  error,
  onlyFaults = false,
  className,
}: {
  error: unknown;
  onlyFaults?: boolean;
  className?: string;
}) {
  const [outcome, setOutcome] = useState('');
  const requestId = onlyFaults ? referenceOfFault(error) : error instanceof ApiError ? error.requestId : '';
  if (!requestId) return null;
  const copy = () =>
    navigator.clipboard.writeText(requestId).then(
      () => setOutcome('Reference copied!'),
      () => setOutcome('Failed to copy'),
    );
  return (
    // A span, so that it works inside text.
    <span
      className={cx(
        'flex flex-wrap items-center justify-center gap-x-2 font-normal text-muted text-xs',
        className,
      )}
    >
      <span>
        Reference: <span className="break-all font-mono">{requestId}</span>
      </span>
      <button
        type="button"
        className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 px-2 font-semibold text-soft hover:text-text"
        onClick={() => void copy()}
      >
        <Copy size={14} aria-hidden="true" />
        Copy
      </button>
      <span role="status">{outcome}</span>
    </span>
  );
}
