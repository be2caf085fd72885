// SPDX-License-Identifier: Apache-2.0

import { StatusScreen } from '../../features/status/status-screen.tsx';
import { pageMeta } from '../page-meta.ts';

export const meta = () =>
  pageMeta({
    title: 'Status',
    description:
      'Live status of sign-in, challenges, payments, shop and notifications, and recent incidents.',
    path: '/status',
  });

export default StatusScreen;
