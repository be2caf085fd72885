// SPDX-License-Identifier: Apache-2.0

import { type ReactNode, useId } from 'react';
import { cx } from '../lib/class-names.ts';
import { ButtonLink } from './button.tsx';
import { Card } from './card.tsx';
import { PagePart } from './page.tsx';
import { EmptyPanel } from './panels.tsx';
import { Badge } from './status.tsx';

/** A card of something that opens and ends. It is highlighted while open. */
export function PhasedCard({
  title,
  isOpen,
  badge,
  moment,
  description,
  children,
}: {
  title: string;
  isOpen: boolean;
  badge: string;
  moment: ReactNode;
  description?: string | undefined;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <li className="grid" aria-labelledby={id}>
      <Card
        edge={isOpen ? 'live' : 'line'}
        inside={cx(
          'flex flex-col gap-4 p-5 sm:p-6',
          isOpen && 'bg-[linear-gradient(180deg,var(--color-storm-dusk),var(--color-ink-1)_11rem)]',
        )}
      >
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1.5">
          <Badge tone={isOpen ? 'storm' : 'muted'}>{badge}</Badge>
          {moment}
        </div>
        <div>
          <h3 id={id} className="wrap-anywhere text-xl">
            {title}
          </h3>
          {description && (
            <p className="mt-1.5 wrap-anywhere whitespace-pre-line text-muted">{description}</p>
          )}
        </div>
        {children}
      </Card>
    </li>
  );
}

/** Cards grouped by phase; a message if there are none. */
export function PhasedSections<Item, Phase>({
  items,
  sections,
  phaseOf,
  empty,
  columns,
  children,
}: {
  items: readonly Item[];
  sections: readonly { title: string; phases: readonly Phase[] }[];
  phaseOf: (item: Item) => Phase;
  empty: { title: string; text: string };
  /** Classes of the grid. */
  columns: string;
  children: (item: Item) => ReactNode;
}) {
  if (items.length === 0) {
    return (
      <EmptyPanel
        {...empty}
        action={
          <ButtonLink kind="main" to="/home#challenges">
            View Challenges
          </ButtonLink>
        }
      />
    );
  }
  return (
    <div className="grid gap-10">
      {sections.map(({ title, phases }) => {
        const shown = items.filter((item) => phases.includes(phaseOf(item)));
        if (shown.length === 0) return null;
        return (
          <PagePart key={title} title={title}>
            <ul className={cx('grid gap-4.5', columns)}>{shown.map(children)}</ul>
          </PagePart>
        );
      })}
    </div>
  );
}
