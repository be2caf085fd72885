// SPDX-License-Identifier: Apache-2.0

import { OverviewPage } from '../../../features/overview/overview-page.tsx';
import { useAllWaiting } from '../../admin/inbox/all-waiting.ts';
import { NextUp } from '../../admin/inbox/next-up.tsx';

export default function Overview() {
  return <OverviewPage next={<NextUp waiting={useAllWaiting()} />} />;
}
