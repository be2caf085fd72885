// SPDX-License-Identifier: Apache-2.0

import { Link } from 'react-router';
import { CardPicture } from '../../features/shop/card-picture.tsx';
import { cx } from '../../lib/class-names.ts';
import { AtSign } from '../../ui/icons/at-sign.ts';
import { ChevronRight } from '../../ui/icons/chevron-right.ts';
import { Flame } from '../../ui/icons/flame.ts';
import { Gift } from '../../ui/icons/gift.ts';
import { Target } from '../../ui/icons/target.ts';
import { Trophy } from '../../ui/icons/trophy.ts';
import type { CockpitText } from './cockpit-lines.ts';

const icons = { gamertag: AtSign, goal: Target, prize: Gift, streak: Flame, rank: Trophy };

/** A goal within reach, its progress, and a link to it. */
export function CockpitLine({
  line: { kind, title, text, share, card, to },
  hasPicture,
}: {
  line: CockpitText;
  /** Whether the line shows its gift card. */
  hasPicture: boolean;
}) {
  const Icon = icons[kind];
  const isPictured = card && hasPicture;
  return (
    <li className="grid border-line-soft border-b last:border-b-0">
      <Link
        to={to}
        className={cx(
          'group grid min-h-16 grid-cols-[1.25rem_1fr_auto] items-center gap-x-3.5 py-2.5',
          isPictured && 'sm:max-lg:grid-cols-[18rem_1.25rem_1fr_auto]',
        )}
      >
        {isPictured && (
          <CardPicture
            isEager
            image={card.image}
            type={card.type}
            kind={card.kind}
            sizes="(width >= 40rem) 23rem, 90vw"
            className="cut cut-md col-span-full mb-3 sm:max-lg:col-span-1 sm:max-lg:mb-0"
          />
        )}
        <Icon size={20} className="text-storm-soft" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block font-display font-semibold leading-snug group-hover:text-storm-soft">
            {title}
          </span>
          <span className="block text-muted text-sm leading-snug">{text}</span>
          {share !== undefined && (
            <svg
              viewBox="0 0 100 3"
              preserveAspectRatio="none"
              aria-hidden="true"
              className="mt-1.5 h-1 w-full"
            >
              <path d="M0 1.5h100" className="stroke-ink-3" strokeWidth="3" />
              <path d={`M0 1.5h${Math.round(share * 100)}`} className="stroke-storm" strokeWidth="3" />
            </svg>
          )}
        </span>
        <ChevronRight size={18} className="text-faint group-hover:text-text" aria-hidden="true" />
      </Link>
    </li>
  );
}
