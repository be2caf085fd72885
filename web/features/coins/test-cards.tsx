// SPDX-License-Identifier: Apache-2.0

import { cx } from '../../lib/class-names.ts';
import { IconButton } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { Copy } from '../../ui/icons/copy.ts';

const testCards = [
  ['4242 4242 4242 4242', 'is paid'],
  ['4000 0000 0000 0002', 'is declined'],
  ['4000 0000 0000 3220', 'asks for 3-D Secure'],
  ['4000 0000 0000 0259', 'is paid, then disputed'],
] as const;

/** The most useful test cards of the sandbox; docs/sandbox.md lists all. */
export function TestCards({ className }: { className?: string }) {
  return (
    <ul className={cx('grid gap-3 text-sm', className)}>
      {testCards.map(([number, what]) => (
        <li
          key={number}
          className="cut cut-sm flex items-center justify-between gap-2 bg-ink-2 py-2 pr-2 pl-4"
        >
          <div className="min-w-0">
            <p className="num">{number}</p>
            <p className="text-muted">{what}</p>
          </div>
          <IconButton
            label={`Copy ${number}`}
            onClick={() => void copyText(number, 'Card number copied!', 'Failed to copy')}
          >
            <Copy size={17} aria-hidden="true" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
