import { Copy } from 'lucide-react';
import { ApiError } from '../lib/api.ts';
import { cx } from '../lib/class-names.ts';
import { copyText } from './copy.ts';

/**
 * The id that a failed request has in the server's log, for a mail to support to name. Nothing where no answer came.
 * @param onlyFaults not for refusals, which say themselves what to do
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
  if (!(error instanceof ApiError) || !error.requestId) return null;
  if (onlyFaults && error.status < 500) return null;
  const { requestId } = error;
  return (
    <p className={cx('flex flex-wrap items-center justify-center gap-x-2 text-muted text-xs', className)}>
      <span>
        Reference: <span className="break-all font-mono">{requestId}</span>
      </span>
      <button
        type="button"
        className="inline-flex min-h-11 cursor-pointer items-center gap-1.5 px-2 font-semibold text-soft hover:text-text"
        onClick={() => void copyText(requestId, 'Reference copied!', 'Failed to copy')}
      >
        <Copy size={14} aria-hidden="true" />
        Copy
      </button>
    </p>
  );
}
