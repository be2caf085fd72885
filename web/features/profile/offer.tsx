// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from 'react';

/** Something that players may do with their data: what it is, and its button. */
export function Offer({
  title,
  text,
  action,
  children,
}: {
  title: string;
  text: string;
  action: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="grid gap-4 border-line-soft border-b px-5 py-5 last:border-b-0">
      <div className="grid items-center gap-4 sm:grid-cols-[1fr_auto] sm:gap-8">
        <div>
          <h3 className="text-base">{title}</h3>
          <p className="mt-1 max-w-[60ch] text-muted text-sm">{text}</p>
        </div>
        {action}
      </div>
      {children}
    </div>
  );
}
