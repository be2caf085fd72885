// SPDX-License-Identifier: Apache-2.0

import { StatusScreen } from '../../features/status/status-screen.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Status',
    description:
      'How signing in, challenges, payments, shop and messages work now, and what went wrong lately.',
    path: '/status',
  });

export default StatusScreen;
