// SPDX-License-Identifier: Apache-2.0

import { useState } from 'react';
import { cx } from '../lib/class-names.ts';
import { initials } from '../lib/format.ts';

/** The player's picture, or initials if there is none or it fails to load. */
export function Avatar({ name, src, className }: { name: string; src: string | null; className?: string }) {
  const [failed, setFailed] = useState<string | null>(null);
  return (
    <span
      className={cx(
        'cut cut-sm grid shrink-0 place-items-center overflow-hidden bg-storm-deep font-display font-semibold text-storm-soft',
        className,
      )}
    >
      {src && failed !== src ? (
        <img
          src={src}
          alt=""
          referrerPolicy="no-referrer"
          onError={() => setFailed(src)}
          className="size-full object-cover"
        />
      ) : (
        <span aria-hidden="true">{initials(name)}</span>
      )}
    </span>
  );
}
