// SPDX-License-Identifier: Apache-2.0

import { GiveawayScreen } from '../../features/giveaways/giveaway-screen.tsx';
import { pageMeta } from '../page-meta.ts';
import type { PageHandle } from '../shell/page-handle.ts';

export const meta = () =>
  pageMeta({
    title: 'Giveaway',
    description: 'A free giveaway with a draw that anyone can check.',
    isNamed: true,
  });

/** Visitors may open it (web/app/shell/shell.tsx). */
export const handle: PageHandle = { isOpen: true };

export default GiveawayScreen;
